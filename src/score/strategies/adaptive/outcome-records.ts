import { BoundedMap } from '../../../cache/bounded-map.ts'
import type { Json } from '../../../model/json.ts'
import { logOdds } from './odds-math.ts'

interface Outcome {
  right: number
  all: number
  /** Cached log-odds and the rate they are relative to; NaN if outdated. */
  odds: number
  rate: number
}

type Group = string | number

/** Weight of the overall rate, in outcomes. */
const PRIOR = 4

/** Outcomes of pages by many small groups (one parent, one URL shape); the least recently used groups are dropped. */
export class OutcomeRecords {
  readonly #groups: BoundedMap<Group, Outcome>
  /** The last rate and its log-odds: it is the same for all links of a page. */
  #rate = Number.NaN
  #rateOdds = 0

  constructor(maxGroups: number) {
    this.#groups = new BoundedMap(maxGroups)
  }

  /** Log-odds of the next page of the group relative to the rate of all pages; null for an unknown group. */
  odds(group: Group, rate: number): number | null {
    const known = this.#groups.get(group)
    if (!known) return null
    if (known.rate === rate) return known.odds
    if (rate !== this.#rate) {
      this.#rate = rate
      this.#rateOdds = logOdds(rate)
    }
    known.rate = rate
    known.odds = logOdds((known.right + PRIOR * rate) / (known.all + PRIOR)) - this.#rateOdds
    return known.odds
  }

  count(group: Group, right: number, weight = 1): void {
    const known = this.#groups.get(group) ?? outcome(0, 0)
    known.right += right * weight
    known.all += weight
    known.rate = Number.NaN
    this.#groups.set(group, known)
  }

  snapshot(): Json {
    return [...this.#groups].map(([group, { right, all }]) => [group, right, all])
  }

  restore(state: readonly (readonly [Group, number, number])[]): void {
    this.#groups.clear()
    for (const [group, right, all] of state) this.#groups.set(group, outcome(right, all))
  }
}

function outcome(right: number, all: number): Outcome {
  return { right, all, odds: 0, rate: Number.NaN }
}
