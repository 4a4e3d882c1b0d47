/** A busy crawl waits until this share of its places is free. Up to four places nothing is waited for. */
const GATHERED_SHARE = 1 / 4
/** But never longer than this share of what visits took lately, */
const SHARE_OF_VISIT = 1 / 10
/** of which so many count: the mean follows a crawl that becomes slower or faster within a few claims. */
const VISITS_COUNTED = 20
/** within these bounds: a visit to a near host is over at once, and one to a slow host must not keep the others waiting. */
const [MIN_MS, MAX_MS] = [25, 100]

/** When to choose links for the places that are free: choosing costs about as much for one link as for several. */
export class Gathering {
  #visitMs = 0
  /** Since when places have been free that are still too few to choose for. */
  #since: number | null = null

  visited(ms: number): void {
    this.#visitMs += (ms - this.#visitMs) / VISITS_COUNTED
  }

  /** How long to wait for more free places among `concurrency`; 0 when it is time to choose, or nothing is free. */
  waitMs(free: number, running: number, concurrency: number, now: number): number {
    if (free <= 0 || free >= concurrency * GATHERED_SHARE || running === 0) {
      this.#since = null
      return 0
    }
    this.#since ??= now
    const longest = Math.min(MAX_MS, Math.max(MIN_MS, this.#visitMs * SHARE_OF_VISIT))
    const left = longest - (now - this.#since)
    if (left > 0) return left
    this.#since = null
    return 0
  }
}
