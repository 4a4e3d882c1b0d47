/** Maximum share of time spent on reading. */
const SHARE = 1 / 50

/** Limits how often a value is read whose cost grows with the collection, so that reading takes a small share of the time. */
export class ThrottledRead<T> {
  readonly #read: () => Promise<T>
  readonly #now: () => number
  #last: { readonly value: T; readonly at: number; readonly took: number } | null = null

  constructor(read: () => Promise<T>, now: () => number) {
    this.#read = read
    this.#now = now
  }

  async get(): Promise<T> {
    const began = this.#now()
    if (this.#last && began - this.#last.at < this.#last.took / SHARE) return this.#last.value
    const value = await this.#read()
    const at = this.#now()
    this.#last = { value, at, took: at - began }
    return value
  }

  /** Discards a value that is no longer valid. */
  forget(): void {
    this.#last = null
  }
}
