import { httpUrl } from '../html/http-url.ts'
import type { CharsetSource, PageReading } from '../model/page.ts'
import type { PlaceCount } from '../model/place.ts'
import { detectLanguage } from '../text/language.ts'
import { createDateHintCollector } from '../time/date-hints.ts'
import { publicationDate } from '../time/publication-date.ts'
import { decodeBody } from './charset.ts'
import { phrase } from './fold.ts'
import { gunzipUpTo, isGzip } from './gunzip.ts'
import { readHtml } from './html-reading.ts'
import { DEFAULT_LIMITS, type ReadingLimits } from './limits.ts'
import { type DayRange, readList } from './list-reading.ts'
import { mainTextOf } from './main-text.ts'
import { type MediaKind, mediaTypeOf } from './media-type.ts'
import { readPlain } from './plain-text.ts'
import { readLinkList } from './read-link-list.ts'
import { directivesInMeta, NO_DIRECTIVES, withHeaderDirectives } from './robots-directives.ts'
import { statedArticle } from './structured-text.ts'
import { type GroupRun, partsOfRuns, partsOfTexts, readGroups } from './tag-groups.ts'

export interface PageInput {
  readonly url: string
  /** Content-decoded bytes. */
  readonly body: Uint8Array
  /** The Content-Type header as received; empty if there was none. */
  readonly contentType: string
  /** The Last-Modified header as received. */
  readonly lastModified?: string
  /** Every X-Robots-Tag header as received. */
  readonly robotsTags?: readonly string[]
}

export interface ReadingTools {
  /** If omitted, `places` stays empty. */
  readonly geoparser?: { places(text: string, language: string): PlaceCount[] }
  readonly limits?: Partial<ReadingLimits>
  /** When the page was fetched: later dates are ignored. */
  readonly now?: Date
  /** Days of interest: if a sitemap has more lines than `limits.links`, those nearest to them are kept. */
  readonly near?: DayRange
}

/** Everything that the readers of the different media types determine themselves. */
type Parts = Pick<
  PageReading,
  | 'title'
  | 'description'
  | 'language'
  | 'text'
  | 'mainText'
  | 'groups'
  | 'links'
  | 'divisions'
  | 'divSpans'
  | 'canonical'
  | 'robots'
  | 'refresh'
  | 'published'
  | 'publishedFrom'
  | 'form'
  | 'truncated'
>

/**
 * Reads one fetched page: HTML, XHTML, plain text, feeds and sitemaps (also gzipped); anything else gives an
 * empty reading. Never throws, and its cost is bounded by `limits` for any input.
 */
export function readPage(input: PageInput, tools: ReadingTools = {}): PageReading {
  const limits: ReadingLimits = { ...DEFAULT_LIMITS, ...tools.limits }
  const media = mediaTypeOf(input.contentType, input.body)
  if (media.kind === 'other') return compose(input, EMPTY, '', 'default', [], tools.now)
  const body = isGzip(input.body)
    ? gunzipUpTo(input.body, limits.unpacked)
    : { bytes: input.body, truncated: false }
  const { text, charset, from, truncated } = decodeBody(body.bytes, media.charset, limits.characters)
  const parts = partsOf(text, media.kind, input, limits, tools)
  const places = tools.geoparser?.places(`${parts.title}\n${parts.mainText}`, parts.language) ?? []
  const cut = parts.truncated || truncated || body.truncated
  return compose(input, { ...parts, truncated: cut }, charset, from, places, tools.now)
}

/** Feeds and sitemaps are served with any content type, so the type decides only for other documents. */
function partsOf(
  text: string,
  kind: MediaKind,
  input: PageInput,
  limits: ReadingLimits,
  { now, near }: ReadingTools,
): Parts {
  const { list, root } = readLinkList(text, kind, httpUrl(input.url) ?? undefined, limits)
  if (list) return { ...EMPTY, ...readList(list, { url: input.url, length: text.length, limits, near, now }) }
  if (kind === 'text') return plainParts(text, input, limits, now)
  if (kind === 'html' || kind === 'xhtml' || root === 'html')
    return htmlParts(text, kind !== 'html', input, limits, now)
  return EMPTY
}

function compose(
  input: PageInput,
  parts: Parts,
  charset: string,
  charsetFrom: CharsetSource,
  places: readonly PlaceCount[],
  now: Date | undefined,
): PageReading {
  const robots = withHeaderDirectives(parts.robots, input.robotsTags ?? [], now)
  return { url: input.url, charset, charsetFrom, places, ...parts, robots }
}

function htmlParts(
  html: string,
  xhtml: boolean,
  input: PageInput,
  limits: ReadingLimits,
  now: Date | undefined,
): Parts {
  const dates = createDateHintCollector(input.url)
  const reading = readHtml(html, xhtml, limits, dates)
  const { head, tree, runs } = reading
  const text = reading.visible.toString()
  const home = httpUrl(input.url) ?? undefined
  const base = absolute(head.base, home) ?? home
  const { links, divisions, divSpans } = reading.links.finish(text, html.length, base)
  const title = phrase(head.title, limits.phrase) || head.socialTitle || firstHeading(runs, text, limits)
  const shown = mainTextOf(tree, text, `${title} ${head.socialTitle}`)
  const mainText = statedArticle(reading.structured, shown, title, limits) ?? shown
  const language = detectLanguage(`${title}\n${mainText || text}`, head.language)
  const date = publicationDate(dates.hints(), {
    lastModified: input.lastModified,
    now,
    visibleText: text,
    language,
  })
  return {
    title,
    description: head.summary,
    language,
    text,
    mainText,
    groups: readGroups(partsOfRuns(runs, [title, head.keywords, head.summary]), text, language),
    links,
    divisions,
    divSpans,
    canonical: absolute(head.canonical, base),
    robots: directivesInMeta(head.robots, now),
    refresh: absolute(head.refresh, base),
    published: date.day,
    publishedFrom: date.source,
    form: 'page',
    truncated: reading.truncated,
  }
}

function plainParts(source: string, input: PageInput, limits: ReadingLimits, now: Date | undefined): Parts {
  const { text, links, divisions, truncated } = readPlain(source, limits)
  const language = detectLanguage(text)
  const { lastModified } = input
  const date = publicationDate(createDateHintCollector(input.url).hints(), {
    lastModified,
    now,
    visibleText: text,
    language,
  })
  return {
    ...EMPTY,
    language,
    text,
    mainText: text,
    groups: readGroups(partsOfTexts({ body: text }), text, language),
    links,
    divisions,
    published: date.day,
    publishedFrom: date.source,
    truncated,
  }
}

function firstHeading(runs: readonly GroupRun[], text: string, limits: ReadingLimits): string {
  const run = runs.find((candidate) => candidate.group === 'head')
  return run ? phrase(text.slice(run.start, run.end), limits.phrase) : ''
}

function absolute(href: string | null, base: string | undefined): string | null {
  return href === null ? null : httpUrl(href, base)
}

const EMPTY: Parts = {
  title: '',
  description: '',
  language: 'und',
  text: '',
  mainText: '',
  groups: readGroups(partsOfTexts({}), '', 'und'),
  links: [],
  divisions: [],
  canonical: null,
  robots: NO_DIRECTIVES,
  refresh: null,
  published: null,
  publishedFrom: 'none',
  form: 'page',
  truncated: false,
}
