import type { Day } from '../model/event.ts'
import { dayOf } from './day.ts'
import { monthNamed } from './month-names.ts'

/** The date in a URL: a full day, or only a year or a month. */
export interface UrlDate {
  /** For copies in a web archive: the day of the capture, before which the page was published. */
  readonly captured: Day | null
  readonly day: Day | null
  readonly year: number | null
  readonly month: number | null
}

const MAX_URL_LENGTH = 2_000
const NOTHING: UrlDate = { captured: null, day: null, year: null, month: null }
/** `/20130307194448id_/http://...`: the URL of a capture in a web archive. */
const REPLAY = /\/(\d{4})(\d\d)(\d\d)\d{6}(?:[a-z]{2}_)?\/((?:https?:\/)?[^/?#]{1,253}[./].*)$/s

// In order of reliability.
export const SLASHED = /(?<![\d])((?:19|20)\d\d)[/_-](\d{1,2})[/_-](\d{1,2})(?!\d)/g
// Any non-ASCII character may be part of a month name, which is looked up anyway: compiling `\p{L}` here
// would take 26 ms.
export const NAMED = /(?<![\d])((?:19|20)\d\d)[/_-]([a-z\x80-\uffff]{3,9})[/_-](\d{1,2})(?!\d)/gi
const NAMED_LAST =
  /(?<![a-z\d\x80-\uffff])(?:(\d{1,2})[/_-]([a-z\x80-\uffff]{3,9})|([a-z\x80-\uffff]{3,9})[/_-](\d{1,2}))[/_-]((?:19|20)\d\d)(?!\d)/gi
export const COMPACT = /(?<![\da-f])((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?![\da-f])/gi
const STAMPED =
  /(?<![\da-f])(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?(?![\da-f])/gi
const DAY_FIRST = /(?<![\d])(\d{1,2})([._-])(\d{1,2})\2((?:19|20)\d\d)(?!\d)/g
const MONTH = /\/((?:19|20)\d\d)[/_-]?(0[1-9]|1[0-2])(?=[/_-]|$)/
const YEAR = /\/((?:19|20)\d\d)(?=\/|$)/

/** The day in a URL (`/2016/07/10/`, `/20080905/`, `/2016/jun/09/`, `2013-11-08` ...), or null. */
export function dateFromUrl(url: string): string | null {
  return readUrlDate(url).day
}

/** The day in the URL, otherwise the month or year with which the date of its page must agree. */
export function readUrlDate(url: string): UrlDate {
  const outer = pathOf(url)
  if (!/\d{4}/.test(outer)) return NOTHING
  const replay = REPLAY.exec(outer)
  const captured = replay && dayOf(Number(replay[1]), Number(replay[2]), Number(replay[3]))
  const path = captured ? pathOf((replay[4] ?? '').replace(/^(https?:\/)(?!\/)/, '$1/')) : outer
  const day = fullDay(path)
  if (day) return { captured, day, year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) }
  const month = MONTH.exec(path)
  if (month) return { captured, day: null, year: Number(month[1]), month: Number(month[2]) }
  const year = YEAR.exec(path)
  return { captured, day: null, year: year ? Number(year[1]) : null, month: null }
}

function fullDay(path: string): Day | null {
  for (const match of path.matchAll(SLASHED)) {
    const day = dayOf(Number(match[1]), Number(match[2]), Number(match[3]))
    if (day) return day
  }
  for (const match of path.matchAll(NAMED)) {
    const day = named(match[1], match[2], match[3])
    if (day) return day
  }
  for (const pattern of [COMPACT, STAMPED]) {
    for (const match of path.matchAll(pattern)) {
      const day = dayOf(Number(match[1]), Number(match[2]), Number(match[3]))
      if (day) return day
    }
  }
  for (const match of path.matchAll(NAMED_LAST)) {
    const day = named(match[5], match[2] ?? match[3], match[1] ?? match[4])
    if (day) return day
  }
  for (const match of path.matchAll(DAY_FIRST)) {
    // Only if one reading is possible: a URL has no language to distinguish 5-4 from 4-5.
    const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])]
    const readings = [dayOf(year, second, first), dayOf(year, first, second)]
    const [dayFirst, monthFirst] = readings
    if (dayFirst && (!monthFirst || dayFirst === monthFirst)) return dayFirst
    if (monthFirst && !dayFirst) return monthFirst
  }
  return null
}

function named(year: string | undefined, word: string | undefined, date: string | undefined): Day | null {
  const month = monthNamed(word ?? '', 'en')
  return month === null ? null : dayOf(Number(year), month, Number(date))
}

/** Path and query: a host may contain digits too, and a fragment is not part of the page. */
function pathOf(url: string): string {
  const text = url.slice(0, MAX_URL_LENGTH)
  const scheme = text.indexOf('://')
  const slash = text.indexOf('/', scheme === -1 ? 0 : scheme + 3)
  const fragment = text.indexOf('#')
  return slash === -1 ? '' : text.slice(slash, fragment > slash ? fragment : undefined)
}
