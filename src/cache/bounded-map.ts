/**
 * A map of at most `max` entries. `set` makes its entry the newest, and evicts the oldest when there is no room left.
 * Reading does not change the order; to keep what is in use, `set` it again.
 *
 * Eviction takes constant time: one live iterator follows the oldest entry. A new iterator per eviction would walk over the
 * holes that V8 leaves behind, thousands in a large map.
 */
export class BoundedMap<Key, Value> {
  readonly #max: number
  readonly #onEvict: ((key: Key, value: Value) => void) | undefined
  readonly #entries = new Map<Key, Value>()
  #fromOldest = this.#entries.entries()

  /** `max` is at least 1. `onEvict` runs after an entry was evicted for want of room, not after `delete` or `clear`. */
  constructor(max: number, onEvict?: (key: Key, value: Value) => void) {
    if (!(max >= 1)) throw new RangeError(`A bounded map must hold at least one entry, not ${max}`)
    this.#max = max
    this.#onEvict = onEvict
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)
  }

  has(key: Key): boolean {
    return this.#entries.has(key)
  }

  set(key: Key, value: Value): void {
    const entries = this.#entries
    entries.delete(key)
    entries.set(key, value)
    if (entries.size > this.#max) this.#evict()
  }

  delete(key: Key): boolean {
    return this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#fromOldest = this.#entries.entries()
  }

  /** From the oldest to the newest. */
  keys(): IterableIterator<Key> {
    return this.#entries.keys()
  }

  values(): IterableIterator<Value> {
    return this.#entries.values()
  }

  [Symbol.iterator](): IterableIterator<[Key, Value]> {
    return this.#entries.entries()
  }

  #evict(): void {
    // Entries that the iterator has passed are gone, renewed ones come last: its next entry is the oldest.
    const [key, value] = this.#fromOldest.next().value as [Key, Value]
    this.#entries.delete(key)
    this.#onEvict?.(key, value)
  }
}
