import { BoundedMap } from '../cache/bounded-map.ts'
import type { CatalogueVersion } from '../store/catalogue.ts'

interface Kept<T> {
  readonly version: CatalogueVersion
  readonly at: number
  readonly answer: Promise<T>
}

/** Answers to the last few questions, as long as they hold. */
export class AnswerCache<T> {
  readonly #sameMomentMs: number
  readonly #now: () => number
  readonly #kept: BoundedMap<string, Kept<T>>

  /** While pages are only added, an answer holds for `sameMomentMs` longer. */
  constructor(max: number, sameMomentMs: number, now: () => number) {
    this.#kept = new BoundedMap(max)
    this.#sameMomentMs = sameMomentMs
    this.#now = now
  }

  answer(key: string, version: CatalogueVersion, find: () => Promise<T>): Promise<T> {
    const at = this.#now()
    const before = this.#kept.get(key)
    const kept = before && this.#holds(before, version, at) ? before : { version, at, answer: find() }
    this.#kept.set(key, kept)
    // A question that failed is asked anew the next time.
    kept.answer.catch(() => this.#kept.delete(key))
    return kept.answer
  }

  #holds({ version, at }: Kept<T>, newest: CatalogueVersion, now: number): boolean {
    if (version.changes !== newest.changes) return false
    return version.pages === newest.pages || now - at < this.#sameMomentMs
  }
}
