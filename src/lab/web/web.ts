import type { HeaderField } from '../../model/exchange.ts'
/** Response of a simulated web. */
export interface WebResponse {
  readonly status: number
  /** In the order in which they are sent. */
  readonly headers: readonly HeaderField[]
  /** Not content-encoded; `serveWeb` compresses it if requested. */
  readonly body: Uint8Array
  /** Response time of a slow server. Only `serveWeb` waits; ignored in memory. */
  readonly delayMs?: number
}

/** The label of one page, from which metrics are computed. A crawler must never see it. */
export interface Label {
  /** Null if unsure or unlabelled: the page is not counted. */
  readonly relevant: boolean | null
  /** One URL for all URLs of the same content. */
  readonly page: string
  /** Pages of the same story are versions of each other; finding one of them is enough. */
  readonly story: string
}

/** The labels for one event on one web. */
export interface GroundTruth {
  /** Null if there is no such page. */
  label(url: string): Label | null
  /** Every relevant page, reachable or not, with its story. */
  readonly relevant: ReadonlyMap<string, string>
}

/** A web to crawl without a network: the same URL always gives the same response. */
export interface OfflineWeb {
  /** Null if the host does not exist. Never throws. */
  respond(url: string): WebResponse | null
  /** The simulated time of the crawl, after its last page, in milliseconds since the epoch. */
  readonly now: number
  close(): void
}

/** The true subject of a page of the example web. */
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
  /** The kind of look-alike of the page's event, or `target` or `background`. */
  readonly relation: string
  /** Whether the page collects the stories of one event. */
  readonly hub?: boolean
  /** The canonical URL of the same content. */
  readonly duplicateOf?: string
  /** The agency story this one repeats with small changes. */
  readonly nearDuplicateOf?: string
}

/** A web that is computed on demand: the same URL always gives the same response. */
export interface SimulatedWeb {
  /** Null if the host does not exist. Never throws. */
  respond(url: string): WebResponse | null
  /** Null for errors, redirects and unknown hosts. */
  truth(url: string): Truth | null
  readonly seeds: readonly string[]
  /** The text of an `event.yaml` that describes the target event. */
  readonly event: string
  /** The requested number of pages. */
  readonly size: number
  /** The canonical URLs of all articles and lists, generated one by one. */
  pages(): Iterable<string>
}
