import type { Day } from '../model/event.ts'

/** A date as written in a text. */
export interface WrittenDate {
  readonly day: Day
  /** The day with day and month swapped, if a numeric date is ambiguous. */
  readonly swapped: Day | null
  readonly start: number
  readonly end: number
}

/** How all-numeric dates are read when their parts could change places. */
export type NumericOrder = 'day-first' | 'month-first'

/** Thai pages count from the Buddha's death. */
const BUDDHIST = 543

/** The common year that two or four digits stand for. */
export function commonYear(digits: string, language: string): number {
  const year = Number(digits)
  if (digits.length <= 2) {
    if (language === 'th') return 2500 + year - BUDDHIST
    // Pages are younger than the web: 70 and above can only be the last century.
    return year < 70 ? 2000 + year : 1900 + year
  }
  const buddhist = year >= 1900 + BUDDHIST && year <= 2100 + BUDDHIST
  return buddhist ? year - BUDDHIST : year
}
