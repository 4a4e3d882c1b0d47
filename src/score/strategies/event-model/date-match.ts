import type { EventWhen } from '../../../model/event.ts'
import { dayFromNumber, dayNumber } from '../../../time/day.ts'
import type { NamedDay } from '../../../time/named-days.ts'

export interface DateMatch {
  /** 0..1; null when the event or the page has no date. */
  readonly value: number | null
  readonly because: readonly string[]
}

export interface DateOptions {
  /** Days before the start that a time zone or a wrong clock can explain. */
  readonly tolerance: number
  /** Days after the event beyond which the date no longer matters. */
  readonly horizon: number
  /** The days were extracted from pages about the event, so an earlier page may be about it too. */
  readonly learned?: boolean
}

/** Value of a page long after the event: it may still be about it, one from before cannot. */
const LATE = 0.4

/** Subtracted from a page that names other days but not that of the event: see docs/judging.md. */
const OTHER_DAYS = 0.3

/** A weekday alone means the last one. */
const WEEK = 7
const YEAR = 365

/** How well the dates of a page match the event: its publication date, and the dates it names. The event's dates are parsed once. */
export function createDateMatch(
  when: EventWhen,
  { tolerance, horizon, learned = false }: DateOptions,
): (day: string | null, named?: () => readonly NamedDay[]) => DateMatch {
  const start = when.start === undefined ? null : dayNumber(when.start)
  const end = when.end === undefined ? start : dayNumber(when.end)
  const spans = when.interest.map(({ from, to, value }) => ({
    from: dayNumber(from),
    to: dayNumber(to),
    value,
  }))
  const oneDay = when.end !== undefined && start === end && spans.length === 0
  const peak = Math.max(0, ...spans.map(({ value }) => value))

  const appeared = (day: string, number: number, first: number, last: number): DateMatch => {
    const before = first - number
    if (before > tolerance && !learned)
      return { value: 0, because: [`${day}, ${days(before)} before the start`] }
    const away = Math.max(0, number - last, learned ? before : 0)
    // Attention to an event falls off as 1 / (1 + days): its logarithm, the weight of the evidence, falls linearly in log days.
    const fading = Math.max(0, 1 - Math.log1p(away) / Math.log1p(horizon))
    const span = spans.find(({ from, to }) => from !== null && to !== null && number >= from && number <= to)
    const interest = span && peak > 0 ? span.value / peak : 0
    const reason = before > 0 ? `${days(before)} before` : `${days(away)} after`
    return {
      value: LATE + (1 - LATE) * Math.max(fading, interest),
      because: [away === 0 ? `${day}, during the event` : `${day}, ${reason}`],
    }
  }

  return (day, named) => {
    const number = day === null ? null : dayNumber(day)
    if (start === null || end === null) return { value: null, because: [] }
    const match =
      day === null || number === null ? { value: null, because: [] } : appeared(day, number, start, end)
    // Reports of a longer event name other days as well, and an extracted day may be wrong.
    if (!named || learned || !oneDay || match.value === 0) return match
    const daysNamed = named()
    if (daysNamed.some((one) => names(one, start, number)))
      return { value: 1, because: [...match.because, `names ${dayFromNumber(start)}`] }
    const thatWeek = number !== null && number - start < WEEK
    if (match.value === null || daysNamed.length === 0 || !thatWeek) return match
    return {
      value: Math.max(0, match.value - OTHER_DAYS),
      because: [...match.because, 'names only other days'],
    }
  }
}

/** Whether a date named on a page published then (null: unknown) is this day. */
function names(named: NamedDay, day: number, appeared: number | null): boolean {
  const age = appeared === null ? null : appeared - day
  const date = new Date(day * MS_PER_DAY)
  if ('weekday' in named) return age !== null && age >= 0 && age < WEEK && date.getUTCDay() === named.weekday
  if (date.getUTCDate() !== named.date || date.getUTCMonth() + 1 !== named.month) return false
  if (named.year !== null) return named.year === date.getUTCFullYear()
  return age === null || (age >= -1 && age < YEAR)
}

const MS_PER_DAY = 86_400_000

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}
