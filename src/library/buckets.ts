import type { Day } from '../model/event.ts'
import { dayFromNumber } from '../time/day.ts'

export const BUCKETS = ['day', 'week', 'month', 'year'] as const
export type BucketUnit = (typeof BUCKETS)[number]

/** A range of days, both ends included. */
interface Bucket {
  readonly from: Day
  readonly to: Day
}

/** Maximum number of points of a chart; beyond it a coarser unit is used. */
const MAX_BUCKETS = 4_000
/**
 * Preferred number of points, readable on a chart of a thousand pixels: the unit is chosen so that most pages fall into at most this
 * many.
 */
const READABLE_BUCKETS = 100
/** Share of the pages at each end that does not influence the unit, so that single wrong dates do not determine it. */
const OUTLIERS = 0.01

const MS_PER_DAY = 86_400_000
/** The first and last day that can be formatted; the weeks around them would exceed the range. */
const FIRST_DAY = Date.UTC(1000, 0, 1) / MS_PER_DAY
const LAST_DAY = Date.UTC(9999, 11, 31) / MS_PER_DAY

const DAYS_PER = { day: 1, week: 7, month: 30.44, year: 365.25 } as const

/** The days from first to last, divided into consecutive ranges of one unit. Weeks start on Monday. */
export class Buckets {
  readonly unit: BucketUnit
  readonly list: readonly Bucket[]
  readonly #starts: Int32Array

  constructor(unit: BucketUnit, first: number, last: number) {
    this.unit = unit
    const starts: number[] = []
    for (let at = startOf(unit, first); at <= last; at = nextOf(unit, at)) starts.push(at)
    this.#starts = Int32Array.from(starts)
    this.list = starts.map((from) => ({
      from: dayFromNumber(Math.max(from, FIRST_DAY)),
      to: dayFromNumber(Math.min(nextOf(unit, from) - 1, LAST_DAY)),
    }))
  }

  /** Index of the bucket that contains the day. */
  at(day: number): number {
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= day) low = middle
      else high = middle - 1
    }
    return low
  }
}

/** Buckets of the requested unit, or of the unit that suits the dates of most pages; coarser if there would be too many. */
export function bucketsFor(counts: ReadonlyMap<number, number>, by: BucketUnit | 'auto'): Buckets | null {
  const days = [...counts.keys()].sort((a, b) => a - b)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  const bulk = by === 'auto' ? bulkOf(counts, days) : 0
  const fits = (unit: BucketUnit) => (last - first) / DAYS_PER[unit] < MAX_BUCKETS
  const wanted =
    by === 'auto'
      ? BUCKETS.findIndex((unit) => bulk / DAYS_PER[unit] < READABLE_BUCKETS)
      : BUCKETS.indexOf(by)
  const unit = BUCKETS.slice(Math.max(0, wanted)).find(fits) ?? 'year'
  return new Buckets(unit, first, last)
}

/** Number of days that the pages span, without outliers. */
function bulkOf(counts: ReadonlyMap<number, number>, days: readonly number[]): number {
  const total = days.reduce((sum, day) => sum + (counts.get(day) ?? 0), 0)
  const outside = Math.floor(total * OUTLIERS)
  const edge = (ordered: readonly number[]): number => {
    let seen = 0
    for (const day of ordered) {
      seen += counts.get(day) ?? 0
      if (seen > outside) return day
    }
    return ordered.at(-1) ?? 0
  }
  return edge([...days].reverse()) - edge(days)
}

/** 1970-01-01 was a Thursday, three days after a Monday. */
const MONDAY = 3

function startOf(unit: BucketUnit, day: number): number {
  if (unit === 'day') return day
  if (unit === 'week') return day - ((((day + MONDAY) % 7) + 7) % 7)
  const date = new Date(day * MS_PER_DAY)
  return Date.UTC(date.getUTCFullYear(), unit === 'month' ? date.getUTCMonth() : 0, 1) / MS_PER_DAY
}

function nextOf(unit: BucketUnit, start: number): number {
  if (unit === 'day') return start + 1
  if (unit === 'week') return start + 7
  const date = new Date(start * MS_PER_DAY)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return (unit === 'month' ? Date.UTC(year, month + 1, 1) : Date.UTC(year + 1, 0, 1)) / MS_PER_DAY
}
