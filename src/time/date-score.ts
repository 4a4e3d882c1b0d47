import type { Day, Interest } from '../model/event.ts'
import { dayNumber } from './day.ts'

/** Days from `a` to `b`, negative when `b` is earlier; NaN when either is not a calendar day. */
export function daysBetween(a: Day, b: Day): number {
  const from = dayNumber(a)
  const to = dayNumber(b)
  return from === null || to === null ? Number.NaN : to - from
}

/** EV eq. 4: 1 on the event's day, falling evenly to 0 at `numDays` before or after it; 0 for anything that is not a day. */
export function dateScore(event: Day, page: Day, numDays = 365): number {
  const days = Math.abs(daysBetween(event, page))
  if (Number.isNaN(days)) return 0
  if (!(numDays > 0)) return days === 0 ? 1 : 0
  return Math.max(0, 1 - days / numDays)
}

/** TI eq. 14's lambda: the interest of the span that holds the day, 0 outside all of them. */
export function interestAt(interests: readonly Interest[], day: Day): number {
  for (const { from, to, value } of interests) if (from <= day && day <= to) return value
  return 0
}
