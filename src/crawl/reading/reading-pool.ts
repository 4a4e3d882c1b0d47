import { availableParallelism } from 'node:os'
import { EventideError, FetchFailure } from '../../model/errors.ts'
import type { PageReading } from '../../model/page.ts'
import type { PageInput } from '../../page/read-page.ts'
import type { Entry } from '../../process/fork-entry.ts'
import { TaskFailure } from '../../process/task.ts'
import { TaskPool } from '../../process/task-pool.ts'
import { type PackedReading, unpackReading } from './packed-reading.ts'
import type { ReaderSetup, ReadingTask } from './reading-worker.ts'

export interface ReadingPoolOptions {
  /** Default: one less than the available cores, between 1 and `MAX_WORKERS`. */
  readonly workers?: number
  /**
   * Maximum time for one page. Default: 30 s. The largest page that is read at all takes about a second.
   */
  readonly deadlineMs?: number
  /** Maximum heap of one process, in megabytes. Default: 512. */
  readonly heapMegabytes?: number
  /** Another program for the processes; for tests. */
  readonly program?: Entry
}

/** With this many processes the other stages of a crawl still use less than one core. */
const MAX_WORKERS = 8
const DEADLINE_MS = 30_000
const HEAP_MEGABYTES = 512
/** A process starts on the next page while this one takes the last reading. */
const AHEAD = 2
const PROGRAM: Entry = {
  caller: import.meta.url,
  source: './reading-worker.ts',
  bundle: './reading-worker.js',
}

/** This process keeps a core busy itself; and each reader takes some 200 MB. */
function defaultWorkers(): number {
  return Math.min(MAX_WORKERS, Math.max(1, availableParallelism() - 1))
}

/**
 * Reads pages in other processes. A page that takes too long, or crashes its process, fails with the code `reading`; the process is
 * killed and replaced at once.
 */
export class ReadingPool {
  readonly #pool: TaskPool<ReaderSetup, ReadingTask, PackedReading>

  constructor(setup: ReaderSetup, options: ReadingPoolOptions = {}) {
    this.#pool = new TaskPool({
      program: options.program ?? PROGRAM,
      setup,
      processes: Math.max(1, options.workers ?? defaultWorkers()),
      deadlineMs: options.deadlineMs ?? DEADLINE_MS,
      heapMegabytes: options.heapMegabytes ?? HEAP_MEGABYTES,
      ahead: AHEAD,
      onDemand: false,
    })
  }

  async read(input: PageInput, now: number): Promise<PageReading> {
    try {
      return unpackReading(await this.#pool.run({ input, now }))
    } catch (error) {
      if (error instanceof TaskFailure) throw new FetchFailure('reading', error.message, error)
      throw error instanceof EventideError && error.code === 'task-processes' ? cannotStart(error) : error
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

function cannotStart({ message }: EventideError): EventideError {
  return new EventideError(
    'reading-processes',
    `No process that reads pages could be started (${message}). With little memory to spare, use fewer: --reading-workers 0`,
    { exit: 'internal' },
  )
}
