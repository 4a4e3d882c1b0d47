import type { Capture } from './exchange.ts'
import type { NameCount, PageReading } from './page.ts'
import type { Evidence, Verdict } from './verdict.ts'

export type UrlId = number

/** Every known URL is in exactly one of these. */
export type UrlState = 'queued' | 'leased' | 'done' | 'failed' | 'excluded'

/** A URL on its way into the frontier. */
export interface NewItem {
  /** As it will be requested. */
  readonly url: string
  /** Identity: two items with one canonical URL are one item. */
  readonly canonicalUrl: string
  /** Politeness unit: `URL.host`. */
  readonly host: string
  /** Registrable domain: the source a page belongs to. */
  readonly source: string
  readonly score: number
  readonly evidence: Evidence
  readonly depth: number
  readonly parent: UrlId | null
  readonly anchor: string
  /** Redirect hops that led here. */
  readonly redirects: number
  /** Consecutive irrelevant pages on the path that led here: the tunnelling budget. */
  readonly tunnel: number
  /** Set when a scope rule or the score threshold keeps it out: recorded, never fetched unless a better parent revives it. */
  readonly excluded?: string
}

export type AddResult = 'added' | 'refined' | 'known'

/** How fast one host may be asked, as it has taught us; the store keeps it between requests and over restarts. */
export interface HostPace {
  /** Between two requests. */
  readonly delayMs: number
  /** Answers in a row that a tired or absent server gives. */
  readonly failures: number
}

/** What a worker holds while it fetches a URL. Only the holder of the token may complete or release it. */
export interface Lease {
  readonly id: UrlId
  readonly token: string
  readonly url: string
  readonly canonicalUrl: string
  readonly host: string
  readonly source: string
  readonly score: number
  readonly depth: number
  readonly parent: UrlId | null
  readonly redirects: number
  readonly tunnel: number
  /** Failed tries so far. */
  readonly attempts: number
  /** Leases on it that were lost: they expired, or their process died. No fault of the page, unless it happens again and again. */
  readonly lost: number
  /** Null until a request to this host has ended. */
  readonly pace: HostPace | null
}

/** The best queued link of one ready host: what a strategy may choose among. */
export interface Candidate {
  readonly id: UrlId
  readonly url: string
  readonly host: string
  readonly source: string
  readonly score: number
  readonly depth: number
}

/** What came of one leased URL. */
export type Outcome =
  | {
      readonly kind: 'page'
      readonly page: PageReading
      readonly verdict: Verdict
      readonly status: number
      readonly contentType: string
      readonly fetchedAt: Date
      /** Null only when the run was told to archive kept pages alone and this one was not kept. */
      readonly capture: Capture | null
      readonly textDigest: string
      readonly summary: string
      /** People and organisations, most frequent first; of kept pages only. */
      readonly who: readonly NameCount[]
    }
  | {
      readonly kind: 'redirect'
      readonly status: number
      readonly target: string
      readonly fetchedAt: Date
      readonly capture: Capture | null
    }
  | {
      readonly kind: 'failed'
      readonly code: string
      readonly message: string
      readonly status: number | null
    }
  | { readonly kind: 'excluded'; readonly code: string; readonly message: string }

/** A page together with what was decided about it. */
export interface JudgedPage {
  readonly page: PageReading
  readonly verdict: Verdict
  readonly depth: number
  readonly source: string
}

/** What a learning strategy is told after each page. Small and JSON-safe, so that a resumed crawl can replay it. */
export interface Observation {
  /** Counts fetched pages from 1. */
  readonly order: number
  readonly url: string
  readonly source: string
  readonly host: string
  readonly depth: number
  /** The score it was fetched for. */
  readonly score: number
  readonly relevance: number
  readonly relevant: boolean
  readonly published: string | null
}
