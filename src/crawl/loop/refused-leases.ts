import type { Lease } from '../../model/crawl.ts'
import type { LiveOptions } from '../live-options.ts'
import type { CrawlParts } from '../parts.ts'

/** Interval between two checks for free space. */
const LOOK_AGAIN_MS = 1_000

/**
 * Leases whose pages could not be written on a full disk. When there is space again they return to the queue, without
 * counting a failure.
 */
export class RefusedLeases {
  readonly #parts: Pick<CrawlParts, 'store' | 'clock' | 'disk'>
  readonly #options: LiveOptions
  #leases: Lease[] = []
  /** True while leases are held back: an empty queue does not mean that the crawl is over. */
  isRefused = false

  constructor(parts: Pick<CrawlParts, 'store' | 'clock' | 'disk'>, options: LiveOptions) {
    this.#parts = parts
    this.#options = options
  }

  /** True when the error is a full disk, which a pause may resolve. */
  refused(error: unknown, lease?: Lease): boolean {
    if (!this.#parts.disk?.refused(error)) return false
    this.isRefused = true
    if (lease) this.#leases.push(lease)
    return true
  }

  /** True after a wait if the crawl must pause and check again; `signal` ends the wait early. */
  async waitForSpace(signal: AbortSignal): Promise<boolean> {
    const { clock, disk } = this.#parts
    if (!disk) return false
    const isFull = (await disk.pause()) !== null || !(await this.giveBack())
    if (isFull) await clock.wait(LOOK_AGAIN_MS, signal)
    else this.isRefused = false
    return isFull
  }

  /** False when there is still no space. Leases left at the end of a run are returned when the collection is opened again. */
  async giveBack(): Promise<boolean> {
    const { store, clock } = this.#parts
    try {
      for (let lease = this.#leases[0]; lease; lease = this.#leases[0]) {
        const delay = lease.pace?.delayMs ?? this.#options.now.delay
        await store.release(lease, { notBefore: clock.now() + delay })
        this.#leases.shift()
      }
      return true
    } catch (error) {
      if (!this.refused(error)) throw error
      return false
    }
  }
}
