import type { Day, EventWhen, Interest } from '../../../model/event.ts'
import { interestAt } from '../../../time/date-score.ts'
import { dayFromNumber, dayNumber } from '../../../time/day.ts'

/** The start of an event and the public interest by day. */
export interface InterestCurve {
  /** Days since 1970-01-01; null if the event has neither a start nor a series. */
  readonly start: number | null
  /** lambda / max lambda of the interval that contains the day: 0..1, 0 outside all of them. */
  at(day: Day | null): number
}

/**
 * The interest distribution of the event (TI eq. 8). Without a series the days from start to end are one interval, or `span` days from the
 * start if there is no end; none if `span` is 0.
 */
export function createInterest(when: EventWhen, span: number): InterestCurve {
  const first = when.interest.find(({ value }) => value > 0)?.from
  const start = dayNumber(when.start ?? first ?? '')
  const spans = when.interest.length > 0 ? when.interest : substitute(when, start, span)
  const peak = spans.reduce((highest, { value }) => Math.max(highest, value), 0)
  return { start, at: (day) => (day === null || peak === 0 ? 0 : interestAt(spans, day) / peak) }
}

function substitute({ end }: EventWhen, start: number | null, span: number): Interest[] {
  if (start === null || span === 0) return []
  return [{ from: dayFromNumber(start), to: end ?? dayFromNumber(start + span - 1), value: 100 }]
}
