import type { Occurrences } from '../store/catalogue.ts'
import { MUCH_LONGER, positionFrom } from './sorted-orders.ts'

/** Weight of an occurrence in the title relative to one in the text, of the usual order of magnitude for BM25F. */
const TITLE_WEIGHT = 4
/** Bit of a weight: the word occurs in the title. */
const IN_TITLE = 0x8000
/** A page with more occurrences of a word ranks no higher. */
const MAX_WEIGHT = IN_TITLE - 1

/** The pages that contain a word or phrase, by fetch order, and how often: six bytes per page. */
export class Posting {
  /** Pages up to this order have been searched. */
  through = 0
  length = 0
  #orders = new Uint32Array(0)
  /** Parallel to `#orders`; 0 if not known yet. */
  #weights = new Uint16Array(0)
  #last: Promise<void> = Promise.resolve()

  get bytes(): number {
    return this.#orders.byteLength + this.#weights.byteLength
  }

  /** Runs `work` after all earlier work: concurrent searches that wait for the store update a posting one at a time. */
  inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }

  /** Adds later pages, whose weights are not known yet. */
  add(orders: Uint32Array, through: number): void {
    const length = this.length + orders.length
    if (length > this.#orders.length) {
      // Leaves some spare capacity: while a crawl runs, a few pages are added each second.
      const capacity = this.length === 0 ? length : Math.ceil(length * 1.1)
      this.#orders = extended(this.#orders, capacity)
      this.#weights = extended(this.#weights, capacity)
    }
    // In a damaged database orders may not ascend.
    for (const order of orders)
      if (order > (this.#orders[this.length - 1] ?? 0) && order <= through)
        this.#orders[this.length++] = order
    this.through = through
  }

  /** Ascending orders up to and including a page. A view: valid as long as nothing else than `add` is called. */
  upTo(page: number): Uint32Array {
    const { length } = this
    if (length === 0 || (this.#orders[length - 1] ?? 0) <= page) return this.#orders.subarray(0, length)
    return this.#orders.subarray(0, positionFrom(this.#orders.subarray(0, length), page + 1, 0))
  }

  setWeights({ orders, inTitle, inText }: Occurrences): void {
    this.#each(orders, (at, i) => {
      const title = inTitle[i] ?? 0
      const weight = Math.max(1, Math.min(MAX_WEIGHT, TITLE_WEIGHT * title + (inText[i] ?? 0)))
      this.#weights[at] = title > 0 ? weight | IN_TITLE : weight
    })
  }

  /** Those of the ascending orders that contain the word and whose weight is not known. */
  withoutWeight(orders: Uint32Array): Uint32Array {
    const found = new Uint32Array(Math.min(orders.length, this.length))
    let length = 0
    this.#each(orders, (at, i) => {
      if (this.#weights[at] === 0) found[length++] = orders[i] ?? 0
    })
    return found.subarray(0, length)
  }

  /** Of each of the ascending orders: how often it contains the word, weighted; 0 if it does not. */
  weightsOf(orders: Uint32Array): Uint16Array {
    const weights = new Uint16Array(orders.length)
    this.#each(orders, (at, i) => {
      weights[i] = (this.#weights[at] ?? 0) & MAX_WEIGHT
    })
    return weights
  }

  /** Whether each of the ascending orders contains the word. */
  marksOf(orders: Uint32Array): Uint8Array {
    const found = new Uint8Array(orders.length)
    this.#each(orders, (_, i) => {
      found[i] = 1
    })
    return found
  }

  /** Whether each of the ascending orders has the word in its title. */
  inTitleOf(orders: Uint32Array): Uint8Array {
    const found = new Uint8Array(orders.length)
    this.#each(orders, (at, i) => {
      if ((this.#weights[at] ?? 0) & IN_TITLE) found[i] = 1
    })
    return found
  }

  #each(orders: Uint32Array, found: (at: number, i: number) => void): void {
    const own = this.#orders.subarray(0, this.length)
    const looksUp = own.length > orders.length * MUCH_LONGER
    let at = 0
    for (let i = 0; i < orders.length; i++) {
      const order = orders[i] ?? 0
      if (looksUp) at = positionFrom(own, order, at)
      else while (at < own.length && (own[at] ?? 0) < order) at++
      if (at >= own.length) return
      if (own[at] === order) found(at, i)
    }
  }
}

function extended<A extends Uint32Array | Uint16Array>(array: A, length: number): A {
  const longer = new (array.constructor as new (length: number) => A)(length)
  longer.set(array)
  return longer
}
