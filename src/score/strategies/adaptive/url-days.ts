import { dayNumber, dayOf, daysInMonth } from '../../../time/day.ts'
import { readUrlDate } from '../../../time/url-date.ts'

/** Days since 1970-01-01, both ends included. */
export interface Days {
  readonly from: number
  readonly to: number
}

/** The day, month or year in a URL; null if there is none. */
export function urlDays(url: string): Days | null {
  const { day, year, month } = readUrlDate(url)
  if (day) return single(dayNumber(day))
  if (year === null) return null
  const from = dayNumber(dayOf(year, month ?? 1, 1) ?? '')
  const last = month ?? 12
  const to = dayNumber(dayOf(year, last, daysInMonth(year, last)) ?? '')
  return from === null || to === null ? null : { from, to }
}

function single(day: number | null): Days | null {
  return day === null ? null : { from: day, to: day }
}
