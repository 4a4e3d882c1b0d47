import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventModel } from '../../model/event.ts'
import type { PageRecord } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'

/** Pages per batch, after which other tasks can run. */
export const PAGES_PER_BATCH = 50

/** A collection to export from. */
export interface ExportedCollection {
  /** Folder name. */
  readonly id: string
  readonly event: EventModel
  readonly archiveDir: string
  readonly store: Store
}

/** A page to export and its collection. */
export interface SelectedPage {
  readonly collection: ExportedCollection
  readonly page: PageRecord
}

/** The pages to export, from one or several collections. */
export interface ExportSelection {
  readonly collections: readonly ExportedCollection[]
  /** By collection, in the order of fetching. May be iterated more than once. */
  pages(): AsyncIterable<SelectedPage>
  /** Set if the selection is one complete collection including rejected pages: its archive is then packed unchanged. */
  readonly whole: boolean
  /** Whether copies of pages are included. */
  readonly copies: boolean
  /** Number of omitted copies; 0 if they are included. */
  copiesLeftOut(): Promise<number>
  /** Identifies the request: two different selections have different descriptions. */
  readonly asked: string
}

export interface SelectionOptions {
  /** Include copies of pages. Default: false, so that each story is exported once, as the page that was fetched first. */
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
        if (++read % PAGES_PER_BATCH === 0) await nextTurn()
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

/** The same selection, except that reading its pages rejects once the signal is aborted, so that every format stops. */
export function stoppedBy<S extends ExportSelection>(selection: S, signal: AbortSignal): S {
  async function* pages(): AsyncGenerator<SelectedPage> {
    signal.throwIfAborted()
    for await (const selected of selection.pages()) {
      signal.throwIfAborted()
      yield selected
    }
  }
  return { ...selection, pages }
}
