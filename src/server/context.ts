import type { Collection } from '../collection.ts'
import type { EventWorld } from '../event/event-file.ts'
import type { MissingPage, SourcedPage } from '../input/page-source.ts'
import type { Crawls } from './crawls/crawls.ts'
import type { CrawlNetwork } from './crawls/network.ts'
import type { Comparisons } from './lab/comparisons.ts'

/** The collections of the served folder. */
export interface Shelf {
  /** The served folder, absolute. */
  readonly folder: string
  /** Ids of everything that looks like a collection, sorted. */
  ids(): Promise<string[]>
  /** Folder of a collection, whether it exists or not; refuses ids that are no safe segment. */
  dirOf(id: string): string
  /** Opened to look at, and kept open while it is used; `no-collection` when there is none. */
  open(id: string): Promise<Collection>
}

/** A tile server for maps. */
export interface Tiles {
  /** `https://tiles.example.org/{z}/{x}/{y}.png` */
  readonly url: string
  readonly attribution: string
}

/** Fetches addresses that somebody gave, politely and in their order; each that cannot be had says why. */
export type FetchPages = (
  urls: readonly string[],
  ask: { readonly languages: readonly string[]; readonly signal: AbortSignal },
) => AsyncIterable<SourcedPage | MissingPage>

/** What handlers work with. */
export interface Context {
  readonly shelf: Shelf
  readonly world: EventWorld
  /** Where archived pages are shown. */
  readonly replayOrigin: string
  /** The address of a page's archived copy: only the server can make one, and it does not work for ever. */
  readonly replayUrlOf: (collection: string, page: number) => string
  /** Where people find this application, such as `https://library.example`; absent when it is not known: citations then carry paths. */
  readonly origin?: string
  readonly mayWrite: boolean
  /** Whether a token is asked for. */
  readonly hasLogin: boolean
  readonly tiles: Tiles | null
  /** How the web is reached by whatever asks it for something. */
  readonly network: CrawlNetwork
  readonly crawls: Crawls
  /** Comparisons of strategies. */
  readonly comparisons: Comparisons
  /** Null where nothing may be fetched, as in the read-only mode. */
  readonly fetchPages: FetchPages | null
}
