import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventModel } from '../../model/event.ts'
import type { PageRecord } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'

/** Pages read before other work gets a turn. */
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
export interface SelectedPage {
  readonly collection: ExportedCollection
  readonly page: PageRecord
}

/** What is written: pages of one or several collections. */
export interface ExportSelection {
  readonly collections: readonly ExportedCollection[]
  /** Collection by collection, in the order of fetching. May be read more than once. */
  pages(): AsyncIterable<SelectedPage>
  /** Everything of one collection, the rejected pages included: its archive is then packed as it is. */
  readonly whole: boolean
  /** Whether copies of pages are among them. */
  readonly copies: boolean
  /** How many copies were left out; 0 when they are among the pages. */
  copiesLeftOut(): Promise<number>
  /** A description of the request, which distinguishes two selections. */
  readonly asked: string
}

export interface SelectionOptions {
  /** Include copies of pages. Default: each story is written once, by the page that was fetched first. */
  readonly copies?: boolean
}

/** All kept pages, or all pages, of collections. */
export function wholeCollections(
  collections: readonly ExportedCollection[],
  { all = false, copies = false }: SelectionOptions & { readonly all?: boolean } = {},
): ExportSelection {
  async function* pages(): AsyncGenerator<SelectedPage> {
    let read = 0
    for (const collection of collections) {
      for await (const page of collection.store.pages({ all })) {
        if (copies || page.duplicateOf === null) yield { collection, page }
        if (++read % AT_ONCE === 0) await nextTurn()
      }
    }
  }
  const copiesLeftOut = async () => {
    if (copies) return 0
    const counts = await Promise.all(collections.map(({ store }) => store.counts()))
    return counts.reduce((sum, { copies }) => sum + copies, 0)
  }
  const asked = [all ? 'all' : '', copies ? 'copies' : ''].filter(Boolean).join(' ')
  return { collections, pages, whole: collections.length === 1, copies, copiesLeftOut, asked }
}
