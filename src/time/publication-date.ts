import type { Day } from '../model/event.ts'
import type { DateSource } from '../model/page.ts'
import { candidatesOf, type DateCandidate } from './candidates.ts'
import { dayFromNumber, dayNumber, dayOfInstant } from './day.ts'
import type { DateHints } from './hint.ts'
import { resolveDayMonthOrder, resolveTimeZones } from './resolve-ambiguity.ts'
import { readTimestamp } from './timestamp.ts'
import { readUrlDate, type UrlDate } from './url-date.ts'

/** Information from outside the page's markup. */
export interface DateContext {
  /** The Last-Modified header as received. */
  readonly lastModified?: string
  /** When the page was fetched: it cannot have been published later. */
  readonly now?: Date
  /** Visible text, read if the markup has no date. */
  readonly visibleText?: string
  /** ISO 639-1 code of the text's language, if detected. */
  readonly language?: string
}

export interface PublicationDate {
  readonly day: Day | null
  readonly source: DateSource
  /** Evidence for the day, strongest first. */
  readonly because: string[]
}

/** Below this weight a date is a guess, and unknown is the better result. */
const MIN_WEIGHT = 0.25
/**
 * Share of the weight that a second and third date of the same family adds: they usually come from the same
 * database field.
 */
const SAME_FAMILY = 0.15
/** Pages generated on request have the time of the request in this header. */
const HEADER_AGE_DAYS = 2
/** Pages of printed originals may be older than the web, but hardly older than this. */
const EARLIEST: Day = '1900-01-02'
const EMPTY_FIELD: Day = '1970-01-01'
/** Older dates in text belong to the events it describes. */
const WEB: Day = '1991-08-06'

/** The day a page was published, from all evidence; `unknown` (null) if none is credible. */
export function publicationDate(hints: DateHints, context: DateContext): PublicationDate {
  const address = readUrlDate(hints.url)
  const now = address.captured ?? (context.now && dayOfInstant(context.now))
  // The page's time zone may be a day ahead.
  const latest = now ? dayFromNumber((dayNumber(now) ?? 0) + 1) : null
  const possible = (day: Day) => day >= EARLIEST && day !== EMPTY_FIELD && (latest === null || day <= latest)
  const readable = resolveDayMonthOrder(candidatesOf(hints, context), possible)
  const candidates = readable.filter(
    ({ day, family }) => possible(day) && (family !== 'visible' || day >= WEB),
  )
  const best = strongest(resolveTimeZones(candidates), address)
  if (best && best.weight >= MIN_WEIGHT) return answer(best.day, best.witnesses)
  return fromHeader(context, now, possible)
}

interface Tally {
  readonly day: Day
  readonly weight: number
  readonly witnesses: readonly DateCandidate[]
}

function strongest(candidates: readonly DateCandidate[], address: UrlDate): Tally | null {
  const byDay = new Map<Day, DateCandidate[]>()
  for (const candidate of candidates) {
    const known = byDay.get(candidate.day)
    if (known) known.push(candidate)
    else byDay.set(candidate.day, [candidate])
  }
  let best: Tally | null = null
  for (const [day, witnesses] of byDay) {
    const weight = weigh(witnesses) + agreement(day, address.year, address.month)
    if (!best || weight > best.weight) best = { day, weight, witnesses }
  }
  return best
}

/** The strongest date of each family counts in full, the others add a little. */
function weigh(witnesses: readonly DateCandidate[]): number {
  const families = new Map<string, number[]>()
  for (const { family, weight } of witnesses) families.set(family, [...(families.get(family) ?? []), weight])
  let sum = 0
  for (const weights of families.values()) {
    weights.sort((a, b) => b - a)
    sum += weights[0] ?? 0
    for (const weight of weights.slice(1, 3)) sum += SAME_FAMILY * weight
  }
  return sum
}

/** A URL with a year or a month was created together with the page. */
function agreement(day: Day, year: number | null, month: number | null): number {
  if (year === null) return 0
  if (Number(day.slice(0, 4)) !== year) return -0.5
  if (month === null) return 0.3
  return Number(day.slice(5, 7)) === month ? 0.8 : -0.3
}

function answer(day: Day, witnesses: readonly DateCandidate[]): PublicationDate {
  const sorted = [...witnesses].sort((a, b) => b.weight - a.weight)
  const because = [...new Set(sorted.map((witness) => witness.because))].slice(0, 4)
  return { day, source: sorted[0]?.source ?? 'none', because }
}

function fromHeader(
  context: DateContext,
  now: Day | null | undefined,
  possible: (day: Day) => boolean,
): PublicationDate {
  const header = context.lastModified
    ? readTimestamp(context.lastModified, 'en', 'day-first')?.day
    : undefined
  if (header && now && possible(header)) {
    const age = (dayNumber(now) ?? 0) - (dayNumber(header) ?? 0)
    if (age >= HEADER_AGE_DAYS) return { day: header, source: 'header', because: ['Last-Modified header'] }
  }
  return { day: null, source: 'none', because: [] }
}
