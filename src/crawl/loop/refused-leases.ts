import type { Lease } from '../../model/crawl.ts'
import type { LiveOptions } from '../live-options.ts'
import type { CrawlParts } from '../parts.ts'

/** While there is no room, look for some this often. */
const LOOK_AGAIN_MS = 1_000

/** What could not be written for want of room: its leases go back to the queue, uncounted, when there is some. */
export class RefusedLeases {
  readonly #parts: Pick<CrawlParts, 'store' | 'clock' | 'disk'>
  readonly #options: LiveOptions
  #leases: Lease[] = []
  /** Something was refused since there last was room: the queue does not show whether the crawl is over. */
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

  /** True after a wait, when the crawl must pause and look again; `signal` cuts the wait short. */
  async isWanting(signal: AbortSignal): Promise<boolean> {
    const { clock, disk } = this.#parts
    if (!disk) return false
    const wanting = (await disk.pause()) !== null || !(await this.giveBack())
    if (wanting) await clock.wait(LOOK_AGAIN_MS, signal)
    else this.isRefused = false
    return wanting
  }

  /** False when there is still no room. What stays leased at the end of a run returns when the collection is opened again. */
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
