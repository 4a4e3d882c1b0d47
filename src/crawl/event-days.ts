import { type DaySpan, spanOf } from '../frontier/traps/url-span.ts'
import type { Day, EventModel } from '../model/event.ts'

/** First and last day of an event that has a start; one that has no end is taken to last a day. */
export function eventSpan({ when }: EventModel): { readonly from: Day; readonly to: Day } | undefined {
  return when.start === undefined ? undefined : { from: when.start, to: when.end ?? when.start }
}

/** The same as days since 1970-01-01: calendar pages of these days are never taken for a trap. */
export function eventDays(event: EventModel): DaySpan | undefined {
  const span = eventSpan(event)
  return span && (spanOf(span.from, span.to) ?? undefined)
}
