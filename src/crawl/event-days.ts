import { type DaySpan, spanOf } from '../frontier/traps/url-span.ts'
import type { Day, EventModel } from '../model/event.ts'

/** First and last day of an event that has a start; without an end it is assumed to last one day. */
export function eventSpan({ when }: EventModel): { readonly from: Day; readonly to: Day } | undefined {
  return when.start === undefined ? undefined : { from: when.start, to: when.end ?? when.start }
}

/** The same as days since 1970-01-01. Calendar pages of these days never count as a trap. */
export function eventDays(event: EventModel): DaySpan | undefined {
  const span = eventSpan(event)
  return span && (spanOf(span.from, span.to) ?? undefined)
}
