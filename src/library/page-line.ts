import type { WarcLocation } from '../model/exchange.ts'
import type { NameCount, PageReading } from '../model/page.ts'
import type { Verdict } from '../model/verdict.ts'
import type { PageRecord } from '../store/records.ts'

/** Fields of the record that a line omits or that only crawled pages have. */
type Inner = 'id' | 'text' | 'linkScore' | 'linkEvidence' | 'kind' | 'curated'
type OnlyCrawled = 'depth' | 'order' | 'fetchedAt' | 'status' | 'warc'

/** One page as written by `export --format jsonl` and `judge`. Stable: fields are added, never renamed. See docs/export.md. */
export interface PageLine extends Omit<PageRecord, Inner | OnlyCrawled> {
  readonly depth: number | null
  readonly order: number | null
  readonly fetchedAt: string | null
  readonly status: number | null
  readonly warc: WarcLocation | null
}

/** The line of a crawled page. */
export function lineOfRecord(page: PageRecord): PageLine {
  return {
    url: page.url,
    canonicalUrl: page.canonicalUrl,
    title: page.title,
    language: page.language,
    published: page.published,
    publishedFrom: page.publishedFrom,
    places: page.places,
    relevance: page.relevance,
    relevant: page.relevant,
    evidence: page.evidence,
    source: page.source,
    depth: page.depth,
    parent: page.parent,
    duplicateOf: page.duplicateOf,
    order: page.order,
    fetchedAt: page.fetchedAt,
    status: page.status,
    warc: page.warc && { file: page.warc.file, offset: page.warc.offset, length: page.warc.length },
    textDigest: page.textDigest,
    summary: page.summary,
    who: page.who,
    robots: page.robots,
  }
}

/** The data of a page that was judged without being crawled. */
export interface JudgedInput {
  readonly url: string
  readonly canonicalUrl: string
  readonly source: string
  readonly page: PageReading
  readonly verdict: Verdict
  readonly textDigest: string
  readonly summary: string
  readonly who: readonly NameCount[]
  readonly fetchedAt?: string
  readonly status?: number
  readonly warc?: WarcLocation
}

export function lineOfJudged(input: JudgedInput): PageLine {
  const { page, verdict } = input
  return {
    url: input.url,
    canonicalUrl: input.canonicalUrl,
    title: page.title,
    language: page.language,
    published: page.published,
    publishedFrom: page.publishedFrom,
    places: page.places,
    relevance: verdict.relevance,
    relevant: verdict.relevant,
    evidence: verdict.evidence,
    source: input.source,
    depth: null,
    parent: null,
    duplicateOf: null,
    order: null,
    fetchedAt: input.fetchedAt ?? null,
    status: input.status ?? null,
    warc: input.warc ?? null,
    textDigest: input.textDigest,
    summary: input.summary,
    who: input.who,
    robots: page.robots.because.length === 0 ? null : { ...page.robots, allowedBy: null, withheld: false },
  }
}
