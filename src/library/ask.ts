import type { EventWorld } from '../event/event-file.ts'
import type { Store } from '../store/store.ts'
import { collectionIndex } from './collection-index.ts'
import { type QueriedCollection, type Question, readQuestion } from './question.ts'
import type { Selection } from './selection.ts'

/** An open collection to search. */
export interface SearchedCollection extends QueriedCollection {
  readonly store: Pick<Store, 'catalogue'>
}

export type SearchContext = Pick<EventWorld, 'places'>

export interface SearchSelections {
  /** One per collection, in the same order. */
  readonly selections: readonly Selection[]
  /** Messages about parts of the query that were not used as typed. */
  readonly notes: readonly string[]
}

/** Selects the matching pages of each collection. */
export async function ask(
  collections: readonly SearchedCollection[],
  question: Question,
  world: SearchContext,
): Promise<SearchSelections> {
  const { notes, asked } = readQuestion(question, collections, world)
  const selections: Selection[] = []
  for (const [i, { store }] of collections.entries())
    selections.push(await collectionIndex(store.catalogue, world.places).select(asked[i]!))
  return { selections, notes }
}
