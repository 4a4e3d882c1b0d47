import { canonicalUrl } from '../frontier/canonical-url.ts'
import type { WarcLocation } from '../model/exchange.ts'
import type { PageReading } from '../model/page.ts'
import { unlessNotFound } from '../page/not-found.ts'
import { summaryOf, textDigest, whoOf } from '../page/page-facts.ts'
import { type PageInput, type ReadingTools, readPage } from '../page/read-page.ts'
import type { Strategy } from '../score/strategy.ts'
import { verdictOn } from '../score/verdict-on.ts'
import { lineOfJudged, type PageLine } from './page-line.ts'

/** A page to judge, with metadata from its source that takes precedence over the page's own. */
export interface PageToJudge {
  readonly input: PageInput
  readonly title?: string
  readonly date?: string
  readonly status?: number
  readonly warc?: WarcLocation
}

/** Reads and judges one page without crawling. */
export function judgePage(given: PageToJudge, strategy: Strategy, tools: ReadingTools): PageLine {
  return lineOf(withSource(readPage(given.input, tools), given), given, strategy)
}

/** Judges a page that was read. */
export function lineOf(page: PageReading, given: PageToJudge, strategy: Strategy): PageLine {
  const { url } = given.input
  const known = canonicalUrl(url)
  const verdict = unlessNotFound(page, verdictOn(page, strategy))
  return lineOfJudged({
    url,
    canonicalUrl: known?.canonicalUrl ?? url,
    source: known?.source ?? '',
    page,
    verdict,
    textDigest: textDigest(page),
    summary: summaryOf(page),
    who: verdict.relevant ? whoOf(page) : [],
    status: given.status,
    warc: given.warc,
  })
}

/** The reading with the source's title and day, if given. */
export function withSource(page: PageReading, { title, date }: PageToJudge): PageReading {
  const day = date?.slice(0, 10)
  return {
    ...page,
    ...(title && page.title === '' && { title }),
    ...(day && /^\d{4}-\d\d-\d\d$/.test(day) && { published: day, publishedFrom: 'given' as const }),
  }
}
