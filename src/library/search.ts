import type { PageRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { parseQuery } from './query.ts'
import { type Snippet, snippetOf } from './snippet.ts'

export interface SearchOptions {
  /** First and last day of publication, both included. */
  readonly from?: string
  readonly to?: string
  /** West, south, east, north in degrees. */
  readonly box?: readonly [number, number, number, number]
  /** Pages that name a place no further than this from a point. */
  readonly near?: { readonly lat: number; readonly lon: number; readonly km: number }
  readonly sort: 'relevance' | 'time'
  readonly limit: number
  readonly offset?: number
}

export interface FoundPage {
  readonly collection: string
  readonly page: PageRecord
  readonly rank: number
  readonly snippet: Snippet
  /** Addresses of its copies. */
  readonly copies: readonly string[]
}

/** Finds kept pages in one or several collections; ranked together. */
export async function searchLibrary(
  collections: readonly { readonly dir: string; readonly store: Pick<Store, 'search' | 'languages'> }[],
  text: string,
  options: SearchOptions,
): Promise<{ total: number; found: FoundPage[] }> {
  let total = 0
  const found: FoundPage[] = []
  const offset = options.offset ?? 0
  for (const { dir, store } of collections) {
    const { must, not, words } = parseQuery(text, await store.languages())
    const { from, to, box, near, sort } = options
    // Any of the pages wanted may come from one collection: each gives its best, the merge cuts.
    const result = await store.search({
      must,
      not,
      from,
      to,
      box,
      near,
      sort,
      limit: offset + options.limit,
      offset: 0,
    })
    total += result.total
    for (const { page, rank, copies } of result.hits) {
      found.push({
        collection: dir,
        page,
        rank,
        snippet: snippetOf(page.text || page.summary, words, page.language),
        copies,
      })
    }
  }
  const byTime = (a: FoundPage, b: FoundPage) =>
    (b.page.published ?? '').localeCompare(a.page.published ?? '')
  if (collections.length > 1) found.sort(options.sort === 'time' ? byTime : (a, b) => b.rank - a.rank)
  return { total, found: found.slice(offset, offset + options.limit) }
}
