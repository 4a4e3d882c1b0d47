import type { WeightedTerm } from '../model/event.ts'
import type { PageReading } from '../model/page.ts'
import { termsOf } from '../text/terms.ts'
import { backgroundTerms } from './background.ts'

export interface TopicModelOptions {
  /** Terms kept. EV found 10 best for judging pages. */
  readonly k?: number
  /** `log`: `log(1 + f)` as in EV 3.1; `share`: `f` as in PN and LS; both divided by the largest. */
  readonly weighting?: 'log' | 'share'
  /**
   * A term must occur in at least this many of the pages. Default: in an eighth of them, at most 5 and at least 2 once
   * there are two pages (EV: 5 of 38).
   */
  readonly minPages?: number
}

export interface ModelTerm extends WeightedTerm {
  /** Why it is in the model: how often and in how many of the pages it occurs. */
  readonly count: number
  readonly pages: number
}

interface Tally {
  count: number
  pages: number
  lastPage: number
  readonly spellings: Map<string, number>
}

/** The words that model pages share, most weighty first (EV 3.1). */
export function topicFromPages(pages: readonly PageReading[], options: TopicModelOptions = {}): ModelTerm[] {
  const minPages =
    options.minPages ?? Math.min(5, Math.max(pages.length > 1 ? 2 : 1, Math.floor(pages.length / 8)))
  const tallies = new Map<string, Tally>()
  for (const [index, page] of pages.entries()) tallyPage(tallies, page, index)
  const kept = [...tallies.values()]
    .filter((tally) => tally.pages >= minPages)
    .sort((a, b) => b.count - a.count || b.pages - a.pages)
    .slice(0, options.k ?? 10)
  const weight = (count: number) => (options.weighting === 'share' ? count : Math.log1p(count))
  const largest = weight(kept[0]?.count ?? 0)
  return kept.map((tally) => ({
    term: commonest(tally.spellings),
    weight: Math.max(0.01, Math.round((weight(tally.count) / largest) * 100) / 100),
    count: tally.count,
    pages: tally.pages,
  }))
}

function tallyPage(tallies: Map<string, Tally>, page: PageReading, index: number): void {
  const background = backgroundTerms(page.language)
  for (const [word] of `${page.title}\n${page.mainText}`.matchAll(/[\p{L}\p{M}][\p{L}\p{M}'’-]*/gu)) {
    const lower = word.toLowerCase()
    // A run without spaces (Chinese, Thai) gives several terms, each its own spelling; a word gives one or none.
    const terms = termsOf(lower, page.language)
    for (const term of terms) {
      if (background.has(term) || (term.length < 2 && !/\p{Script=Han}/u.test(term))) continue
      const spelling = terms.length === 1 ? lower : term
      const tally = tallies.get(term) ?? {
        count: 0,
        pages: 0,
        lastPage: -1,
        spellings: new Map<string, number>(),
      }
      tally.count++
      if (tally.lastPage !== index) {
        tally.pages++
        tally.lastPage = index
      }
      tally.spellings.set(spelling, (tally.spellings.get(spelling) ?? 0) + 1)
      tallies.set(term, tally)
    }
  }
}

function commonest(spellings: ReadonlyMap<string, number>): string {
  return [...spellings].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)[0]![0]
}
