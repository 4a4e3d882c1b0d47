import type { TextScores } from '../store/catalogue.ts'

/** The pages that contain a word or phrase, by fetch order, and the BM25 scores of those that were ranked. */
export class Posting {
  /** Pages up to this order have been searched. */
  through = 0
  length = 0
  /** Number of pages when the scores were computed. */
  scoredAt = 0
  #orders = new Uint32Array(0)
  /** Parallel to `#orders`; NaN if the score is unknown. */
  #scores = new Float64Array(0)
  #last: Promise<void> = Promise.resolve()

  get bytes(): number {
    return this.#orders.byteLength + this.#scores.byteLength
  }

  /** Runs `work` after all earlier work: concurrent searches that wait for the store update a posting one at a time. */
  inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }

  add(orders: Uint32Array, through: number): void {
    const length = this.length + orders.length
    if (length > this.#orders.length) {
      // Leaves some spare capacity: while a crawl runs, a few pages are added each second.
      const all = new Uint32Array(this.length === 0 ? length : Math.ceil(length * 1.1))
      all.set(this.#orders.subarray(0, this.length))
      this.#orders = all
    }
    this.#orders.set(orders, this.length)
    this.length = length
    this.through = through
  }

  /** Ascending orders up to and including a page. A view: do not keep it. */
  upTo(page: number): Uint32Array {
    const { length } = this
    if (length === 0 || (this.#orders[length - 1] ?? 0) <= page) return this.#orders.subarray(0, length)
    return this.#orders.subarray(0, this.#firstFrom(page + 1, 0))
  }

  forgetScores(pages: number): void {
    this.#scores = new Float64Array(0)
    this.scoredAt = pages
  }

  /** Marks the pages without a score, or those of `wanted`; null means all. */
  unscored(pages: number, wanted: readonly number[] | null): { among: Uint8Array | null; missing: number } {
    this.#makeRoom()
    const among = new Uint8Array(pages + 1)
    let missing = 0
    const mark = (at: number) => {
      const order = this.#orders[at] ?? 0
      if (order > pages || !Number.isNaN(this.#scores[at])) return
      among[order] = 1
      missing++
    }
    if (wanted === null) for (let at = 0; at < this.length; at++) mark(at)
    else this.#each(wanted, (at) => mark(at))
    return { among: missing === this.length ? null : among, missing }
  }

  setScores({ orders, scores }: TextScores): void {
    this.#each(orders, (at, i) => {
      this.#scores[at] = scores[i] ?? 0
    })
  }

  /** Adds the score of each of these ascending orders to its sum; a page without the word adds nothing. */
  addScores(orders: readonly number[], sums: Float64Array): void {
    this.#each(orders, (at, i) => {
      sums[i] = (sums[i] ?? 0) + (this.#scores[at] || 0)
    })
  }

  #each(orders: readonly number[], found: (at: number, i: number) => void): void {
    let at = 0
    for (let i = 0; i < orders.length; i++) {
      const order = orders[i] ?? 0
      at = this.#firstFrom(order, at)
      if (at >= this.length) return
      if (this.#orders[at] === order) found(at, i)
    }
  }

  /** Position of the first order that is not smaller, searching from a given position; nearby ones are found in a few steps. */
  #firstFrom(order: number, from: number): number {
    let [low, step] = [from, 1]
    while (low + step < this.length && (this.#orders[low + step] ?? 0) < order) {
      low += step
      step *= 2
    }
    let high = Math.min(this.length, low + step)
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#orders[middle] ?? 0) < order) low = middle + 1
      else high = middle
    }
    return low
  }

  #makeRoom(): void {
    if (this.#scores.length >= this.length) return
    const scores = new Float64Array(this.#orders.length).fill(Number.NaN)
    scores.set(this.#scores)
    this.#scores = scores
  }
}
