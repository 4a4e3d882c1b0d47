import type { Day } from '../model/event.ts'
import { type Buckets, type BucketUnit, bucketsFor } from './buckets.ts'
import { NO_DAY } from './columns.ts'
import type { SearchQuery } from './search-query.ts'
import { type SearchContext, type SearchedCollection, selectMatches } from './search-selections.ts'
import type { Selection } from './selection.ts'

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

/** Matching pages by day of publication. */
export function pagesPerDay({ columns, orders, fails }: Selection): {
  days: Map<number, number>
  undated: number
} {
  const days = new Map<number, number>()
  let undated = 0
  for (let i = 0; i < orders.length; i++) {
    if (fails[i] !== 0) continue
    const day = columns.days[orders[i] ?? 0] ?? NO_DAY
    if (day === NO_DAY) undated++
    else days.set(day, (days.get(day) ?? 0) + 1)
  }
  return { days, undated }
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
