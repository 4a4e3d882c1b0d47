import type { EventModel } from '../../model/event.ts'
import type { Reads, SummaryInput } from '../../store/reads.ts'
import { samplePages } from './sample.ts'
import { type Summary, summarise } from './summarise.ts'

/** Maximum number of pages read for a summary, which takes a second or two; more pages add little. */
const MAX_PAGES = 1_500

export interface CollectionSummary extends Summary {
  /** Number of pages read, and of all kept pages without copies. */
  readonly read: { readonly pages: number; readonly of: number }
}

/** Summarises the event of a collection with sentences from its kept pages. */
export async function summaryOf(
  { event, store }: { readonly event: EventModel; readonly store: { readonly reads: Reads } },
  sentences: number,
): Promise<CollectionSummary> {
  const kept = await store.reads.keptPages()
  const sample = samplePages(kept, MAX_PAGES)
  const pages = store.reads.summaryInputs(sample.map(({ order }) => order))
  const published = new Map<string, number>()
  for (const { published: day } of kept) if (day !== null) published.set(day, (published.get(day) ?? 0) + 1)
  const summary = await summarise(event, texts(pages), sentences)
  return {
    read: { pages: sample.length, of: kept.length },
    ...summary,
    days: summary.days.map((one) => ({ ...one, pages: published.get(one.day) ?? 0 })),
  }
}

async function* texts(pages: AsyncIterable<SummaryInput>) {
  for await (const { text, ...page } of pages) yield { page, text }
}
