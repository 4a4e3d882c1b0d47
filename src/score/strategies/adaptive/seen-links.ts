/** Slots: a page shows at most a few promising links, so that this many hold the last thousands of pages. */
const SLOTS = 8_192

/** Which promising links were met lately. A fixed table: a link may be forgotten, and is then taken for new once more. */
export class SeenLinks {
  readonly #slots = new Uint32Array(SLOTS)

  has(key: number): boolean {
    return this.#slots[key % SLOTS] === key
  }

  add(key: number): void {
    this.#slots[key % SLOTS] = key
  }

  snapshot(): string {
    return Buffer.from(this.#slots.buffer).toString('base64')
  }

  restore(state: string): void {
    const bytes = Buffer.from(state, 'base64')
    if (bytes.length !== SLOTS * 4) return
    new Uint8Array(this.#slots.buffer).set(bytes)
  }
}
