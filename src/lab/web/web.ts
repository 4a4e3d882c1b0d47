import type { HeaderField } from '../../model/exchange.ts'
/** What a simulated web answers to one request. */
export interface WebResponse {
  readonly status: number
  /** In the order they are sent. */
  readonly headers: readonly HeaderField[]
  /** Not content-encoded: compression is the server's business. */
  readonly body: Uint8Array
  /** How long a real server would think first. Only `serveWeb` waits; in memory it is ignored. */
  readonly delayMs?: number
}

/** What people say of one page: what metrics are computed from. A crawler must never see it. */
export interface Label {
  /** Null: neither right nor wrong, because people were unsure or nobody has looked. */
  readonly relevant: boolean | null
  /** Stands for all addresses of the same content. */
  readonly page: string
  /** Pages with one story are versions of each other: having one of them is enough. */
  readonly story: string
}

/** The judge of truth for one event on one web. */
export interface GroundTruth {
  /** Null when there is no such page. */
  label(url: string): Label | null
  /** Every relevant page that exists, reachable or not: page to story. */
  readonly relevant: ReadonlyMap<string, string>
}

/** A web to crawl without a network: the same address always gives the same answer. */
export interface OfflineWeb {
  /** Null when the host does not exist. Never throws. */
  respond(url: string): WebResponse | null
  /** A moment after its last page, in milliseconds since the epoch: when it is crawled. */
  readonly now: number
  close(): void
}

/** What a page of the example web is really about. */
export interface Truth {
  /** Id of the event the page is about; null for background news and mixed lists. */
  readonly event: string | null
  /** An article, live blog or special-coverage page about the target event. */
  readonly relevant: boolean
  readonly kind: 'article' | 'index' | 'other'
  /** Publication day, `YYYY-MM-DD`; null for lists. */
  readonly day: string | null
  readonly language: string
  /** Names of the places the page's event is about. */
  readonly places: readonly string[]
  /** Which kind of look-alike the page's event is, or `target`, or `background`. */
  readonly relation: string
  /** A page that gathers the stories of one event. */
  readonly hub?: boolean
  /** The canonical address of the same content. */
  readonly duplicateOf?: string
  /** The agency story this one repeats with small changes. */
  readonly nearDuplicateOf?: string
}

/** A web that exists only as a function: the same address always gives the same answer. */
export interface SimulatedWeb {
  /** Null when the host does not exist. Never throws. */
  respond(url: string): WebResponse | null
  /** Null when there is no page: errors, redirects, unknown hosts. */
  truth(url: string): Truth | null
  readonly seeds: readonly string[]
  /** The text of an `event.yaml` that describes the target event. */
  readonly event: string
  /** How many pages were asked for. */
  readonly size: number
  /** The canonical address of every article and list, computed one by one. */
  pages(): Iterable<string>
}
