import { availableParallelism } from 'node:os'
import { CRAWL_OPTIONS } from '../../model/crawl-options.ts'
import { EventideError, FetchFailure } from '../../model/errors.ts'
import type { Entry } from '../../process/fork-entry.ts'
import { TaskFailure } from '../../process/task.ts'
import { TaskPool } from '../../process/task-pool.ts'

export interface PagePoolOptions {
  /** Default: one less than the available cores, between 1 and `MAX_WORKERS`. */
  readonly workers?: number
  /** Maximum time for one page. Default: that of a crawl. The largest page that is read at all takes about a second. */
  readonly deadlineMs?: number
  /** Maximum heap of one process, in megabytes. Default: 512. */
  readonly heapMegabytes?: number
  /** Whether processes are started by the first pages, and end when there have been none for a while. Default: they start at once. */
  readonly onDemand?: boolean
  /** Another program for the processes; for tests. */
  readonly program?: Entry
}

/** With this many processes the other stages of a crawl still use less than one core. */
const MAX_WORKERS = 8
const HEAP_MEGABYTES = 512
/** A process starts on the next page while this one takes the last result. */
const AHEAD = 2

/** This process keeps a core busy itself; and each reader takes some 200 MB. */
function defaultWorkers(): number {
  return Math.min(MAX_WORKERS, Math.max(1, availableParallelism() - 1))
}

/**
 * Processes that work on pages. A page that takes too long, or crashes its process, fails with the code `reading`; the process is killed and
 * replaced at once.
 */
export class PagePool<Setup, Task, Result> {
  /** Pages that are worked on or waiting when every process is busy. */
  readonly width: number
  readonly #pool: TaskPool<Setup, Task, Result>

  constructor(program: Entry, setup: Setup, options: PagePoolOptions = {}) {
    const processes = Math.max(1, options.workers ?? defaultWorkers())
    this.width = processes * AHEAD
    this.#pool = new TaskPool({
      program: options.program ?? program,
      ...{ setup, processes },
      deadlineMs: options.deadlineMs ?? CRAWL_OPTIONS.readingTimeout.default,
      heapMegabytes: options.heapMegabytes ?? HEAP_MEGABYTES,
      ahead: AHEAD,
      onDemand: options.onDemand ?? false,
    })
  }

  /** `deadlineMs` replaces that of the pool. */
  async run(task: Task, deadlineMs?: number): Promise<Result> {
    try {
      return await this.#pool.run(task, deadlineMs)
    } catch (error) {
      if (error instanceof TaskFailure) throw new FetchFailure('reading', error.message, error)
      if (!(error instanceof EventideError) || error.code !== 'task-processes') throw error
      throw new EventideError(
        'reading-processes',
        `No process that reads pages could be started (${error.message}). With little memory to spare, use fewer: --reading-workers 0`,
        { exit: 'internal' },
      )
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}
