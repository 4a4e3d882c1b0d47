import type { Json } from '../../../model/json.ts'
import { clamp } from './odds-math.ts'
import { OutcomeRecords } from './outcome-records.ts'

/** Enough for the names of a few hundred stories. */
const MAX_WORDS = 10_000
/** One word of the event outweighs all words of other stories. */
const MAX_ODDS = 4

/**
 * Outcomes of links by words that are not the event's. Other storms, towns and people have other names; a few pages show whether they
 * belong to another story or to this one.
 */
export class OtherWords {
  readonly #records = new OutcomeRecords(MAX_WORDS)

  /** Log-odds of a link with these words, compared with all links fetched. */
  odds(words: readonly string[], rate: number): number {
    let odds = 0
    for (const word of words) odds += this.#records.odds(word, rate) ?? 0
    return clamp(odds, -MAX_ODDS, MAX_ODDS)
  }

  learn(words: readonly string[], about: boolean, trust: number): void {
    for (const word of words) this.#records.count(word, about ? 1 : 0, about ? trust : 1)
  }

  snapshot(): Json {
    return this.#records.snapshot()
  }

  restore(state: Parameters<OutcomeRecords['restore']>[0]): void {
    this.#records.restore(state)
  }
}
