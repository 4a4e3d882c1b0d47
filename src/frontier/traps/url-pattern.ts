import { memoize } from '../../cache/memo.ts'

/** Three words or more in one segment are a headline, made up page by page. */
const SLUG_WORDS = 3
/** A word longer than this is a token: nobody gives folders such names. */
const MAX_WORD_LENGTH = 24
/** Deeper segments say nothing more about which kind of page it is. */
const MAX_SEGMENTS = 8
/** Parameters looked at: the scope rules take addresses with at most six. */
const MAX_PARAMETERS = 16
/** The addresses of the last hundred pages or so: navigation stands on every page. */
const REMEMBERED = 4_096

/** What an address has in common with others: pages that one program makes share a pattern. */
export interface UrlPattern {
  readonly host: string
  /** Host and path with what changes from page to page left out: `#` for numbers, `*` for other words made up page by page. */
  readonly shape: string
  /** Host and the folder the page lies in, written the same way. */
  readonly folder: string
  /** A machine can go on making such addresses by counting: days, numbers, combinations of parameters. */
  readonly generated: boolean
  /** The path as far as it is the same on all such pages: what stands before the first number, word or parameter that changes. */
  readonly stem: string
}

/** True when a link leads on in what made the page it stands on: to one more page of the same list, calendar or filter. */
export function isInward(page: UrlPattern, link: UrlPattern): boolean {
  if (page.host !== link.host) return false
  if (page.shape === link.shape) return true
  if (link.generated) return page.generated && page.stem === link.stem
  return page.folder === link.folder && !link.shape.endsWith('*')
}

/** Of a canonical URL. Never throws; linear in the length of the address. */
export const urlPattern: (canonicalUrl: string) => UrlPattern = memoize(REMEMBERED, patternOf)

function patternOf(canonicalUrl: string): UrlPattern {
  const start = canonicalUrl.indexOf('://') + 3
  const slash = canonicalUrl.indexOf('/', start)
  const host = canonicalUrl.slice(start, slash < 0 ? undefined : slash)
  const rest = slash < 0 ? '' : canonicalUrl.slice(slash + 1)
  const mark = rest.indexOf('?')
  const shapes = (mark < 0 ? rest : rest.slice(0, mark)).split('/', MAX_SEGMENTS).map(segmentShape)
  const names = mark < 0 ? [] : parameterNames(rest.slice(mark + 1))
  // Filters are combined: however many an address has, they are filters of one list.
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

/** Parameters that are counted up: pages of a list, days of a calendar. */
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
