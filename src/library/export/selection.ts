import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventModel } from '../../model/event.ts'
import type { PageRecord } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'

/** Pages read before others get their turn: a reader that takes everything at once would leave them none. */
export const AT_ONCE = 50

/** A collection as an export sees it. */
export interface ExportedCollection {
  /** Folder name. */
  readonly id: string
  readonly event: EventModel
  readonly archiveDir: string
  readonly store: Store
}

/** A page that is written, and whose it is. */
export interface Selected {
  readonly collection: ExportedCollection
  readonly page: PageRecord
}

/** What is written: pages of one or several collections. */
export interface Selection {
  readonly collections: readonly ExportedCollection[]
  /** Collection by collection, in the order of fetching. May be read more than once. */
  pages(): AsyncIterable<Selected>
  /** Everything of one collection, the rejected pages included: its archive is then packed as it is. */
  readonly whole: boolean
  /** What was asked for, in words: part of what tells two selections apart. */
  readonly asked: string
}

/** All kept pages, or all pages, of collections. */
export function wholeCollections(
  collections: readonly ExportedCollection[],
  { all = false }: { readonly all?: boolean } = {},
): Selection {
  async function* pages(): AsyncGenerator<Selected> {
    let read = 0
    for (const collection of collections) {
      for await (const page of collection.store.pages({ all })) {
        yield { collection, page }
        if (++read % AT_ONCE === 0) await nextTurn()
      }
    }
  }
  return { collections, pages, whole: collections.length === 1, asked: all ? 'all' : '' }
}
