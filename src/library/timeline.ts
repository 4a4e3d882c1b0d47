import type { Day } from '../model/event.ts'
import { type Buckets, type BucketUnit, bucketsFor } from './buckets.ts'
import { NO_DAY } from './columns.ts'
import type { SearchQuery } from './search-query.ts'
import { type SearchContext, type SearchedCollection, selectMatches } from './search-selections.ts'
import { passing, type Selection } from './selection.ts'

export interface Timeline {
  readonly by: BucketUnit
  readonly undated: number
  readonly buckets: { from: Day; to: Day; counts: number[] }[]
  readonly collections: string[]
}

/** Number of matching pages over time, one series per collection; gaps are filled with zeros. */
export async function timelineOf(
  collections: readonly SearchedCollection[],
  searchQuery: SearchQuery,
  by: BucketUnit | 'auto',
  eventContext: SearchContext,
): Promise<Timeline> {
  const { selections } = await selectMatches(collections, searchQuery, eventContext)
  const series = selections.map(pagesPerDay)
  const buckets = bucketsFor(summed(series.map(({ days }) => days)), by)
  const counts = series.map(({ days }) => (buckets ? inBuckets(days, buckets) : []))
  return {
    by: buckets?.unit ?? (by === 'auto' ? 'day' : by),
    undated: series.reduce((sum, { undated }) => sum + undated, 0),
    buckets: (buckets?.list ?? []).map(({ from, to }, i) => ({
      from,
      to,
      counts: counts.map((one) => one[i] ?? 0),
    })),
    collections: collections.map(({ id }) => id),
  }
}

/** A longer range of days is counted in a map instead of an array: four million days would be most of history. */
const MAX_DAYS = 200_000

/** Matching pages by day of publication. */
export function pagesPerDay(selection: Selection): { days: Map<number, number>; undated: number } {
  const { days } = selection.columns
  const orders = passing(selection)
  let [first, last, undated] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (let i = 0; i < orders.length; i++) {
    const day = days[orders[i] ?? 0] ?? NO_DAY
    if (day === NO_DAY) undated++
    else {
      if (day < first) first = day
      if (day > last) last = day
    }
  }
  const counts = new Map<number, number>()
  if (last - first >= MAX_DAYS) {
    for (const order of orders) {
      const day = days[order] ?? NO_DAY
      if (day !== NO_DAY) counts.set(day, (counts.get(day) ?? 0) + 1)
    }
  } else if (first <= last) {
    const list = new Uint32Array(last - first + 1)
    for (let i = 0; i < orders.length; i++) {
      const day = days[orders[i] ?? 0] ?? NO_DAY
      if (day !== NO_DAY) list[day - first] = (list[day - first] ?? 0) + 1
    }
    for (const [i, count] of list.entries()) if (count > 0) counts.set(first + i, count)
  }
  return { days: counts, undated }
}

export function summed(series: readonly ReadonlyMap<number, number>[]): Map<number, number> {
  const sum = new Map<number, number>()
  for (const days of series) for (const [day, count] of days) sum.set(day, (sum.get(day) ?? 0) + count)
  return sum
}

/** Sums daily counts into buckets; days outside them are omitted. */
export function inBuckets(days: ReadonlyMap<number, number>, buckets: Buckets): number[] {
  const counts = buckets.list.map(() => 0)
  for (const [day, count] of days) {
    const at = buckets.at(day)
    counts[at] = (counts[at] ?? 0) + count
  }
  return counts
}
