import { EventideError } from '../model/errors.ts'
import type { Day } from '../model/event.ts'

/** Interest in one period, both days included. */
export interface SeriesPoint {
  readonly from: Day
  readonly to: Day
  readonly value: number
}

/** Interest over time: periods in order, without overlap. */
export interface Series {
  /** The heading of the column or the name of the article. */
  readonly name: string
  readonly points: readonly SeriesPoint[]
}

/** A series that cannot be read: where the problem is, and what to do about it. */
export function seriesError(line: number | null, problem: string, advice: string): EventideError {
  const where = line === null ? '' : `line ${line}: `
  return new EventideError('bad-series', `${where}${problem}; ${advice}`)
}
