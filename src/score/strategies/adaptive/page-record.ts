import type { Json } from '../../../model/json.ts'
import type { PageReading } from '../../../model/page.ts'
import { pageWords } from '../../features/page-words.ts'
import type { DayOdds } from './day-odds.ts'
import { clamp } from './odds-math.ts'
import type { WordOdds } from './word-odds.ts'

/** Number of pages of either kind at which corrections get half their weight. */
const HALF_SURE = 50
/** Words of a page are correlated, and the judge has used them already, so each counts only in part. */
const WORD_SHARE = 0.3
const DATE_SHARE = 0.5
/** Bounds the correction of the judge. */
const MAX = 2
/** Smoothing, in pages. */
const PRIOR = 2

export interface PageOdds {
  /** Log-odds to add to the judge's; 0 while little is known. */
  readonly odds: number
  readonly because: readonly string[]
}

/**
 * What the pages judged so far show about the next one: which words distinguish pages about the event, and when they are published. If
 * three of four pages about a storm name it, a page about a storm that does not is less likely about it.
 */
export class PageRecord {
  readonly #words: WordOdds
  readonly #days: DayOdds
  readonly #about: number[]
  readonly #other: number[]
  /** Needed when a page is judged and again when its memo is written. */
  readonly #held = new WeakMap<PageReading, readonly number[]>()
  #kept = 0
  #dropped = 0

  constructor(words: WordOdds, days: DayOdds) {
    this.#words = words
    this.#days = days
    this.#about = words.terms.map(() => 0)
    this.#other = words.terms.map(() => 0)
  }

  /** Whether enough pages about the event are known to tell what is usual. */
  get isExperienced(): boolean {
    return this.#kept >= HALF_SURE
  }

  /** Words of the event anywhere in the text of the page. */
  held(page: PageReading): readonly number[] {
    let held = this.#held.get(page)
    if (!held) {
      held = this.#words.heldIn(pageWords(page), page.language)
      this.#held.set(page, held)
    }
    return held
  }

  correction(held: readonly number[], day: number | null): PageOdds {
    const known = Math.min(this.#kept, this.#dropped)
    const sure = known / (known + HALF_SURE)
    if (sure === 0) return { odds: 0, because: [] }
    const reasons: { term: string; odds: number }[] = []
    let odds = 0
    for (const [i, term] of this.#words.terms.entries()) {
      const about = (this.#about[i] ?? 0) + PRIOR / 2
      const other = (this.#other[i] ?? 0) + PRIOR / 2
      const p = about / (this.#kept + PRIOR)
      const q = other / (this.#dropped + PRIOR)
      const has = held.includes(i)
      const one = WORD_SHARE * (has ? Math.log(p / q) : Math.log((1 - p) / (1 - q)))
      odds += one
      reasons.push({ term: has ? term : `no ${term}`, odds: one })
    }
    const date = Math.min(0, this.#days.odds(day) ?? 0) * DATE_SHARE
    if (date < 0) reasons.push({ term: 'an unusual day', odds: date })
    return {
      odds: sure * clamp(odds + date, -MAX, MAX),
      because: reasons
        .sort((a, b) => Math.abs(b.odds) - Math.abs(a.odds))
        .slice(0, 3)
        .map(({ term }) => term),
    }
  }

  learn(held: readonly number[], relevant: boolean, weight: number): void {
    const table = relevant ? this.#about : this.#other
    for (const i of held) if (i in table) table[i] = (table[i] ?? 0) + weight
    if (relevant) this.#kept += weight
    else this.#dropped += weight
  }

  snapshot(): Json {
    return { about: [...this.#about], other: [...this.#other], kept: this.#kept, dropped: this.#dropped }
  }

  restore(state: {
    about: readonly number[]
    other: readonly number[]
    kept: number
    dropped: number
  }): void {
    if (state.about.length !== this.#about.length || state.other.length !== this.#other.length) return
    for (let i = 0; i < this.#about.length; i++) {
      this.#about[i] = state.about[i] ?? 0
      this.#other[i] = state.other[i] ?? 0
    }
    this.#kept = state.kept
    this.#dropped = state.dropped
  }
}
