import { BoundedMap } from '../cache/bounded-map.ts'
import type { CatalogueVersion } from '../store/catalogue.ts'

interface Kept<T> {
  readonly version: CatalogueVersion
  readonly at: number
  readonly answer: Promise<T>
}

/** Caches the results of recent searches as long as they are valid. */
export class AnswerCache<T> {
  readonly #reuseMs: number
  readonly #now: () => number
  readonly #kept: BoundedMap<string, Kept<T>>

  /** If pages were only added, a result is reused for up to `reuseMs`. */
  constructor(max: number, reuseMs: number, now: () => number) {
    this.#kept = new BoundedMap(max)
    this.#reuseMs = reuseMs
    this.#now = now
  }

  answer(key: string, version: CatalogueVersion, find: () => Promise<T>): Promise<T> {
    const at = this.#now()
    const before = this.#kept.get(key)
    const kept = before && this.#holds(before, version, at) ? before : { version, at, answer: find() }
    this.#kept.set(key, kept)
    // A failed search is repeated the next time.
    kept.answer.catch(() => this.#kept.delete(key))
    return kept.answer
  }

  forget(key: string): void {
    this.#kept.delete(key)
  }

  #holds({ version, at }: Kept<T>, newest: CatalogueVersion, now: number): boolean {
    if (version.changes !== newest.changes) return false
    return version.pages === newest.pages || now - at < this.#reuseMs
  }
}
