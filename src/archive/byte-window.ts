/** A sliding window over a stream of bytes. */
export class ByteWindow {
  readonly #source: AsyncIterator<Uint8Array>
  #bytes: Buffer = Buffer.alloc(0)
  #offset: number
  #ended = false

  constructor(source: AsyncIterable<Uint8Array>, offset = 0) {
    this.#source = source[Symbol.asyncIterator]()
    this.#offset = offset
  }

  /** Position in the stream of the first byte of `bytes`. */
  get offset(): number {
    return this.#offset
  }

  get bytes(): Buffer {
    return this.#bytes
  }

  get ended(): boolean {
    return this.#ended
  }

  /** Reads until at least `count` bytes are in the window; false when the stream ends before. */
  async fill(count: number): Promise<boolean> {
    if (this.#bytes.length >= count) return true
    const chunks = [this.#bytes]
    let length = this.#bytes.length
    while (length < count && !this.#ended) {
      const next = await this.#source.next()
      if (next.done) this.#ended = true
      else {
        const { buffer, byteOffset, byteLength } = next.value
        chunks.push(Buffer.from(buffer, byteOffset, byteLength))
        length += byteLength
      }
    }
    this.#bytes = chunks.length === 1 ? this.#bytes : Buffer.concat(chunks, length)
    return length >= count
  }

  /** Drops the first `count` bytes of the window. */
  consume(count: number): void {
    this.#bytes = this.#bytes.subarray(count)
    this.#offset += count
  }

  /** Skips `count` bytes without buffering them; returns how many there were. */
  async skip(count: number): Promise<number> {
    let skipped = 0
    while (skipped < count && (await this.fill(1))) {
      const step = Math.min(count - skipped, this.#bytes.length)
      this.consume(step)
      skipped += step
    }
    return skipped
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }
}
