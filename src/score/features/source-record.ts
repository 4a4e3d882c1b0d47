import type { Json } from '../../model/json.ts'

/** How many pages of a source turned out relevant, and how many did not. */
export interface SourceCounts {
  readonly relevant: number
  readonly other: number
}

const NOTHING: SourceCounts = { relevant: 0, other: 0 }

/** Relevant and irrelevant pages by source. Its size depends on the number of sources, not of pages. */
export class SourceRecord {
  readonly #sources = new Map<string, SourceCounts>()

  of(source: string): SourceCounts {
    return this.#sources.get(source) ?? NOTHING
  }

  count(source: string, isRelevant: boolean): void {
    const { relevant, other } = this.of(source)
    this.#sources.set(source, isRelevant ? { relevant: relevant + 1, other } : { relevant, other: other + 1 })
  }

  /** `[name, relevant, other]` of each source. */
  snapshot(): Json[] {
    return [...this.#sources].map(([name, { relevant, other }]) => [name, relevant, other])
  }

  /** Entries that `snapshot` cannot have written are ignored. */
  restore(state: Json): void {
    this.#sources.clear()
    for (const entry of Array.isArray(state) ? state : []) {
      if (!Array.isArray(entry)) continue
      const [name, relevant, other] = entry
      if (typeof name === 'string' && typeof relevant === 'number' && typeof other === 'number')
        this.#sources.set(name, { relevant, other })
    }
  }
}
