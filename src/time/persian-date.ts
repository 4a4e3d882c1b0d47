import type { Day } from '../model/event.ts'
import { dayFromNumber, dayNumber } from './day.ts'

/**
 * Years of the Solar Hijri calendar in which web pages are dated; other numbers are not years of this
 * calendar.
 */
const FIRST_YEAR = 1360
const LAST_YEAR = 1480

let months: readonly string[] | undefined
const newYears = new Map<number, number>()

/** The month (1..12) of the Solar Hijri calendar, as used in Iran and Afghanistan, with this name. */
export function persianMonth(word: string): number | null {
  months ??= persianMonths()
  const index = months.indexOf(word)
  return index === -1 ? null : index + 1
}

/** The day of a Solar Hijri date; null for a year outside the range or a day that the month does not have. */
export function persianDay(year: number, month: number, date: number): Day | null {
  if (year < FIRST_YEAR || year > LAST_YEAR || !(month >= 1 && month <= 12) || !(date >= 1)) return null
  // Six months of 31 days, five of 30, and the last up to the next new year.
  const before = month <= 7 ? (month - 1) * 31 : 186 + (month - 7) * 30
  const start = newYear(year)
  const length = month <= 6 ? 31 : month <= 11 ? 30 : newYear(year + 1) - start - before
  return date > length ? null : dayFromNumber(start + before + date - 1)
}

/**
 * The spring equinox in Tehran falls on 19 to 22 March; the runtime's calendar data states on which day the
 * year began.
 */
function newYear(year: number): number {
  const known = newYears.get(year)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  })
  const base = dayNumber(`${year + 621}-03-19`) ?? 0
  let start = base + 2
  for (let number = base; number < base + 4; number++) {
    if (format.format(new Date(number * 86_400_000)) === '1/1') start = number
  }
  newYears.set(year, start)
  return start
}

function persianMonths(): string[] {
  const format = new Intl.DateTimeFormat('fa-u-ca-persian', { month: 'long', timeZone: 'UTC' })
  const base = newYear(1400)
  return Array.from({ length: 12 }, (_, index) =>
    format.format(new Date((base + 10 + index * 30.5) * 86_400_000)),
  )
}
