import { Worker } from 'node:worker_threads'
import { EventideError } from '../model/errors.ts'
import type { FromTaskProcess, ToTaskProcess } from './task-protocol.ts'

/** How often the process checks that its parent is alive. */
const WATCH_MS = 1_000

type Work<Task, Result> = (task: Task) => Result | Promise<Result>

/**
 * The program of a process in a `TaskPool`: `begin` is called with the setup, and what it returns with each task in turn. The process
 * ends when the pool closes or its process is gone.
 */
export function serveTasks<Setup, Task, Result>(
  begin: (setup: Setup) => Work<Task, Result> | Promise<Work<Task, Result>>,
): void {
  let run: Work<Task, Result> | undefined
  let last: Promise<void> = Promise.resolve()
  process.on('message', (message: ToTaskProcess<Setup, Task>) => {
    if ('setup' in message) {
      last = last.then(async () => send(await prepare(message.setup)))
    } else {
      last = last.then(async () => send(await outcome(message.task)))
    }
  })
  /** Any other error than one for the user ends the process, which is then started again. */
  const prepare = async (setup: Setup): Promise<FromTaskProcess<Result>> => {
    try {
      run = await begin(setup)
      return 'ready'
    } catch (error) {
      if (!(error instanceof EventideError)) throw error
      return failure(error)
    }
  }
  const outcome = async (task: Task): Promise<FromTaskProcess<Result>> => {
    try {
      if (!run) throw new Error('A task came before the setup')
      return { result: await run(task) }
    } catch (error) {
      return error instanceof EventideError ? failure(error) : { failed: String(error) }
    }
  }
  /** Resolves when the message has left this process: a task that crashes the process must not take the result of the one before with it. */
  const send = (message: FromTaskProcess<Result>) =>
    new Promise<void>((resolve) => {
      if (process.connected && process.send) process.send(message, () => resolve())
      else resolve()
    })
  process.on('disconnect', () => process.exit(0))
  // Ctrl-C in a terminal reaches this process too; the pool decides when it ends.
  process.on('SIGINT', () => {})
  endWithParent()
}

function failure({ message, code, exit, issues }: EventideError) {
  return { failed: message, error: { code, exit, issues } }
}

/** A process busy in native code does not notice that its parent was killed; a thread of it does. */
function endWithParent(): void {
  const watch = `const parent = process.ppid
    setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), ${WATCH_MS})`
  new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 }, execArgv: [] }).unref()
}
