/**
 * Collects a body of unknown length up to a cap. Copies each piece, because a million one-byte pieces kept as
 * they came would cost a hundred times the body.
 */
export class ByteSink {
  readonly #cap: number
  #bytes: Uint8Array
  #length = 0

  constructor(cap: number, expected = 0) {
    this.#cap = cap
    this.#bytes = new Uint8Array(Math.min(cap, expected > 0 ? expected : 4096))
  }

  get length(): number {
    return this.#length
  }

  /** Takes what fits; false when some of the piece did not. */
  add(piece: Uint8Array): boolean {
    const room = this.#cap - this.#length
    const fits = piece.length <= room ? piece : piece.subarray(0, room)
    const needed = this.#length + fits.length
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.min(this.#cap, Math.max(needed, this.#bytes.length * 2)))
      grown.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = grown
    }
    this.#bytes.set(fits, this.#length)
    this.#length = needed
    return fits.length === piece.length
  }

  /** What was collected so far, without a copy: not to be kept. */
  peek(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** What was collected, in memory of its own size. */
  take(): Uint8Array {
    return this.#length === this.#bytes.length ? this.#bytes : this.#bytes.slice(0, this.#length)
  }
}
