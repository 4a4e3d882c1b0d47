import type { EventContext } from '../event/event-file.ts'
import type { Store } from '../store/store.ts'
import { collectionIndex } from './collection-index.ts'
import { type QueriedCollection, resolveSearch, type SearchQuery } from './search-query.ts'
import type { Selection } from './selection.ts'

/** An open collection to search. */
export interface SearchedCollection extends QueriedCollection {
  readonly store: Pick<Store, 'catalogue'>
}

export type SearchContext = Pick<EventContext, 'places'>

export interface SearchSelections {
  /** One per collection, in the same order. */
  readonly selections: readonly Selection[]
  /** Messages about parts of the query that were not used as typed. */
  readonly notes: readonly string[]
}

/** Selects the matching pages of each collection. */
export async function selectMatches(
  collections: readonly SearchedCollection[],
  searchQuery: SearchQuery,
  eventContext: SearchContext,
): Promise<SearchSelections> {
  const { notes, queries } = resolveSearch(searchQuery, collections, eventContext)
  const selections: Selection[] = []
  for (const [i, { store }] of collections.entries())
    selections.push(await collectionIndex(store.catalogue, eventContext.places).select(queries[i]!))
  return { selections, notes }
}
