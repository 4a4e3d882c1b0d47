import type { Collection } from '../collection.ts'
import type { CrawlNetwork } from '../crawl/network.ts'
import type { EventContext } from '../event/event-file.ts'
import type { MissingPage, SourcedPage } from '../input/sourced-page.ts'
import type { Crawls } from './crawls/crawls.ts'
import type { EventTasks } from './events/event-tasks.ts'
import type { Comparisons } from './lab/comparisons.ts'
import type { FollowedLinks } from './replay/followed-links.ts'
import type { Searches } from './search/searches.ts'

/** The collections of the served folder. */
export interface Collections {
  /** The served folder, absolute. */
  readonly folder: string
  /** Whether the folder is itself a collection, the only one. */
  readonly isCollection: boolean
  /** Ids of all collections, sorted. */
  ids(): Promise<string[]>
  /** Folder of a collection, whether it exists or not; refuses unsafe ids. */
  dirOf(id: string): string
  /** Identifies the files of a collection: they were replaced when it differs. Null if it has no database. */
  identityOf(id: string): Promise<string | null>
  /** Opens a collection for reading, and keeps it open while it is used; throws `no-collection` if there is none. */
  open(id: string): Promise<Collection>
}

/** A tile server for maps. */
export interface Tiles {
  /** `https://tiles.example.org/{z}/{x}/{y}.png` */
  readonly url: string
  readonly attribution: string
}

/** Fetches URLs politely, in their order; a page that cannot be fetched is returned with the reason. */
export type FetchPages = (
  urls: readonly string[],
  options: { readonly languages: readonly string[]; readonly signal: AbortSignal },
) => AsyncIterable<SourcedPage | MissingPage>

/** What request handlers use. */
export interface Context {
  readonly collections: Collections
  readonly eventContext: EventContext
  /** Origin of the replay server, which serves archived pages. */
  readonly replayOrigin: string
  /** Signed URL of a page's archived copy, valid for some hours. */
  readonly replayUrlOf: (collection: string, page: number) => string
  /** Links that are followed in archived pages. */
  readonly followed: FollowedLinks
  /** Origin of this application, such as `https://library.example`. If omitted, citations contain paths only. */
  readonly origin?: string
  readonly mayWrite: boolean
  /** Why nothing may be changed, if that is not by choice: requests that would are refused with it. */
  readonly whyReadOnly?: string | null
  /** Whether a token is required. */
  readonly hasLogin: boolean
  readonly tiles: Tiles | null
  /** Network settings of crawls and of pages fetched for drafts and verdicts. */
  readonly network: CrawlNetwork
  readonly crawls: Crawls
  /** Comparisons of strategies. */
  readonly comparisons: Comparisons
  readonly searches: Searches
  /** Reads the events and pages that clients send. */
  readonly events: EventTasks
  /** Null in read-only mode. */
  readonly fetchPages: FetchPages | null
}
