import { EventideError } from '../model/errors.ts'
import type { PageReading } from '../model/page.ts'
import { dayFromNumber, dayNumber } from '../time/day.ts'
import { type ModelTerm, topicFromPages } from './topic-model.ts'
import type { EventDraft, WithReason } from './write-event.ts'

/** Input from a person. */
export interface EventWords {
  readonly name: string
  readonly what?: readonly string[]
  readonly where?: readonly string[]
  readonly start?: string
  readonly end?: string
  readonly who?: readonly string[]
  readonly languages?: readonly string[]
}

export interface DraftOptions {
  /** Number of topic words from the pages; by default that of `topicFromPages`. */
  readonly terms?: number
  /** Number of places from the pages. PN uses 5. */
  readonly places?: number
}

type Weights = Map<string, WithReason<number>>

/**
 * An event from words, from model pages, or from both; input from a person comes first and has more weight.
 */
export function draftEvent(
  words: EventWords,
  pages: readonly PageReading[],
  options: DraftOptions = {},
): EventDraft {
  const what = inOrder(words.what)
  const learned = topicFromPages(pages, { k: options.terms })
  addLearned(what, learned.what, pages.length)
  const who = inOrder(words.who)
  addLearned(who, learned.who, pages.length)
  if (what.size === 0) {
    throw new EventideError(
      'no-words',
      'Describe what happened: --what typhoon,haiyan, or pass pages about the event with --pages',
    )
  }
  const where = inOrder(words.where)
  const givenPlaces = where.size > 0
  if (!givenPlaces) for (const [name, weight] of placesOf(pages, options.places ?? 5)) where.set(name, weight)
  const { reason, ...days } = words.start
    ? { start: words.start, end: words.end, reason: 'given' }
    : daysOf(pages, words.end)
  return {
    name: words.name,
    what,
    where,
    when: { ...days, interest: [] },
    whenReason: reason,
    who,
    languages: words.languages ?? commonLanguages(pages),
    seeds: seedsOf(pages),
    learned: {
      ...(!givenPlaces && where.size > 0 && { where: pages.length }),
      ...(!words.start && days.start && { when: pages.length }),
      ...(!words.who?.length && who.size > 0 && { who: pages.length }),
    },
  }
}

function addLearned(weights: Weights, terms: readonly ModelTerm[], pages: number): void {
  for (const { term, weight, count, pages: n } of terms) {
    if (weights.has(term)) continue
    weights.set(term, { value: weight, reason: `${count} times in ${n} of ${pages} pages` })
  }
}

/** Weights of words in the order given: 1 for the first, a tenth less for each further one, at least 0.2. */
function inOrder(words: readonly string[] = []): Weights {
  return new Map(
    words.map((word, i) => [
      word,
      { value: Math.max(0.2, Math.round((1 - i / 10) * 100) / 100), reason: 'given' },
    ]),
  )
}

/** Places by how often the pages name them, the most frequent 1 (EV 4.1). */
function placesOf(pages: readonly PageReading[], max: number): Weights {
  const counts = new Map<string, { name: string; count: number; pages: number }>()
  for (const page of pages) {
    for (const { id, name, count } of page.places) {
      const known = counts.get(id) ?? { name, count: 0, pages: 0 }
      known.count += count
      known.pages++
      counts.set(id, known)
    }
  }
  const frequent = [...counts].sort((a, b) => b[1].count - a[1].count).slice(0, max)
  const largest = frequent[0]?.[1].count ?? 1
  return new Map(
    frequent.map(([id, { name, count, pages: n }]) => [
      id,
      {
        value: Math.max(0.01, Math.round((count / largest) * 100) / 100),
        reason: `${name}: ${count} times in ${n} of ${pages.length} pages`,
      },
    ]),
  )
}

/** News seldom follows the event by more than this. */
const NEWS_DELAY_DAYS = 7

/** The week up to the most frequent publication date, the earliest among equals (EV 4.1). */
function daysOf(
  pages: readonly PageReading[],
  givenEnd?: string,
): { start?: string; end?: string; reason?: string } {
  const days = new Map<string, number>()
  for (const { published } of pages) if (published) days.set(published, (days.get(published) ?? 0) + 1)
  const [best] = [...days].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const number = best && dayNumber(best[0])
  if (!best || number === null || number === undefined) return {}
  return {
    start: dayFromNumber(number - NEWS_DELAY_DAYS),
    end: givenEnd ?? best[0],
    reason: `the week up to ${best[0]}, when ${best[1]} of ${pages.length} pages were published; change it if you know the exact day`,
  }
}

function commonLanguages(pages: readonly PageReading[]): string[] {
  const counts = new Map<string, number>()
  for (const { language } of pages)
    if (language !== 'und') counts.set(language, (counts.get(language) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1]).map(([language]) => language)
}

/** More seeds would make the file unreadable. */
const MAX_SEEDS = 100

function seedsOf(pages: readonly PageReading[]): string[] {
  const urls = pages.map((page) => page.url).filter((url) => /^https?:/.test(url))
  return [...new Set(urls)].slice(0, MAX_SEEDS)
}
