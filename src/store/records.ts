import type { Observation, RobotsNote, UrlId, UrlState, Visit } from '../model/crawl.ts'
import type { KnownPayload, WarcLocation } from '../model/exchange.ts'
import type { DateSource, NameCount } from '../model/page.ts'
import type { PlaceCount } from '../model/place.ts'
import type { Evidence } from '../model/verdict.ts'

/** What a fetched page is: `archive` lists the news of a day, month or year, `list` any other pages; `not-found` is an error page with status 200. */
export const PAGE_KINDS = ['article', 'list', 'archive', 'feed', 'sitemap', 'not-found'] as const
export type PageKind = (typeof PAGE_KINDS)[number]

/** A fetched page as stored; the source of every export line. */
export interface PageRecord {
  readonly id: UrlId
  readonly url: string
  readonly canonicalUrl: string
  readonly title: string
  readonly language: string
  readonly published: string | null
  readonly publishedFrom: DateSource
  readonly places: readonly PlaceCount[]
  readonly relevance: number
  readonly relevant: boolean
  readonly evidence: Evidence
  readonly source: string
  readonly depth: number
  /** Canonical URL of the page that led here; null for seeds. */
  readonly parent: string | null
  /** Canonical URL of the earlier page that this one is a copy of; null when it is not a copy. */
  readonly duplicateOf: string | null
  /** Counts fetched pages from 1, relevant or not. */
  readonly order: number
  readonly fetchedAt: string
  readonly status: number
  readonly warc: (WarcLocation & { readonly payloadDigest: string }) | null
  readonly textDigest: string
  readonly summary: string
  /** People and organisations named, most frequent first; empty for rejected pages. */
  readonly who: readonly NameCount[]
  /** The site's robots directives for the page; null when there are none. */
  readonly robots: RobotsNote | null
  readonly kind: PageKind
  /** A curator's decision about this page; null when there is none. Decisions about its source are not included. */
  readonly curated: 'accepted' | 'rejected' | null
  /** The score the page was fetched for, and why. */
  readonly linkScore: number
  readonly linkEvidence: Evidence
  /** Empty when the site asks for no copies (`robots.withheld`). */
  readonly text: string
}

/** What a list of results shows of a page. */
export interface ResultRecord
  extends Pick<
    PageRecord,
    | 'id'
    | 'order'
    | 'url'
    | 'title'
    | 'source'
    | 'language'
    | 'published'
    | 'fetchedAt'
    | 'relevance'
    | 'relevant'
    | 'curated'
    | 'kind'
    | 'places'
    | 'summary'
    | 'text'
  > {
  readonly archived: boolean
}

/** A response record in the archive. */
export interface CaptureRecord {
  /** Null for a robots.txt, which is not a URL of the frontier. */
  readonly id: UrlId | null
  readonly url: string
  readonly status: number
  readonly fetchedAt: string
  readonly warc: WarcLocation & { readonly payloadDigest: string }
  readonly recordId: string
  /** Of a revisit: the record that holds the payload. */
  readonly refersTo?: string
}

/** The last archived page of a URL. */
export interface EarlierCopy {
  /** As requested. */
  readonly url: string
  readonly warc: WarcLocation
  readonly recordId: string
  /** Where in the file its companion records (request, metadata, conversions) may begin. */
  readonly companionsFrom: number
  /** Where its payload is: itself, unless it is a revisit. */
  readonly payload: KnownPayload
}

/** One link that led to a URL. */
export interface FoundBy {
  /** Canonical URL of the page that holds the link; null when the URL was a seed. */
  readonly parent: string | null
  readonly score: number
  readonly anchor: string
  /** Empty when the link was found after the URL had left the queue: nothing was decided with it. */
  readonly evidence: Evidence
}

/** What the store knows about any URL, fetched or not. */
export interface UrlRecord {
  readonly id: UrlId
  readonly url: string
  readonly canonicalUrl: string
  readonly host: string
  readonly source: string
  readonly state: UrlState
  /** The mean over the parents, or the best of them; a seed keeps its own. */
  readonly score: number
  readonly depth: number
  readonly attempts: number
  /** Distinct parents seen so far, also those found after it was fetched; naming it as a seed is one of them. */
  readonly parents: number
  /** Why it failed, was excluded, or where it redirected; null otherwise. */
  readonly ending: { readonly code: string; readonly message: string; readonly status: number | null } | null
  /** Best score first; at most 100. */
  readonly foundBy: readonly FoundBy[]
}

export interface ExclusionCount {
  readonly code: string
  readonly count: number
}

export interface Excluded {
  readonly canonicalUrl: string
  /** The reason in words; empty when the code is enough. */
  readonly message: string
}

export interface HostPages {
  readonly host: string
  readonly source: string
  readonly pages: number
}

export interface PageFilter {
  /** Default: kept pages only. */
  readonly all?: boolean
}

/** A collection at a glance; cheap at any size. */
export interface Overview {
  /** Sites with at least one page. */
  readonly sources: number
  /** Of the kept pages. */
  readonly firstPublished: string | null
  readonly lastPublished: string | null
  readonly lastFetchedAt: string | null
}

/** A curator's current decision about a source. */
export type SourceDecision = 'accepted' | 'rejected'

/** A curator's decision about a page or a source; null undoes an earlier one. */
export interface CurationRequest {
  readonly target: { readonly page: UrlId } | { readonly source: string }
  readonly decision: 'accepted' | 'rejected' | null
  readonly reason: string
  readonly at: string
}

/** One line of the curation log. */
export interface CurationEntry {
  readonly at: string
  readonly what: 'page' | 'source'
  /** Of a page. */
  readonly page: UrlId | null
  /** Canonical URL of the page, or the source. */
  readonly target: string
  readonly decision: 'accepted' | 'rejected' | null
  readonly reason: string
  /** Queued links whose score or state changed with it. */
  readonly links: number
}

/** Something that people told a collection: a seed they named, or what a curator decided. */
export type JournalEntry =
  | { readonly seed: string }
  | { readonly decision: Pick<CurationEntry, 'at' | 'what' | 'target' | 'decision' | 'reason'> }

/** A page that is kept, or no longer kept, by a curator's decision: what the strategy and trap detection learn from it. */
export interface CuratedPage {
  readonly observation: Observation
  readonly visit: Visit
}

/** One host of the queue. */
export interface HostQueue {
  readonly host: string
  readonly queued: number
  readonly bestScore: number | null
  /** `busy`: one of its URLs is being fetched. */
  readonly state: 'ready' | 'resting' | 'busy'
  /** When the pause of a resting host ends, in milliseconds since the epoch. */
  readonly until: number | null
  readonly delayMs: number | null
}

/** Kept pages, each once, among the first `fetched`. */
export interface HarvestPoint {
  readonly fetched: number
  readonly kept: number
}
