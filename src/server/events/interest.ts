import { seriesNamed } from '../../event/draft-interest.ts'
import { EventideError } from '../../model/errors.ts'
import type { Day } from '../../model/event.ts'
import { interestOf, type OnsetRule, onset, readSeries } from '../../time/interest.ts'

/** More than ten years of days, which is more than a chart can show. */
const MAX_PERIODS = 5_000

export interface InterestRequest {
  readonly csv: string
  readonly column?: string
  readonly rule: OnsetRule
  readonly start?: Day
}

/** Reads a Trends export or page views: the curve, the detected start, and the interest for the event file. */
export function readInterest({ csv, column, rule, start: moved }: InterestRequest) {
  const all = readSeries(csv)
  const series = column === undefined && all[0] ? all[0] : seriesNamed(all, column)
  if (series.points.length > MAX_PERIODS)
    throw new EventideError(
      'series-length',
      `The series has ${series.points.length} periods; the limit is ${MAX_PERIODS}. Reduce the file to the years around the event, or export weeks instead of days`,
    )
  const start = onset(series, rule)
  return {
    columns: all.map(({ name }) => name),
    column: series.name,
    points: series.points.map(({ from, value }) => ({ day: from, value })),
    start,
    rule: start === null ? null : rule,
    interest: interestOf(series, moved ?? start),
  }
}
