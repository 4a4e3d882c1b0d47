import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventContext } from '../../event/event-file.ts'
import { collectionIndex } from '../collection-index.ts'
import { resolveSearch, type SearchQuery } from '../search-query.ts'
import {
  type ExportedCollection,
  type ExportSelection,
  PAGES_PER_BATCH,
  type SelectedPage,
  type SelectionOptions,
  wholeCollections,
} from './selection.ts'

/** The pages that match a search, in the order of its results. Copies are omitted unless requested. */
export async function selectPages(
  collections: readonly ExportedCollection[],
  searchQuery: SearchQuery,
  eventContext: Pick<EventContext, 'places'>,
  { copies = false }: SelectionOptions = {},
): Promise<ExportSelection & { readonly notes: readonly string[] }> {
  const { verdict = 'kept', ...rest } = searchQuery
  if (asksNothing(rest) && verdict !== 'rejected')
    return { ...wholeCollections(collections, { all: verdict === 'all', copies }), notes: [] }
  const { queries, notes } = resolveSearch(searchQuery, collections, eventContext)
  const ordersIn = async (at: number): Promise<OrdersOf> => {
    const { catalogue } = collections[at]!.store
    const { orders, fails, columns } = await collectionIndex(catalogue, eventContext.places).select(
      queries[at]!,
    )
    const originals = [...orders].filter((_, i) => fails[i] === 0)
    return { originals, copies: originals.flatMap((order) => columns.copiesOf(order)) }
  }
  async function* pages(): AsyncGenerator<SelectedPage> {
    for (const [at, collection] of collections.entries()) {
      const found = await ordersIn(at)
      const orders = copies ? [...found.originals, ...found.copies].sort((a, b) => a - b) : found.originals
      yield* pagesOf(collection, orders)
    }
  }
  const copiesLeftOut = async () => {
    if (copies) return 0
    const found = await Promise.all(collections.map((_, at) => ordersIn(at)))
    return found.reduce((sum, { copies }) => sum + copies.length, 0)
  }
  const said = JSON.stringify(copies ? { ...searchQuery, copies } : searchQuery)
  return { collections, pages, whole: false, copies, copiesLeftOut, asked: said, notes }
}

interface OrdersOf {
  readonly originals: readonly number[]
  readonly copies: readonly number[]
}

async function* pagesOf(
  collection: ExportedCollection,
  orders: readonly number[],
): AsyncGenerator<SelectedPage> {
  for (let at = 0; at < orders.length; at += PAGES_PER_BATCH) {
    for (const page of await collection.store.catalogue.pages(orders.slice(at, at + PAGES_PER_BATCH)))
      yield { collection, page }
    await nextTurn()
  }
}

function asksNothing({ q, ...picked }: Omit<SearchQuery, 'verdict'>): boolean {
  const isEmpty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0)
  return q.trim() === '' && Object.values(picked).every(isEmpty)
}
