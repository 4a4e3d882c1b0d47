import { NumberList } from './number-list.ts'

const FIRST_SLOTS = 256

/** Numbers keys of `urlKey` from 0. An open hash table in typed arrays: about 24 bytes per key. */
export class KeyIndex {
  #keys = new NumberList('f64')
  /** The number of a key plus one; 0 in an empty slot. At most half of the slots are taken. */
  #slots = new Int32Array(FIRST_SLOTS)

  get size(): number {
    return this.#keys.length
  }

  /** The number of a key, or -1. */
  find(key: number): number {
    return (this.#slots[this.#slotOf(key)] ?? 0) - 1
  }

  /** The number of a key; a new key gets the next free one. */
  add(key: number): number {
    const slot = this.#slotOf(key)
    const known = this.#slots[slot] ?? 0
    if (known > 0) return known - 1
    this.#keys.push(key)
    this.#slots[slot] = this.#keys.length
    if (this.#keys.length * 2 > this.#slots.length) this.#rebuild()
    return this.#keys.length - 1
  }

  snapshot(): string {
    return this.#keys.encode()
  }

  static restore(state: string): KeyIndex {
    const index = new KeyIndex()
    index.#keys = NumberList.decode('f64', state)
    index.#rebuild()
    return index
  }

  #slotOf(key: number): number {
    const mask = this.#slots.length - 1
    const keys = this.#keys.array
    let slot = (key >>> 0) & mask
    for (;;) {
      const held = this.#slots[slot] ?? 0
      if (held === 0 || keys[held - 1] === key) return slot
      slot = (slot + 1) & mask
    }
  }

  #rebuild(): void {
    let size = FIRST_SLOTS
    while (size < this.#keys.length * 4) size *= 2
    this.#slots = new Int32Array(size)
    for (let i = 0; i < this.#keys.length; i++) this.#slots[this.#slotOf(this.#keys.array[i] ?? 0)] = i + 1
  }
}
