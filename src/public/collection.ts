import { basename, resolve } from 'node:path'
import { PackageSigner } from '../archive/package-signer.ts'
import { type Collection, openCollection as openFolder, signingKeyOf } from '../collection.ts'
import { eventContext } from '../event-context.ts'
import type { ExportPieces } from '../library/export/export-format.ts'
import { exportFormat } from '../library/export/formats.ts'
import { selectPages } from '../library/export/query-selection.ts'
import { lineOfRecord, type PageLine } from '../library/page-line.ts'
import { type SearchReply, searchLibrary } from '../library/search.ts'
import type { SearchQuery } from '../library/search-query.ts'
import { EventideError } from '../model/errors.ts'
import type { EventModel } from '../model/event.ts'
import type { QueueCounts } from '../store/store.ts'

/** A collection that is open for reading. A crawl may be writing to it at the same time. */
export class OpenCollection {
  readonly #collection: Collection
  #isClosed = false

  /** @internal Use `openCollection`. */
  constructor(collection: Collection) {
    this.#collection = collection
  }

  /** The folder. */
  get folder(): string {
    return this.#collection.dir
  }

  /** The name of the folder, which stands for the collection in search results. */
  get id(): string {
    return basename(resolve(this.#collection.dir))
  }

  get event(): EventModel {
    return this.#collection.event
  }

  /** How many URLs are fetched, kept, queued, failed and excluded. */
  counts(): Promise<QueueCounts> {
    return this.#open().store.counts()
  }

  /** The kept pages in the order of fetching, each story once; `all` includes rejected pages and copies. */
  async *pages({ all = false }: { all?: boolean } = {}): AsyncGenerator<PageLine> {
    for await (const page of this.#open().store.pages({ all }))
      if (all || page.duplicateOf === null) yield lineOfRecord(page)
  }

  /** Closes the database; the collection cannot be used afterwards. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#collection.store.close()
  }

  /** @internal What the functions of this module work on. */
  static partsOf(collection: OpenCollection): Collection & { readonly id: string } {
    return { ...collection.#open(), id: collection.id }
  }

  #open(): Collection {
    if (this.#isClosed)
      throw new EventideError('closed', `The collection ${this.#collection.dir} is closed: open it again`)
    return this.#collection
  }
}

/** Opens a collection for reading. */
export async function openCollection(folder: string): Promise<OpenCollection> {
  return new OpenCollection(await openFolder(folder, eventContext))
}

export interface SearchOptions {
  /** Default: `relevance`, best first; `time` is newest first, `oldest` oldest first. */
  readonly sort?: 'relevance' | 'time' | 'oldest'
  /** Maximum number of results. Default: 10. */
  readonly limit?: number
  /** Results left out before the first. Default: 0. */
  readonly offset?: number
}

/** Searches one or several collections, in the language of `eventide search`: words, "phrases", -not, site:, place:, from: ... */
export function search(
  collections: OpenCollection | readonly OpenCollection[],
  query: string | SearchQuery,
  { sort = 'relevance', limit = 10, offset = 0 }: SearchOptions = {},
): Promise<SearchReply> {
  return searchLibrary(partsOf(collections), questionOf(query), { sort, limit, offset }, eventContext)
}

export interface ExportPagesOptions {
  /** Name of the format. Default: `jsonl`. */
  readonly format?: string
  /** Only pages that match this query. Default: all kept pages. */
  readonly query?: string | SearchQuery
  /** Include rejected pages. Default: false. */
  readonly all?: boolean
  /** Include copies of pages. Default: the value of `all`. */
  readonly copies?: boolean
  /** Add the extracted text to JSON lines. Default: false. */
  readonly text?: boolean
  /** Leave CSV cells as they are instead of disarming what a spreadsheet would run. Default: false. */
  readonly raw?: boolean
  /** Sign a WACZ package with the key of the collection. Default: true for one collection. */
  readonly sign?: boolean
  /** The time that the file names as its creation. Default: now. */
  readonly created?: Date
}

/** Exports pages piece by piece; write the pieces to a file one after the other. The generator returns a report. */
export async function* exportPages(
  collections: OpenCollection | readonly OpenCollection[],
  options: ExportPagesOptions = {},
): ExportPieces {
  const { format = 'jsonl', query = '', all = false, copies = all, raw, text } = options
  const parts = partsOf(collections)
  const searchQuery = questionOf(query)
  const { notes, ...selection } = await selectPages(
    parts,
    { ...searchQuery, verdict: searchQuery.verdict ?? (all ? 'all' : 'kept') },
    eventContext,
    { copies },
  )
  const [only] = parts
  const isSigned = options.sign !== false && parts.length === 1 && only !== undefined
  const signer = isSigned ? () => PackageSigner.open(signingKeyOf(only.dir)) : undefined
  const report = yield* exportFormat(format).write(selection, {
    raw,
    text,
    created: options.created ?? new Date(),
    signer,
  })
  return { ...report, notes: [...notes, ...report.notes] }
}

function partsOf(collections: OpenCollection | readonly OpenCollection[]) {
  const list = collections instanceof OpenCollection ? [collections] : collections
  return list.map((collection) => OpenCollection.partsOf(collection))
}

function questionOf(query: string | SearchQuery): SearchQuery {
  return typeof query === 'string' ? { q: query } : query
}
