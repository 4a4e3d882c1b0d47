import type { Day } from '../model/event.ts'

/** A date as written in a text. */
export interface WrittenDate {
  readonly day: Day
  /** The day with day and month swapped, if a numeric date is ambiguous. */
  readonly swapped: Day | null
  readonly start: number
  readonly end: number
}

/** How numeric dates are read if the order of their parts is ambiguous. */
export type NumericOrder = 'day-first' | 'month-first'

/** Thai pages use the Buddhist calendar. */
const BUDDHIST = 543

/** The common year for two or four digits. */
export function commonYear(digits: string, language: string): number {
  const year = Number(digits)
  if (digits.length <= 2) {
    if (language === 'th') return 2500 + year - BUDDHIST
    // Web pages are recent: two-digit years from 70 belong to the last century.
    return year < 70 ? 2000 + year : 1900 + year
  }
  const buddhist = year >= 1900 + BUDDHIST && year <= 2100 + BUDDHIST
  return buddhist ? year - BUDDHIST : year
}
