import type { UrlId } from '../model/crawl.ts'
import type { WarcLocation } from '../model/exchange.ts'
import type { NameCount } from '../model/page.ts'
import type { PlaceCount } from '../model/place.ts'
import type { StrategySpec } from '../model/strategy-spec.ts'
import type { Evidence } from '../model/verdict.ts'
import type { SourceDecision } from './records.ts'

/** One step of the way from a seed to a URL. */
export interface PathStep {
  readonly id: UrlId
  readonly url: string
  /** Empty when the step is no page: a redirect, or not fetched. */
  readonly title: string
  /** What was decided about the page; null when the step is none. */
  readonly relevant: boolean | null
  /** Of the link that led here from the step before; empty for a seed. */
  readonly anchor: string
  readonly score: number
  readonly evidence: Evidence
}

/** A page in short: what a list of copies shows. */
export interface PageName {
  readonly id: UrlId
  readonly url: string
  readonly title: string
  readonly source: string
}

/** What a source has given so far, and how it was asked. */
export interface SourceTally {
  readonly source: string
  readonly hosts: number
  readonly fetched: number
  /** Kept pages that are no copies. */
  readonly kept: number
  readonly copies: number
  readonly queued: number
  readonly failed: number
  readonly excluded: number
  /** Of the slowest of its hosts; null while none was asked. */
  readonly delayMs: number | null
  /** Answers in a row that a tired server gives: the most of any of its hosts. */
  readonly failures: number
  /** No host of it may be asked before this moment; 0 when one may be asked at any time. */
  readonly restingUntil: number
  /** Of its failed URLs, the most frequent code first. */
  readonly errors: readonly { readonly code: string; readonly count: number }[]
  readonly firstPublished: string | null
  readonly lastPublished: string | null
  /** Mean over its fetched pages; 0 when there are none. */
  readonly relevance: number
  /** Of the page nearest to a seed; 0 when nothing was fetched. */
  readonly depth: number
  /** What a curator decided about it, where a decision stands. */
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

/** What two collections are compared by. */
export interface KeptKey {
  readonly canonicalUrl: string
  readonly textDigest: string
  readonly source: string
}

/** A kept page that is no copy, as the choice of pages to read sees it. */
export interface KeptPage {
  readonly order: number
  readonly published: string | null
  readonly relevance: number
}

/** What a summary reads of a page. */
export interface ToldPage {
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

/** A capture of a page, or of something that was fetched to show it. */
export interface PageCapture {
  readonly warc: WarcLocation
  readonly recordId: string
  readonly fetchedAt: string
  /** Where in the file what was written with it (request, notes, other forms) may begin. */
  readonly companionsFrom: number
  /** Of a revisit: the capture that holds the payload; null when it is not in the archive any more. */
  readonly original?: PageCapture | null
}

/** What is shown of an address: where its record lies. */
export interface ArchivedCopy {
  readonly url: string
  readonly status: number
  readonly fetchedAt: string
  readonly warc: WarcLocation
  readonly recordId: string
  /** What belongs to the capture, such as the page as a browser drew it, lies in the same file between here and its record. */
  readonly companionsFrom: number
  /** Of a revisit: the record that holds the payload. Null when the capture holds its own, or when that record is gone. */
  readonly payload: WarcLocation | null
}

/** What the library reads beside pages and search. None of it holds up the event loop for long, whatever the size of the collection. */
export interface Reads {
  /** Changes with every change of the data, by whatever process: what was worked out for one version holds as long as it is the same. */
  version(): string
  /** How many decisions curators have made: what they see must never be older than their word. */
  decisions(): number
  /** From the seed to the URL itself; the last 65 steps. Empty when nothing has this id. */
  path(id: UrlId): Promise<PathStep[]>
  /** The page that was kept before and says the same; null when this one is no copy. */
  original(id: UrlId): Promise<PageName | null>
  /** Copies of a page, in the order in which they were fetched; at most 100. */
  copies(id: UrlId): Promise<PageName[]>
  /** Every source that was ever found, read in slices; counts of a running crawl are those of the moment each slice was read. */
  sources(): Promise<SourceTallies>
  /** The kept pages of highest relevance and the pages on the paths to them, at most `limit` of them, with the links among them. */
  graph(limit: number): Promise<PageGraph>
  /** Of every kept page that is no copy, in the order of fetching. */
  keptPages(): Promise<KeptPage[]>
  /** Pages by their places in the order of fetching; those that are not there are left out. */
  toldPages(orders: readonly number[]): AsyncIterable<ToldPage>
  /** Of kept pages that are no copies. */
  keptKeys(): AsyncIterable<KeptKey>
  /** Captures of a page and of what was fetched to show it, the page's own first; empty when nothing is archived. */
  pageCaptures(id: UrlId): Promise<PageCapture[]>
  /** The capture of a URL of the frontier; undefined when nothing of it is archived. */
  copyOfUrl(id: UrlId): Promise<ArchivedCopy | undefined>
  /** The capture of an address, fetched for a page (the one nearest in time to `near`) or as a page itself. */
  copyOfAddress(address: string, canonicalUrl: string, near: string): Promise<ArchivedCopy | undefined>
  /** The strategy of the last run, with the options that differ from their defaults; null if there was none. */
  strategy(): Promise<StrategySpec | null>
}
