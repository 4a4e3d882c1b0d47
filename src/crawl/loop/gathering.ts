/** A busy crawl waits until this share of its slots is free. With up to four slots it does not wait. */
const GATHERED_SHARE = 1 / 4
/** Upper limit of the wait, as a share of the mean duration of recent visits. */
const SHARE_OF_VISIT = 1 / 10
/** Visits in that mean: few enough to follow a crawl that becomes slower or faster within a few claims. */
const VISITS_COUNTED = 20
/** Bounds of that limit: visits to fast hosts end at once, and slow hosts must not delay the others. */
const [MIN_MS, MAX_MS] = [25, 100]

/** Decides when to choose links for free slots: choosing one link costs about as much as choosing several. */
export class Gathering {
  #visitMs = 0
  /** Since when slots have been free, but too few to choose links for. */
  #since: number | null = null

  visited(ms: number): void {
    this.#visitMs += (ms - this.#visitMs) / VISITS_COUNTED
  }

  /** How long to wait for more free slots among `concurrency`; 0 when it is time to choose, or nothing is free. */
  waitMs(free: number, running: number, concurrency: number, now: number): number {
    if (free <= 0 || free >= concurrency * GATHERED_SHARE || running === 0) {
      this.#since = null
      return 0
    }
    this.#since ??= now
    const limit = Math.min(MAX_MS, Math.max(MIN_MS, this.#visitMs * SHARE_OF_VISIT))
    const left = limit - (now - this.#since)
    if (left > 0) return left
    this.#since = null
    return 0
  }
}
