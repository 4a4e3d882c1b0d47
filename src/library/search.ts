import type { Hit } from './hits.ts'
import { rankingOf, type Sort } from './ranking.ts'
import type { SearchQuery } from './search-query.ts'
import { type SearchContext, type SearchedCollection, selectMatches } from './search-selections.ts'
import type { Selection } from './selection.ts'

export interface SearchOptions {
  readonly sort: Sort
  readonly limit: number
  readonly offset: number
}

export interface SearchReply {
  readonly total: number
  readonly hits: Hit[]
  readonly notes: string[]
}

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
  const hits: Map<number, Hit>[] = []
  for (const [at, selection] of selections.entries()) {
    const orders = places.filter((place) => place.at === at).map(({ order }) => order)
    hits.push(await selection.index.hits.read(collections[at]!.id, selection, orders))
  }
  return places.flatMap(({ at, order }) => hits[at]?.get(order) ?? [])
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
