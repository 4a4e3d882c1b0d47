import type { DateRole } from '../html/date-names.ts'
import type { Day } from '../model/event.ts'
import type { DateSource } from '../model/page.ts'
import { roleOfWords } from './date-words.ts'
import type { DateHint, DateHints, HintKind } from './hint.ts'
import { numericOrder } from './numeric-order.ts'
import { writtenDates } from './text-date.ts'
import { readTimestamp, type Timestamp } from './timestamp.ts'
import { dateFromUrl } from './url-date.ts'
import { dataWeight, isFromTitleOn, laterFactor, proseFactor, visibleWeight, WEIGHTS } from './weights.ts'
import type { NumericOrder, WrittenDate } from './written-date.ts'

/** A possible day of publication, with its evidence. */
export interface DateCandidate {
  readonly day: Day
  /** The day with day and month swapped, if a numeric date is ambiguous. */
  readonly swapped: Day | null
  /** The day; for UTC times also the adjacent days, in other time zones. */
  readonly local: readonly Day[]
  readonly weight: number
  readonly source: DateSource
  /** Dates of one family are not independent: publishing tools copy one field to many places. */
  readonly family: 'url' | 'data' | 'visible'
  readonly because: string
}

interface Reading {
  readonly language: string
  readonly order: NumericOrder
  /** Dates by text, because an element, its ancestors and its block share their text. */
  readonly known: Map<string, WrittenDate[]>
}

interface ReadDate {
  readonly day: Day
  readonly swapped: Day | null
  readonly local: readonly Day[]
  readonly role: DateRole
  readonly factor: number
}

const SOURCES: Readonly<Record<HintKind, DateSource>> = {
  'json-ld': 'structured',
  microdata: 'structured',
  script: 'structured',
  meta: 'meta',
  time: 'element',
  named: 'element',
  text: 'text',
}
/** Maximum number of dates per hint: published, updated, and one more. */
const DATES_PER_HINT = 3
/** Plain text has its date at the start, if at all. */
const TEXT_START = 4_000
const LINE_START = 400

/** The days given by the hints, the URL and, failing these, the visible text. */
export function candidatesOf(
  hints: DateHints,
  context: { readonly visibleText?: string; readonly language?: string },
): DateCandidate[] {
  const reading = readingOf(hints, context.language)
  const candidates: DateCandidate[] = []
  const address = dateFromUrl(hints.url)
  if (address) {
    const witness = { source: 'url', family: 'url', because: `address ${address}` } as const
    candidates.push({ day: address, swapped: null, local: [address], weight: WEIGHTS.address, ...witness })
  }
  const seen = new Map<string, Day[]>()
  for (const hint of hints.hints) candidates.push(...candidatesOfHint(hint, hints, reading, seen))
  if (candidates.length === 0 && context.visibleText)
    candidates.push(...textCandidates(context.visibleText, reading))
  return candidates
}

function readingOf(hints: DateHints, recognised: string | undefined): Reading {
  const declared = hints.language.toLowerCase()
  const primary = declared.split(/[-_]/)[0] ?? ''
  const language = recognised && recognised !== 'und' ? recognised : primary
  // The region of the declared language tells how numbers are read, if it is the language of the text.
  const order = numericOrder(primary === language ? declared : language, hints)
  return { language, order, known: new Map() }
}

function* candidatesOfHint(
  hint: DateHint,
  hints: DateHints,
  reading: Reading,
  seen: Map<string, Day[]>,
): Generator<DateCandidate> {
  const visible = hint.kind === 'time' || hint.kind === 'named' || hint.kind === 'text'
  const source = SOURCES[hint.kind]
  for (const { day, swapped, local, role, factor } of visible
    ? visibleDates(hint, reading)
    : dataDates(hint, reading)) {
    const group = visible
      ? `visible ${role} ${hint.region} ${isFromTitleOn(hint, hints)}`
      : `${hint.kind} ${role}`
    const trust = visible ? visibleWeight(hint, role, hints) : dataWeight(hint, role)
    const weight = trust * factor * laterFactor(placeOf(day, group, seen))
    const family = visible ? 'visible' : 'data'
    yield { day, swapped, local, weight, source, family, because: describe(hint, role) }
  }
}

/** How many other days earlier hints of the group gave. */
function placeOf(day: Day, group: string, seen: Map<string, Day[]>): number {
  const days = seen.get(group) ?? []
  const known = days.indexOf(day)
  if (known !== -1) return known
  days.push(day)
  seen.set(group, days)
  return days.length - 1
}

function* dataDates(hint: DateHint, { language, order }: Reading): Generator<ReadDate> {
  const stamp = readTimestamp(hint.value, language, order)
  if (stamp) yield stated(stamp, hint.role)
}

function stated({ day, swapped, local }: Timestamp, role: DateRole): ReadDate {
  return { day, swapped, local, role, factor: 1 }
}

function* visibleDates(hint: DateHint, reading: Reading): Generator<ReadDate> {
  if (/^\d{4}-?\d\d-?\d\d|^\d{10}/.test(hint.value)) {
    const stamp = readTimestamp(hint.value, reading.language, reading.order)
    if (stamp) {
      yield stated(stamp, hint.role)
      return
    }
  }
  let end = 0
  for (const { day, swapped, start, end: next } of datesIn(hint.value, reading)) {
    const words = hint.value.slice(end, start)
    end = next
    const statedRole = roleOfWords(words)
    if (statedRole === null) continue
    const role = statedRole === 'unclear' ? hint.role : statedRole
    const prose = role === 'unclear' ? proseFactor(words.trim().length, hint.value.length) : 1
    const mostlyDate = next - start > 0.3 * hint.value.length
    yield { day, swapped, local: [day], role, factor: prose * (mostlyDate ? 1 : 0.8) }
  }
}

function datesIn(text: string, { language, order, known }: Reading): WrittenDate[] {
  const before = known.get(text)
  if (before) return before
  const dates = writtenDates(text, language, order).slice(0, DATES_PER_HINT)
  known.set(text, dates)
  return dates
}

function* textCandidates(text: string, { language, order }: Reading): Generator<DateCandidate> {
  const witness = { source: 'text', family: 'visible' } as const
  let place = 0
  for (const line of text.slice(0, TEXT_START).split('\n')) {
    for (const { day, swapped, start } of writtenDates(line.slice(0, LINE_START), language, order)) {
      if (roleOfWords(line.slice(0, start)) === null) continue
      const weight = WEIGHTS.textAlone * laterFactor(place++)
      yield { day, swapped, local: [day], weight, because: describeText(line), ...witness }
    }
  }
}

function describe(hint: DateHint, role: DateRole): string {
  const what = role === 'modified' ? ' (change)' : ''
  if (hint.kind === 'text') return describeText(hint.value) + what
  return `${hint.kind === 'named' ? 'element' : hint.kind} ${hint.name}${what}`
}

function describeText(text: string): string {
  return `text "${text.replace(/\s+/g, ' ').trim().slice(0, 60)}"`
}
