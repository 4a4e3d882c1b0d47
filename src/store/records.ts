import type { RobotsNote, UrlId, UrlState } from '../model/crawl.ts'
import type { WarcLocation } from '../model/exchange.ts'
import type { DateSource, NameCount } from '../model/page.ts'
import type { PlaceCount } from '../model/place.ts'
import type { Evidence } from '../model/verdict.ts'

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
  /** Distinct parents seen so far. */
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

/** An already parsed query: terms are index terms (stems, segments), never raw user text. */
export interface SearchRequest {
  /** Every group must match; a group matches when any of its alternatives does; an alternative is a run of adjacent terms. */
  readonly must: readonly (readonly (readonly string[])[])[]
  readonly not: readonly (readonly (readonly string[])[])[]
  readonly from?: string
  readonly to?: string
  /** West, south, east, north in degrees; west > east crosses the antimeridian. */
  readonly box?: readonly [number, number, number, number]
  /** Pages that name a place no further than this from a point. */
  readonly near?: { readonly lat: number; readonly lon: number; readonly km: number }
  readonly sort: 'relevance' | 'time'
  readonly limit: number
  readonly offset: number
}

export interface SearchHit {
  readonly page: PageRecord
  /** Higher is better. */
  readonly rank: number
  /** Canonical URLs of its copies, which are not hits themselves; at most 100. */
  readonly copies: readonly string[]
}
