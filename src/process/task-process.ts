import { Worker } from 'node:worker_threads'
import { EventideError } from '../model/errors.ts'
import type { FromTaskProcess, ToTaskProcess } from './task-protocol.ts'

/** How often the process checks that its parent is alive. */
const WATCH_MS = 1_000

/**
 * The program of a process in a `TaskPool`: `begin` is called with the setup, and what it returns with each task in turn. The process
 * ends when the pool closes or its process is gone.
 */
export function serveTasks<Setup, Task, Result>(
  begin: (setup: Setup) => (task: Task) => Result | Promise<Result>,
): void {
  let run: ((task: Task) => Result | Promise<Result>) | undefined
  let last: Promise<void> = Promise.resolve()
  process.on('message', (message: ToTaskProcess<Setup, Task>) => {
    if ('setup' in message) {
      run = begin(message.setup)
      void send('ready')
    } else {
      last = last.then(async () => send(await outcome(message.task)))
    }
  })
  const outcome = async (task: Task): Promise<FromTaskProcess<Result>> => {
    try {
      if (!run) throw new Error('A task came before the setup')
      return { result: await run(task) }
    } catch (error) {
      if (!(error instanceof EventideError)) return { failed: String(error) }
      const { message, code, exit, issues } = error
      return { failed: message, error: { code, exit, issues } }
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

/** A process busy in native code does not notice that its parent was killed; a thread of it does. */
function endWithParent(): void {
  const watch = `const parent = process.ppid
    setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), ${WATCH_MS})`
  new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 }, execArgv: [] }).unref()
}
