import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventWorld } from '../../event/event-file.ts'
import { collectionIndex } from '../collection-index.ts'
import { type Question, readQuestion, type Understood } from '../question.ts'
import {
  AT_ONCE,
  type ExportedCollection,
  type Selected,
  type Selection,
  wholeCollections,
} from './selection.ts'

/** The pages that answer a question, as its results would list them: copies stand behind their originals and are left out. */
export async function selectPages(
  collections: readonly ExportedCollection[],
  question: Question,
  world: Pick<EventWorld, 'places'>,
): Promise<Selection & { readonly notes: readonly string[] }> {
  const { verdict = 'kept', ...rest } = question
  if (asksNothing(rest) && verdict !== 'rejected')
    return { ...wholeCollections(collections, { all: verdict === 'all' }), notes: [] }
  const { asked, notes } = readQuestion(question, collections, world)
  async function* pages(): AsyncGenerator<Selected> {
    for (const [i, collection] of collections.entries()) {
      const understood = asked[i]
      if (understood) yield* pagesOf(collection, understood, world)
    }
  }
  return { collections, pages, whole: false, asked: JSON.stringify(question), notes }
}

async function* pagesOf(
  collection: ExportedCollection,
  understood: Understood,
  { places }: Pick<EventWorld, 'places'>,
): AsyncGenerator<Selected> {
  const { catalogue } = collection.store
  const { orders, fails } = await collectionIndex(catalogue, places).select(understood)
  const answering = orders.filter((_, i) => fails[i] === 0)
  for (let at = 0; at < answering.length; at += AT_ONCE) {
    for (const page of await catalogue.pages([...answering.subarray(at, at + AT_ONCE)]))
      yield { collection, page }
    await nextTurn()
  }
}

function asksNothing({ q, ...picked }: Omit<Question, 'verdict'>): boolean {
  const isEmpty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0)
  return q.trim() === '' && Object.values(picked).every(isEmpty)
}
