import { NumberList } from './number-list.ts'

/** Each bucket holds sizes up to twice those of the one below it: enough of them for 1e-5 up to 1e9. */
const BUCKETS = 48
const NONE = -1

/**
 * A priority queue of pages by the size of the change they have to pass on, largest first, to within a factor
 * of two; first in, first out among equals. Every operation takes constant time. Sizes below `min` are
 * ignored.
 */
export class ResidualQueue {
  /** `bounds[b]` is the minimum size of bucket b. */
  readonly #bounds = new Float64Array(BUCKETS + 1)
  readonly #heads = new Int32Array(BUCKETS).fill(NONE)
  readonly #tails = new Int32Array(BUCKETS).fill(NONE)
  readonly #next = new NumberList('i32')
  readonly #previous = new NumberList('i32')
  /** The bucket of an item plus one; 0 if it is not queued. */
  readonly #bucket = new NumberList('u8')
  #top = NONE

  constructor(min: number) {
    for (let b = 0; b < BUCKETS; b++) this.#bounds[b] = min * 2 ** b
    this.#bounds[BUCKETS] = Number.POSITIVE_INFINITY
  }

  /** Adds an item; items are numbered from 0. */
  addItem(): void {
    this.#next.push(NONE)
    this.#previous.push(NONE)
    this.#bucket.push(0)
  }

  /** Queues the item with this size, or raises its size. */
  raise(item: number, size: number): void {
    const before = this.#bucket.array[item] ?? 0
    // An item of bucket b - 1 has b here: it moves from the minimum size of the next bucket on.
    if (!(size >= (this.#bounds[before] ?? 0))) return
    let bucket = before
    while (size >= (this.#bounds[bucket + 1] ?? 0)) bucket++
    if (before > 0) this.#remove(item)
    this.#append(item, bucket)
  }

  /** Removes the item with the largest size; -1 if the queue is empty. */
  take(): number {
    while (this.#top >= 0 && this.#heads[this.#top] === NONE) this.#top--
    if (this.#top < 0) return NONE
    const item = this.#heads[this.#top] ?? NONE
    this.#remove(item)
    return item
  }

  /** Bucket and item in turn, in the order of removal. */
  snapshot(): string {
    const order = new NumberList('i32')
    for (let bucket = this.#top; bucket >= 0; bucket--) {
      for (let item = this.#heads[bucket] ?? NONE; item !== NONE; item = this.#next.array[item] ?? NONE) {
        order.push(bucket)
        order.push(item)
      }
    }
    return order.encode()
  }

  restore(items: number, state: string): void {
    for (let i = 0; i < items; i++) this.addItem()
    const order = NumberList.decode('i32', state)
    for (let i = 0; i + 1 < order.length; i += 2) {
      const bucket = order.array[i] ?? NONE
      const item = order.array[i + 1] ?? NONE
      if (bucket >= 0 && bucket < BUCKETS && item >= 0 && item < items) this.#append(item, bucket)
    }
  }

  #append(item: number, bucket: number): void {
    const last = this.#tails[bucket] ?? NONE
    this.#previous.array[item] = last
    this.#next.array[item] = NONE
    if (last === NONE) this.#heads[bucket] = item
    else this.#next.array[last] = item
    this.#tails[bucket] = item
    this.#bucket.array[item] = bucket + 1
    if (bucket > this.#top) this.#top = bucket
  }

  #remove(item: number): void {
    const bucket = (this.#bucket.array[item] ?? 0) - 1
    const before = this.#previous.array[item] ?? NONE
    const after = this.#next.array[item] ?? NONE
    if (before === NONE) this.#heads[bucket] = after
    else this.#next.array[before] = after
    if (after === NONE) this.#tails[bucket] = before
    else this.#previous.array[after] = before
    this.#bucket.array[item] = 0
  }
}
