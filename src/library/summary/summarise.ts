import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Day, EventModel } from '../../model/event.ts'
import { dayNumber } from '../../time/day.ts'
import { type NamedEntity, type NamedPlace, placesOf, whoOf } from './names.ts'
import { TermPages } from './profile.ts'
import { type Candidate, scoreStatements } from './score-statements.ts'
import { type ChosenSentence, SentenceSelector } from './select-sentences.ts'
import type { Span } from './statement-day.ts'
import { StatementCollector, type SummaryPage } from './statements.ts'

export interface CitedSentence {
  readonly text: string
  readonly cites: readonly { readonly page: number; readonly title: string; readonly source: string }[]
}

export interface Summary {
  readonly overview: readonly CitedSentence[]
  /** In chronological order. */
  readonly days: readonly {
    readonly day: Day
    readonly pages: number
    readonly sentences: readonly CitedSentence[]
  }[]
  readonly places: readonly NamedPlace[]
  readonly who: readonly NamedEntity[]
}

/** Texts are released after reading. */
interface ReadPage {
  readonly page: SummaryPage
  readonly text: string
}

/** Maximum number of pages cited with a sentence, most relevant first. */
const MAX_CITED = 20
const MAX_DAYS = 30
const MAX_PER_DAY = 3
const MAX_NAMES = 20
/** Pages per batch, after which other tasks can run. */
const PAGES_PER_BATCH = 4
/** Days before the start that belong to the event: forecasts and warnings. */
const BEFORE = 10
/** Number of places, besides those of the event, whose names raise the score of a sentence. */
const KNOWN_PLACES = 10
/** Minimum score, relative to the best sentence, in the overview and under a day. */
const MIN_WORTH = { overview: 0.35, day: 0.35 }

/** Summarises an event with sentences from its pages. Deterministic. */
export async function summarise(
  event: EventModel,
  pages: Iterable<ReadPage> | AsyncIterable<ReadPage>,
  sentences: number,
): Promise<Summary> {
  const telling = new StatementCollector()
  const terms = new TermPages()
  const read: SummaryPage[] = []
  for await (const { page, text } of pages) {
    terms.add(page.language, telling.add(page, text))
    read.push(page)
    if (read.length % PAGES_PER_BATCH === 0) await nextTurn()
  }
  const places = placesOf(read, MAX_NAMES)
  const near = [
    ...event.where.flatMap(({ name, place }) => [name, place.name]),
    ...places.slice(0, KNOWN_PLACES).map(({ name }) => name),
  ]
  const candidates = await scoreStatements(telling.sentences(), {
    profiles: terms.profiles(event),
    places: [...new Set(near.map((name) => name.toLowerCase()))],
    span: spanOf(event, read),
  })
  const overview = await overviewOf(candidates, sentences)
  const days = await daysOf(candidates, read)
  return { overview, days, places, who: whoOf(read, MAX_NAMES, event) }
}

/** The days from shortly before the start of the event to the last page about it. */
function spanOf({ when }: EventModel, pages: readonly SummaryPage[]): Span {
  const days = pages.flatMap(({ published }) =>
    published === null ? [] : [dayNumber(published) ?? []].flat(),
  )
  const first = when.start === undefined ? undefined : dayNumber(when.start)
  return {
    from: first === undefined || first === null ? Number.NEGATIVE_INFINITY : first - BEFORE,
    to: days.reduce((last, day) => Math.max(last, day), Number.NEGATIVE_INFINITY),
  }
}

/** The best sentence first, then the others in chronological order; undated ones last. */
async function overviewOf(candidates: readonly Candidate[], sentences: number): Promise<CitedSentence[]> {
  const choice = new SentenceSelector(candidates, { once: true })
  const least = (candidates[0]?.score ?? 0) * MIN_WORTH.overview
  const chosen: ChosenSentence[] = []
  while (chosen.length < sentences) {
    const next = choice.next(({ score }) => score >= least)
    if (!next) break
    chosen.push(next)
    await nextTurn()
  }
  const [lead, ...rest] = chosen
  const dayOf = ({ candidate }: ChosenSentence) => candidate.day ?? '9999'
  rest.sort((a, b) =>
    dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : b.candidate.score - a.candidate.score,
  )
  return [...(lead ? [lead] : []), ...rest].map(citedSentence)
}

/** The days with the most coverage, each with the sentences about that day only. */
async function daysOf(
  candidates: readonly Candidate[],
  pages: readonly SummaryPage[],
): Promise<Summary['days']> {
  const worth = new Map<Day, number[]>()
  for (const { day, score } of candidates) {
    if (day === null) continue
    const best = worth.get(day) ?? []
    if (best.length < MAX_PER_DAY) best.push(score)
    worth.set(day, best)
  }
  const sum = (scores: readonly number[]) => scores.reduce((total, score) => total + score, 0)
  const days = [...worth].sort((a, b) => sum(b[1]) - sum(a[1]) || (a[0] < b[0] ? -1 : 1)).slice(0, MAX_DAYS)
  const byDay = new Map<Day, CitedSentence[]>()
  const listed = new Set(days.map(([day]) => day))
  const choice = new SentenceSelector(
    candidates.filter(({ day }) => day !== null && listed.has(day)),
    { once: false },
  )
  for (const [day, [best = 0]] of days) {
    const sentences: CitedSentence[] = []
    while (sentences.length < MAX_PER_DAY) {
      const next = choice.next(
        (candidate) => candidate.day === day && candidate.score >= best * MIN_WORTH.day,
      )
      if (!next) break
      sentences.push(citedSentence(next))
      await nextTurn()
    }
    if (sentences.length > 0) byDay.set(day, sentences)
  }
  const published = new Map<Day, number>()
  for (const { published: day } of pages) if (day !== null) published.set(day, (published.get(day) ?? 0) + 1)
  return [...byDay]
    .sort((a, b) => (a[0] < b[0] ? -1 : 1))
    .map(([day, sentences]) => ({ day, pages: published.get(day) ?? 0, sentences }))
}

function citedSentence({ candidate, pages }: ChosenSentence): CitedSentence {
  const cites = [...pages]
    .sort((a, b) => b.relevance - a.relevance || a.id - b.id)
    .slice(0, MAX_CITED)
    .map(({ id, title, source }) => ({ page: id, title, source }))
  return { text: candidate.statement.text, cites }
}
