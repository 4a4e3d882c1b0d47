/** What a URL probably leads to. `archive`: a list of the news of a day, month or year. */
export type UrlKind = 'article' | 'list' | 'archive' | 'feed'

/** Longer URLs are truncated: their tail is parameters, not a path. */
const MAX_URL_LENGTH = 2_000
/** A slug of at least this many words is a headline; names of sections and tags are shorter. */
const HEADLINE_WORDS = 3
const FEED = /(?:^|[/.])(?:rss|atom|feeds?|sitemap[^/]{0,40})(?:\.xml|\.json)?\/?$|\.(?:rss|atom)$/
const LIST_WORD =
  /^(?:archives?|tags?|topics?|category|categories|section|sections|page|pages|index|browse|search|calendar|latest|hub|special|coverage)$/
const PAGER = /(?:^|&)(?:page|p|month|year|date|day|offset|start)=/
const ITEM = /(?:^|&)(?:id|article|story|aid|nid|p)=\d/
const DATE_PART = /^(?:(?:19|20)\d\d(?:[-_]?\d{1,2}){0,2}|\d{1,2})$/
const MONTH_WORD = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}$/
/** A serial number or an opaque token. */
const SERIAL = /\d{4,}|^(?=[a-z]{0,20}\d)[a-z0-9]{6,40}$/

/** The kind of page that a URL most likely leads to, by common conventions; no request, no list of sites. */
export function urlKind(url: string): UrlKind {
  const { path, query } = partsOf(url)
  if (FEED.test(path)) return 'feed'
  const segments = path
    .replace(/\/(?:index|default|home)\.[a-z]{2,5}$/, '/')
    .split('/')
    .filter(Boolean)
  const last = (segments.at(-1) ?? '').replace(/\.[a-z]{2,5}$/, '')
  if (ITEM.test(query)) return 'article'
  const words = last.split(/[^\p{L}]+/u).filter(Boolean)
  if (isDatePart(last) && segments.some((part) => /^(?:19|20)\d\d/.test(part))) return 'archive'
  if (PAGER.test(query)) return /\d{4}/.test(query) ? 'archive' : 'list'
  if (words.length >= HEADLINE_WORDS) return 'article'
  if (segments.slice(0, -1).some((part) => LIST_WORD.test(part)) || LIST_WORD.test(last)) return 'list'
  return SERIAL.test(last) || hasDate(segments) ? 'article' : 'list'
}

/** The URL without the parts that vary from page to page: URLs of one shape tend to lead to pages of one kind. */
export function urlShape(url: string): string {
  const { path, query } = partsOf(url)
  const parts = path
    .split('/')
    .slice(0, 7)
    .map((part) => {
      const words = part.split(/[^\p{L}]+/u).filter(Boolean).length
      if (words >= HEADLINE_WORDS || SERIAL.test(part)) return '*'
      return part.replace(/\d+/g, '0').slice(0, 30)
    })
  return parts.join('/') + (query ? `?${query.replace(/=[^&]*/g, '').slice(0, 40)}` : '')
}

function partsOf(url: string): { path: string; query: string } {
  const text = url.slice(0, MAX_URL_LENGTH).toLowerCase()
  const scheme = text.indexOf('://')
  const slash = text.indexOf('/', scheme === -1 ? 0 : scheme + 3)
  const whole = slash === -1 ? '/' : text.slice(slash)
  const [target = '/'] = whole.split('#', 1)
  const mark = target.indexOf('?')
  return mark === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

function isDatePart(part: string): boolean {
  return DATE_PART.test(part) || MONTH_WORD.test(part)
}

function hasDate(segments: readonly string[]): boolean {
  return segments.slice(0, -1).some((part) => /^(?:19|20)\d\d/.test(part))
}
