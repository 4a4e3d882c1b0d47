import type { PlaceCount } from '../model/place.ts'
import type { ResultRecord } from '../store/records.ts'
import type { Columns } from './columns.ts'
import { QueryMarks } from './query-marks.ts'
import { rankingOf, type Sort } from './ranking.ts'
import { markedWords, type SearchQuery } from './search-query.ts'
import { type SearchContext, type SearchedCollection, selectMatches } from './search-selections.ts'
import type { Selection } from './selection.ts'
import { type Snippet, snippetOf } from './snippet.ts'

export interface SearchOptions {
  readonly sort: Sort
  readonly limit: number
  readonly offset: number
}

/** One search result, as returned by the API and by `eventide search --json`. */
export interface Hit {
  readonly collection: string
  readonly page: number
  readonly title: string
  readonly url: string
  readonly source: string
  readonly language: string
  readonly published: string | null
  readonly fetchedAt: string
  readonly relevance: number
  readonly relevant: boolean
  readonly curated: 'accepted' | 'rejected' | null
  readonly kind: string
  readonly snippet: { text: string; marks: [number, number][] }
  readonly places: PlaceCount[]
  readonly copies: number
  readonly archived: boolean
}

export interface SearchReply {
  readonly total: number
  readonly hits: Hit[]
  readonly notes: string[]
}

/** Maximum number of places per result. */
const MAX_PLACES = 8

/** Searches one or several collections, ranked together; a page and its copies are one result. */
export async function searchLibrary(
  collections: readonly SearchedCollection[],
  searchQuery: SearchQuery,
  { sort, limit, offset }: SearchOptions,
  eventContext: SearchContext,
): Promise<SearchReply> {
  const { selections, notes } = await selectMatches(collections, searchQuery, eventContext)
  const hits = await hitsOf(collections, selections, await together(selections, sort, offset, limit))
  return { total: selections.reduce((sum, { total }) => sum + total, 0), hits, notes: [...notes] }
}

/** Reads the pages of each collection in one call and restores their order. */
async function hitsOf(
  collections: readonly SearchedCollection[],
  selections: readonly Selection[],
  places: readonly Place[],
): Promise<Hit[]> {
  const pages = await Promise.all(
    selections.map(async ({ index }, at) => {
      const orders = places.filter((place) => place.at === at).map(({ order }) => order)
      const read = orders.length > 0 ? await index.catalogue.results(orders) : []
      return new Map(read.map((page) => [page.order, page]))
    }),
  )
  const words = selections.map(({ query }) => new QueryMarks(markedWords(query)))
  return places.flatMap(({ at, order }) => {
    const page = pages[at]?.get(order)
    return page ? [hitOf(collections[at]!.id, page, selections[at]!.columns, words[at]!)] : []
  })
}

interface Place {
  /** Index of the collection. */
  readonly at: number
  readonly order: number
}

/** The results from `offset` on, over all collections in one order. */
async function together(
  selections: readonly Selection[],
  sort: Sort,
  offset: number,
  limit: number,
): Promise<Place[]> {
  const several = selections.filter(({ total }) => total > 0).length > 1
  const all: (Place & { readonly key: number })[] = []
  for (const [at, selection] of selections.entries()) {
    if (selection.total === 0) continue
    // All requested pages may come from one collection, so each returns its best ones and the merge truncates.
    const { orders, keys } = await rankingOf(selection, sort, offset + limit, several)
    for (const [i, order] of orders.slice(0, offset + limit).entries())
      all.push({ at, order, key: keys[i] ?? 0 })
  }
  // Undated pages have the key -Infinity; the difference of two such keys is NaN.
  if (several) all.sort((a, b) => (a.key === b.key ? 0 : b.key - a.key))
  return all.slice(offset, offset + limit)
}

function hitOf(collection: string, page: ResultRecord, columns: Columns, words: QueryMarks): Hit {
  return {
    collection,
    page: page.id,
    title: page.title,
    url: page.url,
    source: page.source,
    language: page.language,
    published: page.published,
    fetchedAt: page.fetchedAt,
    relevance: page.relevance,
    relevant: page.relevant,
    curated: page.curated,
    kind: page.kind,
    snippet: plainSnippet(snippetOf(page.text || page.summary, words, page.language)),
    places: page.places.slice(0, MAX_PLACES),
    copies: columns.copiesOf(page.order).length,
    archived: page.archived,
  }
}

function plainSnippet({ text, marks }: Snippet): Hit['snippet'] {
  return { text, marks: marks.map(([from, to]) => [from, to]) }
}
