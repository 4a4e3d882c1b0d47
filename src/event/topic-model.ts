import type { WeightedTerm } from '../model/event.ts'
import type { PageReading } from '../model/page.ts'
import { damped, geometricMean } from '../text/informativeness.ts'
import { type NamedThing, namesFromPages } from './names-from-pages.ts'
import { type TermTally, tallyTerms } from './term-tally.ts'

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
  /** Include numbers, names and figures: they distinguish events, but are not concepts. Default: true. */
  readonly figures?: boolean
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

/**
 * EV keeps 10 words of 38 pages. To distinguish an event from similar ones on a single page, more are needed: about fifty words, and half
 * as many names and figures.
 */
const TERMS = 75
const NAMES = 12

/** The words and names that distinguish the pages from others, most distinctive first (EV 3.1, weighted by rarity). */
export function topicFromPages(pages: readonly PageReading[], options: TopicModelOptions = {}): TopicModel {
  const minPages =
    options.minPages ?? Math.min(5, Math.max(pages.length > 1 ? 2 : 1, Math.floor(pages.length / 8)))
  const names = namesFromPages(pages).filter((name) => name.pages >= minPages)
  // Squared, because the judge treats the weight of a name as the probability that it decides alone, which is low for names in passing.
  const who = names
    .filter(({ kind }) => kind !== 'other')
    .map((name) => ({ ...name, score: name.score ** 2 }))
  const tallies = tallyTerms(pages)
  // Words of people's names stay: another page may write the name differently.
  const terms = [...tallies.values()]
    .filter((tally) => tally.pages >= minPages && (options.figures !== false || isWord(tally)))
    .map((tally) => ({ ...tally, term: tally.spelling, score: damped(tally.worth) * tally.informativeness }))
  const phrases = names
    .filter(({ kind, stems }) => kind === 'other' && stems.length > 2)
    .map((name) => ({ ...name, score: tellingPhrase(name, tallies) }))
  return {
    what: weighted([...terms, ...phrases], options.k ?? TERMS),
    who: weighted(who, options.names ?? NAMES),
  }
}

function isWord({ stems, spelling }: TermTally): boolean {
  return stems.length === 1 && !/^\p{N}/u.test(spelling)
}

/** A longer name (a street, a ship, a law) has the position of its rarest word and the distinctiveness of its words together. */
function tellingPhrase({ stems }: NamedThing, tallies: ReadonlyMap<string, TermTally>): number {
  const words = stems.flatMap((stem) => tallies.get(stem) ?? [])
  if (words.length === 0) return 0
  const worth = Math.min(...words.map((word) => word.worth))
  return damped(worth) * geometricMean(words.map(({ informativeness }) => informativeness))
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
