import { monthNamed } from './month-names.ts'

/** A day as named in a text: by weekday, or by date, often without a year. */
export type NamedDay =
  | { readonly weekday: number }
  | { readonly month: number; readonly date: number; readonly year: number | null }

/** Maximum number of characters read. */
const MAX_TEXT_LENGTH = 10_000

const NUMBER = /\d+/g
const WORD_BEFORE = /(\p{L}[\p{L}\p{M}]{0,23})[.,]? {0,2}$/u
const WORD_AFTER = /^(?:st|nd|rd|th|er|[.º])? {0,2}(?:of |de |da |di )?(\p{L}[\p{L}\p{M}]*)/u
const YEAR_AFTER = /^(?:st|nd|rd|th)?[.,]? {0,2}(?:of |de |del )?(?:,? {0,2})((?:19|20)\d\d)(?!\d)/u
const EAST_ASIAN = /(?:((?:19|20)\d\d) ?年 ?)?(?<!\d)(\d{1,2}) ?月 ?(\d{1,2}) ?[日号號]/g
const NEAR = 24

/** Every weekday and every date with its month in words that a text names. Weekdays count from Sunday, 0. */
export function namedDays(text: string, language: string): NamedDay[] {
  const read = text.slice(0, MAX_TEXT_LENGTH)
  return [...weekdaysIn(read, language), ...datesIn(read, language)]
}

function* weekdaysIn(text: string, language: string): Generator<NamedDay> {
  const names = weekdaysOf(language)
  if (!names) return
  for (const { 0: name, index } of text.matchAll(names.pattern)) {
    const weekday = names.numbers.get(name.toLowerCase())
    const alone = !names.spaced || !(isLetter(text, index - 1) || isLetter(text, index + name.length))
    if (weekday !== undefined && alone) yield { weekday }
  }
}

function* datesIn(text: string, language: string): Generator<NamedDay> {
  if (language === 'zh' || language === 'ja') {
    for (const [, year, month, date] of text.matchAll(EAST_ASIAN))
      yield { month: Number(month), date: Number(date), year: year === undefined ? null : Number(year) }
    return
  }
  for (const match of text.matchAll(NUMBER)) {
    const { 0: digits, index } = match
    const date = Number(digits)
    if (digits.length > 2 || date < 1 || date > 31 || isLetter(text, index - 1)) continue
    const end = index + digits.length
    const after = text.slice(end, end + NEAR)
    const before = WORD_BEFORE.exec(text.slice(Math.max(0, index - NEAR), index))?.[1]
    const month = before === undefined ? null : monthOf(before, language)
    if (month !== null) {
      yield { month, date, year: yearIn(after) }
      continue
    }
    const next = WORD_AFTER.exec(after)
    const later = next?.[1] === undefined ? null : monthOf(next[1], language)
    if (next && later !== null) yield { month: later, date, year: yearIn(after.slice(next[0].length)) }
  }
}

function yearIn(text: string): number | null {
  const year = YEAR_AFTER.exec(text)?.[1]
  return year === undefined ? null : Number(year)
}

/** "May 5", not "5 may": where months are capitalized, other words are not months. */
function monthOf(word: string, language: string): number | null {
  const month = monthNamed(word, language)
  return month !== null && (word !== word.toLowerCase() || !capitalMonths(language)) ? month : null
}

const capitals = new Map<string, boolean>()

function capitalMonths(language: string): boolean {
  let capital = capitals.get(language)
  if (capital === undefined) {
    const name = isLocale(language) ? new Intl.DateTimeFormat(language, { month: 'long' }).format(0) : ''
    capital = name !== name.toLowerCase()
    capitals.set(language, capital)
  }
  return capital
}

interface Weekdays {
  readonly pattern: RegExp
  readonly numbers: ReadonlyMap<string, number>
  /** False for scripts without spaces between words. */
  readonly spaced: boolean
}

const weekdays = new Map<string, Weekdays | null>()

function weekdaysOf(language: string): Weekdays | null {
  let names = weekdays.get(language)
  if (names === undefined) {
    names = isLocale(language) ? readWeekdays(language) : null
    weekdays.set(language, names)
  }
  return names
}

/** 1 January 2023 was a Sunday. */
const SUNDAY = Date.UTC(2023, 0, 1)
const DAY = 86_400_000

/** Long names as in CLDR and capitalized; short ones ("Sun", "mar") are other words too. */
function readWeekdays(language: string): Weekdays {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  const numbers = new Map<string, number>()
  const written: string[] = []
  for (let weekday = 0; weekday < 7; weekday++) {
    const name = format.format(SUNDAY + weekday * DAY)
    numbers.set(name.toLowerCase(), weekday)
    written.push(name, `${name.charAt(0).toUpperCase()}${name.slice(1)}`)
  }
  const literals = [...new Set(written)].map((name) => name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  return {
    pattern: new RegExp(literals.join('|'), 'gu'),
    numbers,
    spaced: !/[\u0e00-\u0fff\u3000-\u9fff]/u.test(written[0] ?? ''),
  }
}

function isLetter(text: string, index: number): boolean {
  return /\p{L}/u.test(text.charAt(index))
}

function isLocale(language: string): boolean {
  return /^[a-z]{2}$/.test(language) && Intl.DateTimeFormat.supportedLocalesOf(language).length > 0
}
