import type { Day } from '../../model/event.ts'
import { dayNumber } from '../../time/day.ts'
import { readUrlDate } from '../../time/url-date.ts'

/** Days since 1970-01-01, both ends included. */
export interface DaySpan {
  readonly from: number
  readonly to: number
}

/** The day, month or year in the path or parameters of a URL, or null. */
export function urlSpan(canonicalUrl: string): DaySpan | null {
  const { day, year, month } = readUrlDate(canonicalUrl)
  if (day !== null) return spanOf(day, day)
  if (year !== null) return monthSpan(year, month)
  const query = new URLSearchParams(canonicalUrl.split('?', 2)[1] ?? '')
  for (const [name, value] of query) {
    const written = /^((?:19|20)\d\d)-?(0[1-9]|1[0-2])$/.exec(value)
    if (written) return monthSpan(Number(written[1]), Number(written[2]))
    if (!/^y(?:ear)?$/i.test(name) || !/^(?:19|20)\d\d$/.test(value)) continue
    const other = Number(query.get('month') ?? query.get('m') ?? Number.NaN)
    return monthSpan(Number(value), other >= 1 && other <= 12 ? other : null)
  }
  return null
}

export function spanOf(from: Day, to: Day): DaySpan | null {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  return first === null || last === null ? null : { from: first, to: last }
}

function monthSpan(year: number, month: number | null): DaySpan | null {
  const start = dayNumber(`${year}-${String(month ?? 1).padStart(2, '0')}-01`)
  // A month's span may reach into the next, which does no harm: it is compared with wider spans.
  return start === null ? null : { from: start, to: start + (month === null ? 365 : 30) }
}
