import { BoundedMap } from '../../../cache/bounded-map.ts'
import type { Json } from '../../../model/json.ts'
import { DatedLists, type DatedListsState } from './dated-lists.ts'
import type { DayOdds } from './day-odds.ts'
import { clamp } from './odds-math.ts'
import type { Days } from './url-days.ts'

/** Prior probability that the list of a day of full interest shows an unknown page. */
const YIELD = 0.3
/** Weight of the prior, in lists, and how far observations may move it. */
const PRIOR_LISTS = 2
const MAX_FACTOR = 4
/** A month or a year is a long list, of which one page shows only the first part. */
const LONG_LIST = 4
/** Priors: archives link back twice as often as forward, and half the articles link to the list of their day. */
const FIRST = { back: 2, forth: 1, homed: 2, dated: 4 }
const MAX_SOURCES = 1_000

/**
 * The dated lists of each source (the news of a day or a month): which are known, which were read, and what
 * the next ones would show. Dated lists are chained, so the value of reading one includes the lists that
 * follow: it is the best average yield over a chain from it, in new pages per fetch, over all lengths (a
 * Gittins index).
 */
export class ArchiveLists {
  readonly #days: DayOdds
  readonly #lists = new BoundedMap<string, DatedLists>(MAX_SOURCES)
  /** Dated lists that link to earlier ones, and to later ones. */
  #back = FIRST.back
  #forth = FIRST.forth
  /** Articles that link to the list of their day, and all dated articles. */
  #homed = FIRST.homed
  #dated = FIRST.dated
  /** Observed and expected yield of the lists read so far. */
  #asProbability = PRIOR_LISTS * YIELD
  #expected = PRIOR_LISTS * YIELD

  constructor(days: DayOdds) {
    this.#days = days
  }

  /** New pages about the event per fetch if the list of these days is read next, and `fetches` more are needed to reach it. */
  list(source: string, { from, to }: Days, fetches = 0): number {
    const { start } = this.#days
    if (start === null) return 0
    const lists = this.#lists.get(source)
    if (from !== to) return this.#longList(lists, { from, to })
    const back = this.#back / (this.#back + this.#forth)
    const own = lists?.isRead(from) ? 0 : this.#yield(from, from)
    let best = rate(own, 1 + fetches)
    const lowest = Math.max(start - 1, (lists?.readBefore(from) ?? start - 2) + 1)
    const highest = Math.min(
      start + MAX_DAYS_AFTER,
      (lists?.readAfter(from) ?? start + MAX_DAYS_AFTER + 1) - 1,
    )
    for (const [end, share] of [
      [lowest, back],
      [highest, 1 - back],
    ] as const) {
      const length = Math.abs(end - from)
      for (let steps = 1; ; steps = Math.min(length, steps * 2)) {
        if (steps > length || (end < from ? from - steps < lowest : from + steps > highest)) break
        const asProbability = end < from ? this.#yield(from - steps, from) : this.#yield(from, from + steps)
        best = Math.max(best, share * rate(asProbability, 1 + steps + fetches))
        if (steps === length) break
      }
    }
    return best
  }

  /** Value of a page as a path to the list of its day, if that list is not known yet. */
  dayListValue(source: string, day: number): number {
    if (this.#days.start === null || this.#lists.get(source)?.isKnown(day)) return 0
    return (this.#homed / this.#dated) * this.list(source, { from: day, to: day }, 1)
  }

  /** Whether the list of this day may be requested although no page links to it. */
  maySuggest(source: string, day: number): boolean {
    const { start } = this.#days
    if (start === null || day < start - 1 || day > start + MAX_DAYS_AFTER) return false
    return this.#lists.get(source)?.maySuggest(day) ?? true
  }

  learnSuggested(source: string, day: number): void {
    this.#listsOf(source).suggest(day)
  }

  /** A suggested list exists. */
  learnMet(source: string): void {
    this.#listsOf(source).meet()
  }

  learnKnown(source: string, { from, to }: Days): void {
    if (from === to) this.#listsOf(source).know(from)
  }

  /** A dated list was read: its yield is compared with the expectation, and it has no value any more. */
  learnRead(source: string, { from, to }: Days, gain: number): void {
    if (from === to) {
      this.#expected += YIELD * this.#days.interest(from)
      this.#asProbability += gain
    }
    this.#listsOf(source).read(from === to ? from : longKey({ from, to }))
  }

  /** A dated list linked to an earlier one, to a later one, or to both. */
  learnChain(back: boolean, forth: boolean): void {
    if (back) this.#back++
    if (forth) this.#forth++
  }

  /** An article with a day did or did not link to the list of its day. */
  learnHome(homed: boolean): void {
    this.#dated++
    if (homed) this.#homed++
  }

  #longList(lists: DatedLists | undefined, { from, to }: Days): number {
    const again = lists?.isRead(longKey({ from, to })) ? 2 : 1
    return rate(this.#yield(from, to) / (LONG_LIST * again), 1)
  }

  #yield(from: number, to: number): number {
    const factor = clamp(this.#asProbability / this.#expected, 1 / MAX_FACTOR, MAX_FACTOR)
    return YIELD * factor * this.#days.interestOf(from, to)
  }

  #listsOf(source: string): DatedLists {
    let lists = this.#lists.get(source)
    if (!lists) {
      lists = new DatedLists()
      this.#lists.set(source, lists)
    }
    return lists
  }

  snapshot(): Json {
    return {
      counts: [this.#back, this.#forth, this.#homed, this.#dated, this.#asProbability, this.#expected],
      sources: [...this.#lists].map(([source, lists]) => [source, lists.snapshot()]),
    }
  }

  restore(state: {
    counts: readonly number[]
    sources: readonly (readonly [string, DatedListsState])[]
  }): void {
    const [back, forth, homed, dated, asProbability, expected] = state.counts
    this.#back = back ?? FIRST.back
    this.#forth = forth ?? FIRST.forth
    this.#homed = homed ?? FIRST.homed
    this.#dated = dated ?? FIRST.dated
    this.#asProbability = asProbability ?? PRIOR_LISTS * YIELD
    this.#expected = expected ?? PRIOR_LISTS * YIELD
    this.#lists.clear()
    for (const [source, saved] of state.sources) this.#lists.set(source, DatedLists.restore(saved))
  }
}

/** Chains forward end this many days after the start. */
const MAX_DAYS_AFTER = 400

/** The pages found have to be fetched as well. */
function rate(asProbability: number, fetches: number): number {
  return asProbability / (fetches + asProbability)
}

/** Negative, so that months and years differ from every day number. */
function longKey({ from, to }: Days): number {
  return -(from * 400 + Math.min(399, to - from)) - 1
}
