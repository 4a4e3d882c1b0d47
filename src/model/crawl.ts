import type { Capture } from './exchange.ts'
import type { Json } from './json.ts'
import type { MetaRobots, NameCount, PageReading } from './page.ts'
import type { Evidence, LinkScore, Verdict } from './verdict.ts'

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
  /** What the scores of several parents come to: their mean (the default), or the best of them. */
  readonly merge?: Merge
  /** Redirect hops that led here. */
  readonly redirects: number
  /** Consecutive irrelevant pages on the path that led here: the tunnelling budget. */
  readonly tunnel: number
  /** It leads on in what made the page it stands on: one more page of the same list or calendar. Not counted in `Visit.fresh`. */
  readonly inward?: boolean
  /** Set when a scope rule or the score threshold keeps it out: recorded, never fetched unless a better parent revives it. */
  readonly excluded?: string
}

export type Merge = 'mean' | 'best'

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
  /** The page whose link scored best, and why that link did; null and the seed's own evidence for seeds. */
  readonly bestParent: UrlId | null
  readonly evidence: Evidence
  readonly redirects: number
  readonly tunnel: number
  /** Failed tries so far. */
  readonly attempts: number
  /** Leases on it that were lost: they expired, or their process died. No fault of the page, unless it happens again and again. */
  readonly lost: number
  /** Null until a request to this host has ended. */
  readonly pace: HostPace | null
}

/** A queued link of a ready host: what a strategy may choose among. */
export interface Candidate {
  readonly id: UrlId
  readonly url: string
  readonly host: string
  readonly source: string
  readonly score: number
  readonly depth: number
  /** Irrelevant pages in a row on the path to it. */
  readonly tunnel: number
  /** Distinct pages known to link to it. */
  readonly parents: number
  /** The page whose link scored best; null for seeds. */
  readonly bestParent: UrlId | null
  /** Why that link scored as it did. Read from the store when first asked for. */
  readonly evidence: Evidence
}

/** How much of the frontier a strategy chooses from. No queue is ever scanned for it, however long. */
export interface View {
  /** About so many of the best links, spread evenly over the ready hosts with the best heads; at least one of each. */
  readonly best: number
  /** So many more drawn at random, uniformly, from the queues of those hosts; fewer when a queue holds few. */
  readonly random: number
}

/** An answer that was received, and where it is archived; null when it was not. */
export interface ArchivedResponse {
  readonly status: number
  readonly fetchedAt: Date
  readonly capture: Capture | null
}

/** What a site said about fetching and keeping one page, and whether its text was held back for it. */
export interface RobotsNote extends MetaRobots {
  readonly allowedBy: string | null
  readonly withheld: boolean
}

/** One archived request of a page that was shown in a browser. */
export interface ResourceCapture {
  readonly url: string
  readonly status: number
  readonly fetchedAt: Date
  readonly capture: Capture
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
      /** What the strategy wants to be told again with the observation; null when nothing. */
      readonly memo: Json
      /** The robots.txt rule that allowed it; absent or null when none spoke of it. */
      readonly allowedBy?: string | null
      /** Of a page shown in a browser: what it asked for, as archived. */
      readonly resources?: readonly ResourceCapture[]
      /** The page asked for no copy (`page.robots.noarchive`): it was not archived, and its text is indexed but not stored. */
      readonly withheld?: boolean
    }
  | {
      readonly kind: 'redirect'
      readonly status: number
      readonly target: string
      readonly fetchedAt: Date
      readonly capture: Capture | null
    }
  /** Looked at again: the server says that it is what the archive holds. */
  | ({ readonly kind: 'unchanged' } & ArchivedResponse)
  | {
      readonly kind: 'failed'
      readonly code: string
      readonly message: string
      readonly status: number | null
      /** What the server answered instead of a page, when that was archived. */
      readonly answer?: ArchivedResponse
    }
  | { readonly kind: 'excluded'; readonly code: string; readonly message: string }

/** A page together with what was decided about it. */
export interface JudgedPage {
  readonly id: UrlId
  readonly canonicalUrl: string
  readonly page: PageReading
  readonly verdict: Verdict
  readonly depth: number
  readonly source: string
  /** What was promised when it was fetched, by the link that scored best. */
  readonly link: LinkScore
}

/** What a learning strategy is told after each page. Small and JSON-safe, so that a resumed crawl can replay it. */
export interface Observation {
  /** Counts fetched pages from 1. */
  readonly order: number
  readonly id: UrlId
  readonly url: string
  readonly canonicalUrl: string
  readonly source: string
  readonly host: string
  readonly depth: number
  /** The score it was fetched for. */
  readonly score: number
  /** Evidence of the link that scored best, and the page that holds it; null for seeds. */
  readonly evidence: Evidence
  readonly bestParent: UrlId | null
  /** What `Strategy.remember` said of this page; null when nothing. */
  readonly memo: Json
  readonly relevance: number
  readonly relevant: boolean
  readonly published: string | null
  /** The page that was kept before and says the same, where this one is a copy; it brought nothing new. */
  readonly duplicateOf: UrlId | null
}

/** What came of a fetched page, in short: what the crawl itself learns from, also after a restart. */
export interface Visit {
  /** Counts fetched pages from 1. */
  readonly order: number
  readonly id: UrlId
  readonly canonicalUrl: string
  readonly host: string
  readonly source: string
  /** Canonical URL of the page whose link scored best; null for seeds. */
  readonly bestParent: string | null
  readonly relevant: boolean
  readonly duplicateOf: UrlId | null
  /** What the text looks like: `sketchOf` in src/page/fingerprint.ts. */
  readonly sketch: string
  /** The site said, with status 200, that there is no such page. */
  readonly notFound: boolean
  /** Links that nobody had found before, other than inward ones. */
  readonly fresh: number
}
