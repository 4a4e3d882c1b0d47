import { z } from 'zod'
import type { Json } from '../../../model/json.ts'
import { type Topic, topicCosine, type WordCounts } from '../../features/topic-words.ts'

export const RarityState = z.object({
  pages: z.number(),
  holding: z.array(z.tuple([z.number(), z.number()])),
})

/** Keeps the logarithm above 0 for a word that every page contains (OA eq. 9). */
const MIN_RATIO = 0.01

/**
 * How rare each topic word is among the pages crawled, and the topic relevance of a short text by it (OA eq. 9 and 10): `w_i = f_i / sum f
 * * log_s(N / N_i + 0.01)`. A word that no page has contained yet counts as contained in one.
 */
export class TermRarity {
  readonly #base: number
  #pages = 0
  #holding = new Map<number, number>()

  constructor(base: number) {
    this.#base = base
  }

  /** Counts a crawled page by the topic words it contains. */
  observe(held: Iterable<number>): void {
    this.#pages++
    for (const word of held) this.#holding.set(word, (this.#holding.get(word) ?? 0) + 1)
  }

  /** R(anchor). */
  relevance(topic: Topic, counts: WordCounts): number {
    let total = 0
    for (const count of counts.values()) total += count
    return topicCosine(topic, counts, (word, count) => (count / total) * this.#rarity(word))
  }

  snapshot(): Json {
    return { pages: this.#pages, holding: [...this.#holding] }
  }

  restore({ pages, holding }: z.infer<typeof RarityState>): void {
    this.#pages = pages
    this.#holding = new Map(holding)
  }

  #rarity(word: number): number {
    const pages = Math.max(1, this.#pages)
    return Math.log(pages / Math.max(1, this.#holding.get(word) ?? 0) + MIN_RATIO) / Math.log(this.#base)
  }
}
