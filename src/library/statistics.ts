import type { Day } from '../model/event.ts'
import { type BucketUnit, bucketsFor } from './buckets.ts'
import type { SearchQuery } from './search-query.ts'
import { type SearchContext, type SearchedCollection, selectMatches } from './search-selections.ts'
import { inBuckets, pagesPerDay, summed } from './timeline.ts'

export interface Statistics {
  readonly by: BucketUnit
  readonly buckets: { from: Day; to: Day; pages: number }[]
  readonly series: { topic: string; counts: number[]; total: number }[]
}

/** Maximum number of lines that a chart can distinguish. */
const MAX_TOPICS = 10

/** The frequency of topics over time within the results of a search; each topic is a query. Undated pages count only in the totals. */
export async function statisticsOf(
  collections: readonly SearchedCollection[],
  searchQuery: SearchQuery,
  topics: string,
  by: BucketUnit | 'auto',
  eventContext: SearchContext,
): Promise<Statistics> {
  const { selections } = await selectMatches(collections, searchQuery, eventContext)
  const whole = summed(selections.map((selection) => pagesPerDay(selection).days))
  const buckets = bucketsFor(whole, by)
  const series: Statistics['series'] = []
  for (const topic of topicsIn(topics)) {
    const answered = await selectMatches(collections, { ...searchQuery, also: topic }, eventContext)
    const days = summed(answered.selections.map((selection) => pagesPerDay(selection).days))
    series.push({
      topic,
      counts: buckets ? inBuckets(days, buckets) : [],
      total: answered.selections.reduce((sum, { total }) => sum + total, 0),
    })
  }
  const pages = buckets ? inBuckets(whole, buckets) : []
  return {
    by: buckets?.unit ?? (by === 'auto' ? 'day' : by),
    buckets: (buckets?.list ?? []).map(({ from, to }, i) => ({ from, to, pages: pages[i] ?? 0 })),
    series,
  }
}

/** Splits topics at commas, except inside quotes. */
function topicsIn(text: string): string[] {
  const topics: string[] = []
  let topic = ''
  let quoted = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    if (!quoted && /[,，、;；\n]/.test(character)) {
      topics.push(topic)
      topic = ''
    } else topic += character
  }
  topics.push(topic)
  return [...new Set(topics.map((one) => one.trim()).filter(Boolean))].slice(0, MAX_TOPICS)
}
