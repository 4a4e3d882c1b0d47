import type { Day } from '../../model/event.ts'
import { dayFromNumber, dayNumber, dayOf } from '../../time/day.ts'
import { type NamedDay, namedDays } from '../../time/named-days.ts'
import { writtenDates } from '../../time/text-date.ts'

/** The days that a summary covers; other days are background or plans. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * The day that a sentence is about: one that it names in full, by month and day, or by weekday relative to the publication of its
 * page; otherwise the day of publication. Null if it names only days outside the span, or if nothing is known.
 */
export function dayOfStatement(
  text: string,
  language: string,
  published: Day | null,
  span: Span,
): { day: Day | null; named: boolean } {
  const from = published === null ? null : dayNumber(published)
  const named = daysNamed(text, language, from)
  const inside = named.filter((day) => day >= span.from && day <= span.to)
  // Uses the latest: "after Friday's landfall, 30 people were rescued on Sunday".
  if (inside.length > 0) return { day: dayFromNumber(Math.max(...inside)), named: true }
  if (named.length > 0 || from === null) return { day: null, named: false }
  return { day: from >= span.from && from <= span.to ? published : null, named: false }
}

function daysNamed(text: string, language: string, published: number | null): number[] {
  const days: number[] = []
  // The order of day and month is unknown in a single sentence: ambiguous dates are ignored.
  for (const { day, swapped } of writtenDates(text, language, 'day-first')) {
    const number = swapped === null ? dayNumber(day) : null
    if (number !== null) days.push(number)
  }
  if (days.length > 0) return days
  for (const day of namedDays(text, language)) {
    const number = resolved(day, published)
    if (number !== null) days.push(number)
  }
  return days
}

/** Weekdays and dates without a year precede the page that names them: the last such day, including its own. */
function resolved(named: NamedDay, published: number | null): number | null {
  if ('weekday' in named) {
    if (published === null) return null
    return published - modulo(published + THURSDAY - named.weekday, 7)
  }
  const { month, date, year } = named
  if (year !== null) return numberOf(year, month, date)
  if (published === null) return null
  const own = Number(dayFromNumber(published).slice(0, 4))
  const thisYear = numberOf(own, month, date)
  // Up to a week ahead is a forecast; anything later belongs to the previous year.
  return thisYear !== null && thisYear <= published + 7 ? thisYear : numberOf(own - 1, month, date)
}

/** 1 January 1970, day 0. */
const THURSDAY = 4

function modulo(number: number, by: number): number {
  return ((number % by) + by) % by
}

function numberOf(year: number, month: number, date: number): number | null {
  const day = dayOf(year, month, date)
  return day === null ? null : dayNumber(day)
}
