import type { Observation, RobotsNote, UrlId, UrlState, Visit } from '../model/crawl.ts'
import type { KnownPayload, WarcLocation } from '../model/exchange.ts'
import type { DateSource, NameCount } from '../model/page.ts'
import type { PlaceCount } from '../model/place.ts'
import type { Evidence } from '../model/verdict.ts'

/** What a fetched page is: `archive` lists the news of a day, month or year, `list` any other pages; `not-found` says, with status 200, that there is no such page. */
export const PAGE_KINDS = ['article', 'list', 'archive', 'feed', 'sitemap', 'not-found'] as const
export type PageKind = (typeof PAGE_KINDS)[number]

/** A fetched page as the store remembers it; the source of every export line. */
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
  /** Canonical URL of the page that was kept before and says the same; null when this one is no copy. */
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
  /** What the site said about fetching and keeping the page; null when it said nothing. */
  readonly robots: RobotsNote | null
  readonly kind: PageKind
  /** What a curator decided about this page; null when nobody did. A rejected source is not in it. */
  readonly curated: 'accepted' | 'rejected' | null
  /** The score the page was fetched for, and why. */
  readonly linkScore: number
  readonly linkEvidence: Evidence
  /** Empty when the page asked for no copy (`robots.withheld`). */
  readonly text: string
}

/** A response record in the archive. */
export interface CaptureRecord {
  /** Null for a robots.txt, which is no URL of the frontier. */
  readonly id: UrlId | null
  readonly url: string
  readonly status: number
  readonly fetchedAt: string
  readonly warc: WarcLocation & { readonly payloadDigest: string }
  readonly recordId: string
  /** Of a revisit: the record that holds the payload. */
  readonly refersTo?: string
}

/** The last page that was archived of a URL. */
export interface EarlierCopy {
  /** As it was asked for. */
  readonly url: string
  readonly warc: WarcLocation
  readonly recordId: string
  /** Where in the file what was written with it (request, notes, other forms) may begin. */
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
  /** Empty when the URL no longer waited when this link was found: nothing was decided with it. */
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
  /** The mean over the parents. */
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
  /** The reason in words; empty when the code says it all. */
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
  /** Sites that gave a page. */
  readonly sources: number
  /** Of the kept pages. */
  readonly firstPublished: string | null
  readonly lastPublished: string | null
  readonly lastFetchedAt: string | null
}

/** What a curator decided about a source, where a decision stands. */
export type SourceDecision = 'accepted' | 'rejected'

/** What a curator decides about a page or a source; `decision` null takes an earlier one back. */
export interface CurationOrder {
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
  /** Links of the queue whose score or place changed with it. */
  readonly links: number
}

/** A page that is kept, or no longer kept, by a curator's word: as the strategy and the traps are told of it. */
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
  /** Of a resting host: when its rest ends, in milliseconds since the epoch. */
  readonly until: number | null
  readonly delayMs: number | null
}

/** Kept pages, each once, among the first `fetched`. */
export interface HarvestPoint {
  readonly fetched: number
  readonly kept: number
}
