import type { TextIndex } from '../store/catalogue.ts'

/** BM25 as SQLite's FTS5 computes it. */
const K1 = 1.2
const B = 0.75
/** Inverse document frequency of words on more than half of the pages. */
export const MIN_RARITY = 1e-6

/** What BM25 depends on besides the word. */
export interface IndexStatistics {
  /** Pages in the index. */
  readonly pages: number
  /** Mean number of terms of a page. */
  readonly meanTerms: number
}

/** Sums over the pages of each index, from which the statistics follow. */
export type IndexTotals = Readonly<Record<TextIndex, { pages: number; terms: number }>>

export function statisticsIn(totals: IndexTotals, index: TextIndex): IndexStatistics {
  const { pages, terms } = totals[index]
  return { pages, meanTerms: terms / pages }
}

/** Inverse document frequency of a word on `found` of the pages. */
export function rarityOf(found: number, pages: number): number {
  const rarity = Math.log((pages - found + 0.5) / (found + 0.5))
  return rarity <= 0 ? MIN_RARITY : rarity
}

/** The highest score that a page can have for a word. */
export function highestScore(rarity: number): number {
  return rarity * (K1 + 1)
}

/** Adds to the sum of each page its score for a word, which it contains `weights[i]` times. `terms` is the length of each page by order. */
export function addScores(
  sums: Float64Array,
  orders: Uint32Array,
  weights: Uint16Array,
  terms: Uint32Array,
  rarity: number,
  meanTerms: number,
): void {
  for (let i = 0; i < orders.length; i++) {
    const weight = weights[i] ?? 0
    if (weight === 0) continue
    const length = terms[orders[i] ?? 0] ?? 0
    const score = (weight * (K1 + 1)) / (weight + K1 * (1 - B + (B * length) / meanTerms))
    sums[i] = (sums[i] ?? 0) + rarity * score
  }
}
