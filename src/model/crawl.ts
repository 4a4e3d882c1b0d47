import type { Capture } from './exchange.ts'
import type { Json } from './json.ts'
import type { MetaRobots, NameCount, PageReading } from './page.ts'
import type { Evidence, LinkScore, Verdict } from './verdict.ts'

export type UrlId = number

/** Every known URL is in exactly one of these states. */
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
  /** How the scores of several parents are merged: their mean (default) or their maximum. */
  readonly merge?: Merge
  /** Redirect hops that led here. */
  readonly redirects: number
  /** Consecutive irrelevant pages on the path that led here: the tunnelling budget. */
  readonly tunnel: number
  /** Links to another page of the same pagination or calendar. Not counted in `Visit.fresh`. */
  readonly sameListing?: boolean
  /** Why a scope rule or the score threshold excludes it: recorded, and fetched only if a better parent is found. */
  readonly excluded?: string
}

export type Merge = 'mean' | 'best'

export type AddResult = 'added' | 'refined' | 'known'

/** The delay of one host, learnt from its responses; stored between requests and across restarts. */
export interface HostPace {
  /** Between two requests. */
  readonly delayMs: number
  /** Consecutive overload responses and failures. */
  readonly failures: number
}

/** A worker's claim of a URL. Only the holder of the token may complete or release it. */
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
  /** The page whose link scored best, and the evidence of that link; null and the seed's own evidence for seeds. */
  readonly bestParent: UrlId | null
  readonly evidence: Evidence
  readonly redirects: number
  readonly tunnel: number
  /** Failed attempts so far. */
  readonly attempts: number
  /** Leases that expired or whose process died, since an attempt last ended. */
  readonly lost: number
  /**
   * Null unless it was lost so often that it is suspected of ending the process (`store/rules/suspects.ts`): then nothing else is leased beside it, and
   * this is what its losses while it was alone in flight amount to.
   */
  readonly blame: number | null
  /** Null until a request to this host has ended. */
  readonly pace: HostPace | null
}

/** A queued link of a ready host, from which a strategy selects. */
export interface Candidate {
  readonly id: UrlId
  readonly url: string
  readonly host: string
  readonly source: string
  readonly score: number
  readonly depth: number
  /** Consecutive irrelevant pages on the path to it. */
  readonly tunnel: number
  /** Distinct pages known to link to it. */
  readonly parents: number
  /** The page whose link scored best; null for seeds. */
  readonly bestParent: UrlId | null
  /** The evidence of that link. Read from the store on first access. */
  readonly evidence: Evidence
}

/** How many candidates a strategy selects from. Queues are never scanned, however long. */
export interface View {
  /** About this many of the best links, spread evenly over the ready hosts with the best links; at least one of each. */
  readonly best: number
  /** This many more, drawn uniformly at random from the queues of those hosts; fewer if the queues are short. */
  readonly random: number
}

/** A received response and its capture; null when it was not archived. */
export interface ArchivedResponse {
  readonly status: number
  readonly fetchedAt: Date
  readonly capture: Capture | null
}

/** What a site stated about fetching and archiving a page, and whether its text was withheld for it. */
export interface RobotsNote extends MetaRobots {
  readonly allowedBy: string | null
  readonly withheld: boolean
}

/** One archived request of a rendered page. */
export interface ResourceCapture {
  readonly url: string
  readonly status: number
  readonly fetchedAt: Date
  readonly capture: Capture
}

/** The result of one leased URL. */
export type Outcome =
  | {
      readonly kind: 'page'
      readonly page: PageReading
      readonly verdict: Verdict
      readonly status: number
      readonly contentType: string
      readonly fetchedAt: Date
      /** Null only when the run archives kept pages only and this one was not kept. */
      readonly capture: Capture | null
      readonly textDigest: string
      readonly summary: string
      /** People and organisations, most frequent first; of kept pages only. */
      readonly who: readonly NameCount[]
      /** What `Strategy.remember` returned, to be passed back with the observation. */
      readonly memo: Json
      /** The robots.txt rule that allowed it; omitted or null when none matched. */
      readonly allowedBy?: string | null
      /** Of a rendered page: the captures of its requests. */
      readonly resources?: readonly ResourceCapture[]
      /** The page forbids copies (`page.robots.noarchive`): it was not archived, and its text is indexed but not stored. */
      readonly withheld?: boolean
    }
  | {
      readonly kind: 'redirect'
      readonly status: number
      readonly target: string
      readonly fetchedAt: Date
      readonly capture: Capture | null
    }
  /** Fetched again: the server answered that it has not changed. */
  | ({ readonly kind: 'unchanged' } & ArchivedResponse)
  | {
      readonly kind: 'failed'
      readonly code: string
      readonly message: string
      readonly status: number | null
      /** The response that was not a page, if archived. */
      readonly answer?: ArchivedResponse
    }
  | { readonly kind: 'excluded'; readonly code: string; readonly message: string }

/** A page and its verdict. */
export interface JudgedPage {
  readonly id: UrlId
  readonly canonicalUrl: string
  readonly page: PageReading
  readonly verdict: Verdict
  readonly depth: number
  readonly source: string
  /** The best link score for which it was fetched. */
  readonly link: LinkScore
}

/** What a strategy learns from after each page. Small and JSON-safe, so that a resumed crawl can replay it. */
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
  /** What `Strategy.remember` returned for this page. */
  readonly memo: Json
  readonly relevance: number
  readonly relevant: boolean
  readonly published: string | null
  /** If this page is a copy: the page with the same content that was kept before. */
  readonly duplicateOf: UrlId | null
}

/** Summary of a fetched page, from which the crawl itself learns, also after a restart. */
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
  /** Sketch of the text: `sketchOf` in src/page/fingerprint.ts. */
  readonly sketch: string
  /** A soft 404: the page states, with status 200, that it does not exist. */
  readonly notFound: boolean
  /** Number of links to unknown URLs, without sameListing ones. */
  readonly fresh: number
}
