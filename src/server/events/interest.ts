import { seriesNamed } from '../../event/draft-interest.ts'
import { EventideError } from '../../model/errors.ts'
import type { Day } from '../../model/event.ts'
import { interestOf, type OnsetRule, onset, readSeries } from '../../time/interest.ts'

/** More periods than a curve can show or an event file should list: ten years of days and more. */
const MAX_PERIODS = 5_000

export interface InterestAsked {
  readonly csv: string
  readonly column?: string
  readonly rule: OnsetRule
  readonly start?: Day
}

/** A Trends export or page views as a curve, with the start that is found in it and the interest that an event file would have. */
export function readInterest({ csv, column, rule, start: moved }: InterestAsked) {
  const all = readSeries(csv)
  const series = column === undefined && all[0] ? all[0] : seriesNamed(all, column)
  if (series.points.length > MAX_PERIODS)
    throw new EventideError(
      'series-length',
      `the series has ${series.points.length} periods, ${MAX_PERIODS} at most: cut the file to the years around the event, or export weeks instead of days`,
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
