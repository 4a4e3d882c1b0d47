import type { WeightedTerm } from '../model/event.ts'
import type { PageReading } from '../model/page.ts'
import { rarityOf } from '../text/commonness.ts'
import { termsOf } from '../text/terms.ts'
import { backgroundTerms } from './background.ts'
import { NAME_FACTOR, namesFromPages } from './names-from-pages.ts'

export interface TopicModelOptions {
  /** Terms kept. */
  readonly k?: number
  /** Names kept. */
  readonly names?: number
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

export interface TopicModel {
  readonly what: readonly ModelTerm[]
  readonly who: readonly ModelTerm[]
}

interface Tally {
  count: number
  pages: number
  lastPage: number
  /** Within sentences: how often it stands there, and how often with a capital. */
  inside: number
  capital: number
  language: string
  readonly spellings: Map<string, number>
}

/** EV keeps 10 words of 38 pages; to tell one event from its look-alikes by a single page takes more of its words. */
const TERMS = 50
const NAMES = 12

/** Words, and numbers that name something: a house, a flight, a sum. Shorter ones are counts and ages, common to all news. */
const WORD = /[\p{L}\p{M}][\p{L}\p{M}'’-]*|\p{N}{3,12}/gu
const YEAR = /^(?:19|20)\d\d$/

/** German writes every noun with a capital. */
const CAPITAL_NOUNS = new Set(['de', 'lb'])

/** The words and names by which the pages can be told from others, most telling first (EV 3.1, weighted by rarity). */
export function topicFromPages(pages: readonly PageReading[], options: TopicModelOptions = {}): TopicModel {
  const minPages =
    options.minPages ?? Math.min(5, Math.max(pages.length > 1 ? 2 : 1, Math.floor(pages.length / 8)))
  const names = namesFromPages(pages).filter((name) => name.pages >= minPages)
  // Squared: the judge takes the weight of a name for its chance to decide alone, which a name in passing has not.
  const who = names
    .filter(({ kind }) => kind !== 'other')
    .map((name) => ({ ...name, score: name.score ** 2 }))
  const tallies = new Map<string, Tally>()
  for (const [index, page] of pages.entries()) tallyPage(tallies, page, index)
  // Words of people's names stay: another page may write the name differently.
  const terms = [...tallies]
    .filter(([, tally]) => tally.pages >= minPages)
    .map(([term, tally]) => ({ ...termOf(tally), score: tellingWord(term, tally) }))
  const phrases = names.filter(({ kind, stems }) => kind === 'other' && stems.length > 1)
  return {
    what: weighted([...terms, ...phrases], options.k ?? TERMS),
    who: weighted(who, options.names ?? NAMES),
  }
}

/** What finding the term in a page tells: how much it belongs to the event, and how unlikely it is elsewhere. */
function tellingWord(term: string, { count, inside, capital, language }: Tally): number {
  const name = !CAPITAL_NOUNS.has(language) && capital * 2 > inside
  return (1 + Math.log(count)) * rarityOf(term, language) ** 2 * (name ? NAME_FACTOR : 1)
}

interface Scored {
  readonly term: string
  readonly score: number
  readonly count: number
  readonly pages: number
}

function weighted(terms: readonly Scored[], k: number): ModelTerm[] {
  const kept = [...terms]
    .sort((a, b) => b.score - a.score || b.count - a.count || (a.term < b.term ? -1 : 1))
    .slice(0, k)
  const largest = kept[0]?.score ?? 1
  return kept.map(({ term, score, count, pages }) => ({
    term,
    weight: Math.max(0.01, Math.round((score / largest) * 100) / 100),
    count,
    pages,
  }))
}

function termOf(tally: Tally) {
  return { term: commonest(tally.spellings), count: tally.count, pages: tally.pages }
}

function tallyPage(tallies: Map<string, Tally>, page: PageReading, index: number): void {
  const { language } = page
  const background = backgroundTerms(language)
  const text = `${page.title}\n${page.mainText}`
  for (const match of text.matchAll(WORD)) {
    const word = match[0].replace(/['’](?:s|S)?$/u, '')
    if (YEAR.test(word)) continue
    const lower = word.toLowerCase()
    // A run without spaces (Chinese, Thai) gives several terms, each its own spelling; a word gives one or none.
    const terms = termsOf(lower, language)
    for (const term of terms) {
      if (background.has(term) || (term.length < 2 && !/\p{Script=Han}/u.test(term))) continue
      const spelling = terms.length === 1 ? lower : term
      const tally = tallies.get(term) ?? {
        count: 0,
        pages: 0,
        lastPage: -1,
        inside: 0,
        capital: 0,
        language,
        spellings: new Map<string, number>(),
      }
      tally.count++
      if (match.index > page.title.length && /[\p{L},] $/u.test(text.slice(match.index - 2, match.index))) {
        tally.inside++
        if (word !== lower) tally.capital++
      }
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
