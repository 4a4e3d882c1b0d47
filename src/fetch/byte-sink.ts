/** Buffers double in size up to this; larger ones are allocated from the system page by page each time. */
const MAX_STEP = 64 * 1024
const FIRST_STEP = 4 * 1024

/**
 * Collects a body of unknown length up to a cap. Copies each piece: a million one-byte chunks would
 * otherwise take a hundred times the memory of the body.
 */
export class ByteSink {
  readonly #cap: number
  /** Filled to the last byte. */
  #full: Uint8Array[] = []
  #filling: Uint8Array
  /** Bytes in `#filling`. */
  #filled = 0
  #length = 0

  constructor(cap: number, expected = 0) {
    this.#cap = cap
    this.#filling = new Uint8Array(Math.min(cap, expected > 0 ? expected : FIRST_STEP))
  }

  get length(): number {
    return this.#length
  }

  /** Adds what fits; false when some of the piece did not. */
  add(piece: Uint8Array): boolean {
    const room = this.#cap - this.#length
    const fits = piece.length <= room ? piece : piece.subarray(0, room)
    const here = Math.min(fits.length, this.#filling.length - this.#filled)
    this.#put(here === fits.length ? fits : fits.subarray(0, here))
    if (here < fits.length) {
      const step = Math.min(MAX_STEP, this.#filling.length * 2)
      this.#full.push(this.#filling)
      this.#filling = new Uint8Array(Math.min(room - here, Math.max(step, fits.length - here)))
      this.#filled = 0
      this.#put(fits.subarray(here))
    }
    return fits.length === piece.length
  }

  /** The bytes so far; valid until the next `add`. */
  peek(): Uint8Array {
    if (this.#full.length > 0) this.#join()
    return this.#filling.subarray(0, this.#filled)
  }

  /** The bytes, in a buffer of exactly their length. */
  take(): Uint8Array {
    if (this.#full.length > 0 || this.#filled < this.#filling.length) this.#join()
    return this.#filling
  }

  #put(bytes: Uint8Array): void {
    this.#filling.set(bytes, this.#filled)
    this.#filled += bytes.length
    this.#length += bytes.length
  }

  #join(): void {
    const whole = new Uint8Array(this.#length)
    let at = 0
    for (const part of this.#full) {
      whole.set(part, at)
      at += part.length
    }
    whole.set(this.#filling.subarray(0, this.#filled), at)
    this.#full = []
    this.#filling = whole
    this.#filled = this.#length
  }
}
