import { EventideError } from '../model/errors.ts'
import { type PendingTask, TaskFailure, type TaskPoolOptions } from './task.ts'
import { TaskRunner } from './task-runner.ts'

const MAX_FAILED_STARTS = 3
/** Processes started on demand end after this long without a task. */
const IDLE_MS = 5 * 60_000

/**
 * Runs tasks in child processes, in the order in which they are given. A task that takes too long or crashes its process fails with a
 * `TaskFailure`, at its deadline: the process is killed, which works in native code too, and replaced; tasks waiting behind it run in
 * another.
 */
export class TaskPool<Setup, Task, Result> {
  readonly #options: TaskPoolOptions<Setup>
  readonly #waiting: PendingTask<Task, Result>[] = []
  readonly #runners = new Set<TaskRunner<Setup, Task, Result>>()
  /** Killed, but not yet gone. */
  readonly #ending = new Set<Promise<void>>()
  /** Processes in a row that ended before they were ready. */
  #failedStarts = 0
  #closed = false

  constructor(options: TaskPoolOptions<Setup>) {
    this.#options = options
    if (!options.onDemand) for (let i = 0; i < options.processes; i++) this.#start()
  }

  /** `deadlineMs` replaces that of the pool. */
  run(task: Task, deadlineMs?: number): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new TaskFailure('the processes have been closed'))
      if (this.#waiting.length >= (this.#options.maxWaiting ?? Number.POSITIVE_INFINITY))
        return reject(new EventideError('busy', 'The server is busy with other requests. Try again later'))
      this.#waiting.push({ task, deadlineMs, resolve, reject })
      this.#distribute()
    })
  }

  /** Kills the processes; tasks that have not returned fail. Resolves when all of them are gone. */
  async close(): Promise<void> {
    this.#closed = true
    const left = this.#waiting.splice(0)
    for (const runner of this.#runners) left.push(...this.#end(runner))
    for (const { reject } of left) reject(new TaskFailure('the processes have been closed'))
    await Promise.all(this.#ending)
  }

  /** The process with the fewest tasks gets the next one. */
  #distribute(): void {
    while (this.#waiting.length > 0) {
      let idlest: TaskRunner<Setup, Task, Result> | undefined
      for (const runner of this.#runners)
        if (runner.load < this.#options.ahead && (!idlest || runner.load < idlest.load)) idlest = runner
      if ((!idlest || idlest.load > 0) && this.#runners.size < this.#options.processes) idlest = this.#start()
      const task = idlest && this.#waiting.shift()
      if (!idlest || !task) return
      idlest.take(task)
    }
  }

  #start(): TaskRunner<Setup, Task, Result> {
    const runner: TaskRunner<Setup, Task, Result> = new TaskRunner(this.#options, {
      ready: () => {
        this.#failedStarts = 0
      },
      returned: () => {
        this.#distribute()
        if (this.#options.onDemand && runner.load === 0) runner.endAfter(IDLE_MS, () => this.#end(runner))
      },
      refused: (error) => {
        this.#waiting.unshift(...this.#end(runner))
        this.#giveUp(error)
      },
      lost: (unstarted, why) => {
        this.#end(runner)
        this.#waiting.unshift(...unstarted)
        if (!runner.wasReady && ++this.#failedStarts >= MAX_FAILED_STARTS)
          return this.#giveUp(new EventideError('task-processes', why, { exit: 'internal' }))
        if (this.#closed) return
        if (!this.#options.onDemand) this.#start()
        this.#distribute()
      },
    })
    this.#runners.add(runner)
    return runner
  }

  #end(runner: TaskRunner<Setup, Task, Result>): PendingTask<Task, Result>[] {
    this.#runners.delete(runner)
    const tasks = runner.abandon()
    const gone = runner.kill().then(() => void this.#ending.delete(gone))
    this.#ending.add(gone)
    return tasks
  }

  /** A process that did not start three times will not start the next time. */
  #giveUp(error: EventideError): void {
    this.#closed = true
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}
