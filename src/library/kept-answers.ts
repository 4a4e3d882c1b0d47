import type { CatalogueVersion } from '../store/catalogue.ts'

interface Kept<T> {
  readonly version: CatalogueVersion
  readonly at: number
  readonly answer: Promise<T>
}

/** Answers to the last few questions, as long as they hold. */
export class KeptAnswers<T> {
  readonly #most: number
  readonly #sameMomentMs: number
  readonly #now: () => number
  readonly #kept = new Map<string, Kept<T>>()

  /** While pages are only added, an answer holds for `sameMomentMs` longer. */
  constructor(most: number, sameMomentMs: number, now: () => number) {
    this.#most = most
    this.#sameMomentMs = sameMomentMs
    this.#now = now
  }

  answer(key: string, version: CatalogueVersion, find: () => Promise<T>): Promise<T> {
    const at = this.#now()
    const before = this.#kept.get(key)
    this.#kept.delete(key)
    const kept = before && this.#holds(before, version, at) ? before : { version, at, answer: find() }
    this.#kept.set(key, kept)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break
      this.#kept.delete(oldest)
    }
    // A question that failed is asked anew the next time.
    kept.answer.catch(() => this.#kept.delete(key))
    return kept.answer
  }

  #holds({ version, at }: Kept<T>, newest: CatalogueVersion, now: number): boolean {
    if (version.changes !== newest.changes) return false
    return version.pages === newest.pages || now - at < this.#sameMomentMs
  }
}
