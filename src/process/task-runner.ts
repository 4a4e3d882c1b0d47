import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { EventideError } from '../model/errors.ts'
import { endingWithThisProcess, forkEntry } from './fork-entry.ts'
import { type PendingTask, TaskFailure, type TaskPoolOptions } from './task.ts'
import type { FromTaskProcess, ToTaskProcess } from './task-protocol.ts'

interface RunnerEvents<Task, Result> {
  readonly ready: () => void
  readonly returned: () => void
  /** No process of this program can do the tasks with this setup. */
  readonly refused: (error: EventideError) => void
  /** The process has ended or is stuck; it never started these tasks. */
  readonly lost: (unstarted: readonly PendingTask<Task, Result>[], why: string) => void
}

/** Loading the program and its dictionaries takes a second or two. */
const START_MS = 120_000
/** What is kept of the error output of a process. */
const MAX_OUTPUT = 4_000
/** Pages make short-lived objects: with space for a few of them, most are garbage before they would have to be moved. */
const SEMI_SPACE_MEGABYTES = 16
/** See `boundHeapRoom`. */
const HEAP_GROWING_PERCENT = 100

/** One process and the tasks sent to it. */
export class TaskRunner<Setup, Task, Result> {
  wasReady = false
  readonly #child: ChildProcess
  readonly #options: TaskPoolOptions<Setup>
  readonly #events: RunnerEvents<Task, Result>
  readonly #gone: Promise<void>
  #tasks: PendingTask<Task, Result>[] = []
  #timer: NodeJS.Timeout | undefined
  #output = ''
  #ended = false

  constructor(options: TaskPoolOptions<Setup>, events: RunnerEvents<Task, Result>) {
    this.#options = options
    this.#events = events
    const child = forkEntry(options.program, {
      execArgv: [
        `--max-old-space-size=${options.heapMegabytes}`,
        `--max-semi-space-size=${SEMI_SPACE_MEGABYTES}`,
        `--heap-growing-percent=${HEAP_GROWING_PERCENT}`,
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child = endingWithThisProcess(child)
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#output = `${this.#output}${text}`.slice(0, MAX_OUTPUT)
    })
    this.#child.on('message', (message: FromTaskProcess<Result>) => this.#received(message))
    this.#gone = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        resolve()
        this.#lose(this.#reason(code, signal))
      })
      this.#child.once('error', (error) => {
        this.#lose(error.message)
        if (this.#child.pid === undefined) resolve()
      })
    })
    this.#send({ setup: options.setup })
    this.#watch()
  }

  get load(): number {
    return this.#ended ? Number.POSITIVE_INFINITY : this.#tasks.length
  }

  take(task: PendingTask<Task, Result>): void {
    this.#tasks.push(task)
    if (this.#tasks.length === 1) this.#watch()
    this.#send({ task: task.task })
  }

  /** Nothing is sent to the process or expected of it any more. Returns the tasks that have not returned. */
  abandon(): PendingTask<Task, Result>[] {
    this.#ended = true
    clearTimeout(this.#timer)
    return this.#tasks.splice(0)
  }

  /** The process holds nothing that has to be saved. */
  kill(): Promise<void> {
    this.#keepAlive(true)
    this.#child.kill('SIGKILL')
    return this.#gone
  }

  /** Calls `end` unless a task comes first. */
  endAfter(ms: number, end: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(end, ms)
    this.#timer.unref()
  }

  #send(message: ToTaskProcess<Setup, Task>): void {
    // A process that is gone is reported by its `close` event.
    if (this.#child.connected) this.#child.send(message as object, () => {})
  }

  /** The time limit of the first task; the next one waits for its turn. */
  #watch(): void {
    clearTimeout(this.#timer)
    this.#keepAlive(this.#tasks.length > 0)
    const [first] = this.#tasks
    if (!first) return
    const limit = this.wasReady ? (first.deadlineMs ?? this.#options.deadlineMs) : START_MS
    this.#timer = setTimeout(() => this.#lose(`it took longer than ${limit} ms`), limit)
  }

  #received(message: FromTaskProcess<Result>): void {
    if (this.#ended) return
    if (message === 'ready') {
      this.wasReady = true
      this.#watch()
      this.#events.ready()
      return
    }
    const error = 'failed' in message ? errorOf(message) : null
    if (!this.wasReady && error instanceof EventideError) {
      this.#events.refused(error)
      return
    }
    const task = this.#tasks.shift()
    this.#watch()
    if ('result' in message) task?.resolve(message.result)
    else task?.reject(error)
    this.#events.returned()
  }

  #lose(why: string): void {
    if (this.#ended) return
    const [first, ...behind] = this.abandon()
    if (this.wasReady) first?.reject(new TaskFailure(why))
    this.#events.lost(this.wasReady || !first ? behind : [first, ...behind], why)
  }

  #reason(code: number | null, signal: string | null): string {
    if (this.#output.includes('heap out of memory'))
      return `it needed more than ${this.#options.heapMegabytes} MB of memory`
    const message = /^(?:Uncaught )?\w*Error: (.+)$/m.exec(this.#output)?.[1]
    return message ?? `its process ended (${signal ?? `exit code ${code}`})`
  }

  /** Running tasks keep this process running; waiting for some does not. */
  #keepAlive(isBusy: boolean): void {
    const { channel, stderr } = this.#child
    const how = isBusy ? 'ref' : 'unref'
    this.#child[how]()
    channel?.[how]()
    // Its type does not say that it is a pipe.
    ;(stderr as Socket | null)?.[how]()
  }
}

function errorOf({ failed, error }: Extract<FromTaskProcess<unknown>, { failed: string }>): Error {
  return error ? new EventideError(error.code, failed, error) : new TaskFailure(failed)
}
