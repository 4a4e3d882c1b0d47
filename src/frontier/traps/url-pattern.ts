import { memoize } from '../../cache/memo.ts'

/** A segment of three words or more is a headline, different for each page. */
const SLUG_WORDS = 3
/** A longer word is a token, not the name of a folder. */
const MAX_WORD_LENGTH = 24
/** Deeper segments do not help to distinguish kinds of pages. */
const MAX_SEGMENTS = 8
/** Maximum number of parameters read; the scope rules accept six. */
const MAX_PARAMETERS = 16
/** About as many URLs as a hundred pages link to: they share their navigation. */
const REMEMBERED = 4_096

/** What URLs of pages made by the same program have in common. */
export interface UrlPattern {
  readonly host: string
  /** Host and path with placeholders for the parts that differ between pages: `#` for numbers, `*` for other words. */
  readonly shape: string
  /** Host and folder of the page, written the same way. */
  readonly folder: string
  /** Whether such URLs can be enumerated: days, numbers, combinations of parameters. */
  readonly generated: boolean
  /** The constant start of the path: up to the first part or parameter that differs. */
  readonly stem: string
}

/** True when a page links to another page of the same pagination, calendar or filter. */
export function isSameListing(page: UrlPattern, link: UrlPattern): boolean {
  if (page.host !== link.host) return false
  if (page.shape === link.shape) return true
  if (link.generated) return page.generated && page.stem === link.stem
  return page.folder === link.folder && !link.shape.endsWith('*')
}

/** Of a canonical URL. Never throws; linear in the length of the URL. */
export const urlPattern: (canonicalUrl: string) => UrlPattern = memoize(REMEMBERED, patternOf)

function patternOf(canonicalUrl: string): UrlPattern {
  const start = canonicalUrl.indexOf('://') + 3
  const slash = canonicalUrl.indexOf('/', start)
  const host = canonicalUrl.slice(start, slash < 0 ? undefined : slash)
  const rest = slash < 0 ? '' : canonicalUrl.slice(slash + 1)
  const mark = rest.indexOf('?')
  const shapes = (mark < 0 ? rest : rest.slice(0, mark)).split('/', MAX_SEGMENTS).map(segmentShape)
  const names = mark < 0 ? [] : parameterNames(rest.slice(mark + 1))
  // Filters can be combined: however many a URL has, they filter one list.
  const query = names.length === 0 ? '' : names.length === 1 ? `?${names[0]}` : '?*'
  const changes = shapes.findIndex((shape) => shape === '#' || shape === '*')
  return {
    host,
    shape: `${host}/${shapes.join('/')}${query}`,
    folder: `${host}/${shapes.slice(0, -1).join('/')}`,
    generated: names.length > 1 || lastOf(shapes) === '#' || names.some((name) => COUNTING.test(name)),
    stem: shapes.slice(0, changes < 0 ? undefined : changes).join('/'),
  }
}

/** Parameters with a counter: pages of a list, days of a calendar. */
const COUNTING = /^(?:page|p|start|offset|from|skip|date|day|week|month|year|m|y|d)$/i
const NUMBER = /^[\d._-]{1,40}$/
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}$/i

function segmentShape(segment: string): string {
  if (segment === '') return ''
  const dot = segment.length > 5 ? segment.indexOf('.', segment.length - 6) : segment.indexOf('.')
  const stem = dot > 0 ? segment.slice(0, dot) : segment
  if (NUMBER.test(stem) || MONTH.test(stem)) return '#'
  if (stem.length > MAX_WORD_LENGTH || /\d/.test(stem)) return '*'
  return stem.split(/[-_+.~]|%20/, SLUG_WORDS).length >= SLUG_WORDS ? '*' : segment
}

/** `/2031/05/` ends in an empty segment. */
function lastOf(shapes: readonly string[]): string {
  return shapes.at(-1) || (shapes.at(-2) ?? '')
}

function parameterNames(query: string): string[] {
  const names = query.split('&', MAX_PARAMETERS).map((pair) => pair.split('=', 1)[0]?.slice(0, 60) ?? '')
  return [...new Set(names)]
}
