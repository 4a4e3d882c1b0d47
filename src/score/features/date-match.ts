import type { EventWhen } from '../../model/event.ts'
import { dayNumber } from '../../time/day.ts'

export interface DateMatch {
  /** 0..1; null when the event or the page has no date. */
  readonly value: number | null
  readonly because: readonly string[]
}

export interface DateOptions {
  /** Days before the start that a time zone or a wrong clock may explain. */
  readonly tolerance: number
  /** Days after which a page may be about the event as well as about anything. */
  readonly horizon: number
}

/** A page long after may still be about the event; one from before it cannot. */
const LATE = 0.4

/** How well a day fits the event; the event's dates are read once. */
export function createDateMatch(
  when: EventWhen,
  { tolerance, horizon }: DateOptions,
): (day: string | null) => DateMatch {
  const start = when.start === undefined ? null : dayNumber(when.start)
  const end = when.end === undefined ? start : dayNumber(when.end)
  const spans = when.interest.map(({ from, to, value }) => ({
    from: dayNumber(from),
    to: dayNumber(to),
    value,
  }))
  const peak = Math.max(0, ...spans.map(({ value }) => value))

  return (day) => {
    const number = day === null ? null : dayNumber(day)
    if (number === null || start === null || end === null) return { value: null, because: [] }
    if (number < start - tolerance)
      return { value: 0, because: [`${day}, ${days(start - number)} before the start`] }
    const after = Math.max(0, number - end)
    // Attention to an event falls off as 1 / (1 + days): its logarithm, the weight of the evidence, falls linearly in log days.
    const fading = Math.max(0, 1 - Math.log1p(after) / Math.log1p(horizon))
    const span = spans.find(({ from, to }) => from !== null && to !== null && number >= from && number <= to)
    const interest = span && peak > 0 ? span.value / peak : 0
    const reason = after === 0 ? `${day}, while it happened` : `${day}, ${days(after)} after`
    return { value: LATE + (1 - LATE) * Math.max(fading, interest), because: [reason] }
  }
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}
