import type { UrlId } from '../model/crawl.ts'
import type { WarcLocation } from '../model/exchange.ts'
import type { NameCount } from '../model/page.ts'
import type { PlaceCount } from '../model/place.ts'
import type { StrategySpec } from '../model/strategy-spec.ts'
import type { Evidence } from '../model/verdict.ts'
import type { SourceDecision } from './records.ts'

/** One step of the path from a seed to a URL. */
export interface PathStep {
  readonly id: UrlId
  readonly url: string
  /** Empty when the step is not a page: a redirect, or not fetched. */
  readonly title: string
  /** What was decided about the page; null when the step is none. */
  readonly relevant: boolean | null
  /** Of the link that led here from the step before; empty for a seed. */
  readonly anchor: string
  readonly score: number
  readonly evidence: Evidence
}

/** The fields of a page that a list of copies shows. */
export interface PageName {
  readonly id: UrlId
  readonly url: string
  readonly title: string
  readonly source: string
}

/** The yield of a source so far, and how its hosts are treated. */
export interface SourceTally {
  readonly source: string
  readonly hosts: number
  readonly fetched: number
  /** Kept pages that are not copies. */
  readonly kept: number
  readonly copies: number
  readonly queued: number
  readonly failed: number
  readonly excluded: number
  /** Of the slowest of its hosts; null before the first request. */
  readonly delayMs: number | null
  /** Consecutive overload responses: the maximum over its hosts. */
  readonly failures: number
  /** No host of it may be requested before this time; 0 when one may be requested now. */
  readonly restingUntil: number
  /** Of its failed URLs, the most frequent code first. */
  readonly errors: readonly { readonly code: string; readonly count: number }[]
  readonly firstPublished: string | null
  readonly lastPublished: string | null
  /** Mean over its fetched pages; 0 when there are none. */
  readonly relevance: number
  /** Of the page nearest to a seed; 0 when nothing was fetched. */
  readonly depth: number
  /** A curator's current decision about it; null when there is none. */
  readonly curated: SourceDecision | null
}

/** Pages of one source that were found through the best link on a page of another. */
export interface SourceLink {
  readonly from: string
  readonly to: string
  readonly pages: number
}

export interface SourceTallies {
  /** By name. */
  readonly sources: readonly SourceTally[]
  readonly links: readonly SourceLink[]
}

export interface PageNode {
  readonly id: UrlId
  readonly url: string
  readonly title: string
  readonly fetched: boolean
  readonly kept: boolean
  readonly relevance: number
  readonly depth: number
}

export interface PageGraph {
  readonly nodes: readonly PageNode[]
  readonly edges: readonly { readonly from: UrlId; readonly to: UrlId; readonly score: number }[]
  /** Some kept page is not among the nodes. */
  readonly truncated: boolean
}

/** The fields by which two collections are compared. */
export interface KeptKey {
  readonly canonicalUrl: string
  readonly textDigest: string
  readonly source: string
}

/** A kept page that is not a copy, for choosing which pages to read. */
export interface KeptPage {
  readonly order: number
  readonly published: string | null
  readonly relevance: number
}

/** The parts of a page that a summary is made from. */
export interface SummaryInput {
  readonly id: UrlId
  readonly title: string
  readonly source: string
  readonly language: string
  readonly published: string | null
  readonly relevance: number
  readonly places: readonly PlaceCount[]
  readonly who: readonly NameCount[]
  readonly text: string
}

/** A capture of a page, or of one of its resources. */
export interface PageCapture {
  readonly warc: WarcLocation
  readonly recordId: string
  readonly fetchedAt: string
  /** Where its companion records (request, metadata, conversions) may begin in the file. */
  readonly companionsFrom: number
  /** Of a revisit: the capture that holds the payload; null when that is no longer in the archive. */
  readonly original?: PageCapture | null
}

/** The archived copy of a URL: where its record is. */
export interface ArchivedCopy {
  readonly url: string
  readonly status: number
  readonly fetchedAt: string
  readonly warc: WarcLocation
  readonly recordId: string
  /** Its companion records, such as the rendered page, are in the same file between this offset and its record. */
  readonly companionsFrom: number
  /** Of a revisit: the record that holds the payload. Null when the capture holds its own, or when that record is gone. */
  readonly payload: WarcLocation | null
}

/** Reads of the library other than pages and search. None of them blocks the event loop for long, whatever the size of the collection. */
export interface Reads {
  /** Changes with every change of the data, by any process: results for one version are valid while it stays the same. */
  version(): string
  /** Number of decisions curators have made: results shown to them must include the last one. */
  decisions(): number
  /** From the seed to the URL itself; the last 65 steps. Empty when nothing has this id. */
  path(id: UrlId): Promise<PathStep[]>
  /** The page that this one is a copy of; null when it is not a copy. */
  original(id: UrlId): Promise<PageName | null>
  /** Copies of a page, in the order in which they were fetched; at most 100. */
  copies(id: UrlId): Promise<PageName[]>
  /** Every source that was ever found, read in slices; counts of a running crawl are those of the moment each slice was read. */
  sources(): Promise<SourceTallies>
  /** The kept pages of highest relevance and the pages on the paths to them, at most `limit` of them, with the links among them. */
  graph(limit: number): Promise<PageGraph>
  /** Of every kept page that is not a copy, in the order of fetching. */
  keptPages(): Promise<KeptPage[]>
  /** Pages by their order; missing ones are omitted. */
  summaryInputs(orders: readonly number[]): AsyncIterable<SummaryInput>
  /** Of kept pages that are not copies. */
  keptKeys(): AsyncIterable<KeptKey>
  /** Captures of a page and of its resources, the page's own first; empty when nothing is archived. */
  pageCaptures(id: UrlId): Promise<PageCapture[]>
  /** The capture of a URL of the frontier; undefined when nothing of it is archived. */
  captureOf(id: UrlId): Promise<ArchivedCopy | undefined>
  /** The capture of a URL that was fetched for a page (the one nearest in time to `near`) or as a page. */
  captureAt(url: string, canonicalUrl: string, near: string): Promise<ArchivedCopy | undefined>
  /** The strategy of the last run, with the options that differ from their defaults; null if there was none. */
  strategy(): Promise<StrategySpec | null>
}
