import { EventideError } from '../../model/errors.ts'
import { TaskFailure } from '../../process/task.ts'
import { TaskPool } from '../../process/task-pool.ts'
import type { EventTask, EventTaskResults } from './event-worker.ts'

/** One that works for ever does not delay the others. */
const PROCESSES = 2
/** A user is waiting. The largest event that a request may contain takes about a second. */
const DEADLINE_MS = 20_000
const HEAP_MEGABYTES = 512
const MAX_WAITING = 50

/**
 * Reads events and pages that clients send, in other processes: no input can block the server. The processes are started by the first
 * request that needs one.
 */
export class EventTasks {
  readonly #pool = new TaskPool<null, EventTask, unknown>({
    program: { caller: import.meta.url, source: './event-worker.ts', bundle: './event-worker.js' },
    setup: null,
    processes: PROCESSES,
    deadlineMs: DEADLINE_MS,
    heapMegabytes: HEAP_MEGABYTES,
    ahead: 1,
    onDemand: true,
    maxWaiting: MAX_WAITING,
  })

  /** Refuses input that takes too long with the code `too-slow`. */
  async run<T extends EventTask>(task: T): Promise<EventTaskResults[T['kind']]> {
    try {
      return (await this.#pool.run(task)) as EventTaskResults[T['kind']]
    } catch (error) {
      if (!(error instanceof TaskFailure)) throw error
      throw new EventideError(
        'too-slow',
        `The event or the page could not be read: ${error.message}. Make it smaller or simpler`,
        { cause: error },
      )
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}
