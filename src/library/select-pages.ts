import type { PageRecord } from '../store/records.ts'
import { ask, type SearchedCollection, type SearchWorld } from './ask.ts'
import { aTurn } from './columns.ts'
import type { Question } from './question.ts'
import type { Sort } from './ranking.ts'
import { together } from './search.ts'

export interface SelectedPage {
  readonly collection: string
  readonly page: PageRecord
}

/** Pages read before others have their turn. */
const SLICE = 100

/** Every page that answers a question, in the order of the results; read as they are asked for, so that their number does not matter. */
export async function* selectPages(
  collections: readonly SearchedCollection[],
  question: Question,
  world: SearchWorld,
  sort: Sort = 'relevance',
): AsyncGenerator<SelectedPage> {
  const { selections } = await ask(collections, question, world)
  const total = selections.reduce((sum, one) => sum + one.total, 0)
  const places = await together(selections, sort, 0, total)
  for (const [i, { at, order }] of places.entries()) {
    if (i % SLICE === 0) await aTurn()
    const [page] = await selections[at]!.index.catalogue.pages([order])
    if (page) yield { collection: collections[at]!.id, page }
  }
}
