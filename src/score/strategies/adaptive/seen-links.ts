/** A page has a few promising links at most, so this covers the last thousands of pages. */
const SLOTS = 8_192

/** Recently seen promising links, in a table of fixed size: a link may be overwritten and then counts as new again. */
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
