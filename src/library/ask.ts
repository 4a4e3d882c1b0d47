import type { EventWorld } from '../event/event-file.ts'
import type { Store } from '../store/store.ts'
import { collectionIndex } from './collection-index.ts'
import { type AskedCollection, type Question, readQuestion } from './question.ts'
import type { Selection } from './selection.ts'

/** An open collection that is looked in. */
export interface SearchedCollection extends AskedCollection {
  readonly store: Pick<Store, 'catalogue'>
}

export type SearchWorld = Pick<EventWorld, 'places'>

export interface Answered {
  /** One for each collection, in their order. */
  readonly selections: readonly Selection[]
  /** What was not understood as it was typed. */
  readonly notes: readonly string[]
}

/** Finds the pages of each collection that answer a question. */
export async function ask(
  collections: readonly SearchedCollection[],
  question: Question,
  world: SearchWorld,
): Promise<Answered> {
  const { notes, asked } = readQuestion(question, collections, world)
  const selections: Selection[] = []
  for (const [i, { store }] of collections.entries())
    selections.push(await collectionIndex(store.catalogue, world.places).select(asked[i]!))
  return { selections, notes }
}
