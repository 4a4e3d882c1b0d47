import type { Candidate } from './score-statements.ts'
import type { SummaryPage } from './statements.ts'

/** A chosen sentence and the pages that say it. */
export interface Chosen {
  readonly candidate: Candidate
  readonly pages: SummaryPage[]
}

/** What a sentence is worth against what it repeats (maximal marginal relevance, Carbonell and Goldstein 1998). */
const NOVELTY_SHARE = 0.3
/** Two sentences this alike say the same, when they name the same figures and names: the pages of the second are cited with the first. */
const SAME = 0.7

/** Chooses sentences one by one: the best that says something new, as seen from all that were chosen before. */
export class Choice {
  readonly #chosen: Chosen[] = []
  readonly #open: { readonly candidate: Candidate; repeats: number }[]
  readonly #best: number
  readonly #once: boolean

  /** `candidates`: best first. `once`: of sentences that differ in a figure or a name alone, one is enough. */
  constructor(candidates: readonly Candidate[], { once }: { readonly once: boolean }) {
    this.#once = once
    this.#open = candidates.map((candidate) => ({ candidate, repeats: 0 }))
    this.#best = candidates[0]?.score || 1
  }

  /** The next sentence among those that `may` be chosen; undefined when nothing new is left. */
  next(may: (candidate: Candidate) => boolean = () => true): Chosen | undefined {
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
    const chosen: Chosen = { candidate: taken.candidate, pages: [...taken.candidate.statement.pages] }
    this.#chosen.push(chosen)
    this.#note(chosen)
    return chosen
  }

  /** Those that say the same are gone, their pages cited; the others know how much they would repeat. */
  #note(chosen: Chosen): void {
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
