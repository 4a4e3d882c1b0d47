import type { Candidate } from './score-statements.ts'
import type { SummaryPage } from './statements.ts'

/** A selected sentence and the pages that contain it. */
export interface ChosenSentence {
  readonly candidate: Candidate
  readonly pages: SummaryPage[]
}

/** Weight of novelty against score (maximal marginal relevance, Carbonell and Goldstein 1998). */
const NOVELTY_SHARE = 0.3
/**
 * Similarity from which two sentences with the same figures and names count as the same statement: the pages of the second are cited
 * with the first.
 */
const SAME = 0.7

/** Selects sentences one by one: the best one that adds something to those selected before. */
export class SentenceSelector {
  readonly #chosen: ChosenSentence[] = []
  readonly #open: { readonly candidate: Candidate; repeats: number }[]
  readonly #best: number
  readonly #once: boolean

  /** `candidates`: best first. `once`: of sentences that differ only in a figure or a name, select one. */
  constructor(candidates: readonly Candidate[], { once }: { readonly once: boolean }) {
    this.#once = once
    this.#open = candidates.map((candidate) => ({ candidate, repeats: 0 }))
    this.#best = candidates[0]?.score || 1
  }

  /** The next sentence for which `may` returns true; undefined if nothing new is left. */
  next(may: (candidate: Candidate) => boolean = () => true): ChosenSentence | undefined {
    let found = -1
    let most = Number.NEGATIVE_INFINITY
    this.#open.forEach(({ candidate, repeats }, i) => {
      const worth = (1 - NOVELTY_SHARE) * (candidate.score / this.#best) - NOVELTY_SHARE * repeats
      if (worth > most && may(candidate)) {
        most = worth
        found = i
      }
    })
    const [taken] = found < 0 ? [] : this.#open.splice(found, 1)
    if (!taken) return undefined
    const chosen: ChosenSentence = { candidate: taken.candidate, pages: [...taken.candidate.statement.pages] }
    this.#chosen.push(chosen)
    this.#note(chosen)
    return chosen
  }

  /** Removes sentences with the same statement and cites their pages; updates how much the others would repeat. */
  #note(chosen: ChosenSentence): void {
    for (let i = this.#open.length - 1; i >= 0; i--) {
      const open = this.#open[i]
      if (!open) continue
      const alike = product(open.candidate.vector, chosen.candidate.vector)
      const same = alike >= SAME && open.candidate.facts === chosen.candidate.facts
      if (same) {
        for (const page of open.candidate.statement.pages)
          if (!chosen.pages.includes(page)) chosen.pages.push(page)
      }
      if (same || (this.#once && alike >= SAME)) this.#open.splice(i, 1)
      else open.repeats = Math.max(open.repeats, alike)
    }
  }
}

function product(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [term, weight] of a) sum += weight * (b.get(term) ?? 0)
  return sum
}
