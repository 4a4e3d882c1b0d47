import type { Day } from '../model/event.ts'

const MS_PER_DAY = 86_400_000

/** The day, or null when it does not exist or the year does not have four digits. */
export function dayOf(year: number, month: number, day: number): Day | null {
  if (!Number.isInteger(year) || year < 1000 || year > 9999) return null
  if (!Number.isInteger(month) || month < 1 || month > 12) return null
  if (!Number.isInteger(day) || day < 1 || day > daysInMonth(year, month)) return null
  return `${year}-${pad(month)}-${pad(day)}`
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Days since 1970-01-01, or null when the string is not a day of the calendar. */
export function dayNumber(day: Day): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)
  if (!match) return null
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (dayOf(year, month, date) === null) return null
  return Date.UTC(year, month - 1, date) / MS_PER_DAY
}

export function dayFromNumber(number: number): Day {
  return new Date(number * MS_PER_DAY).toISOString().slice(0, 10)
}

/** The UTC day of an instant. */
export function dayOfInstant(instant: Date): Day | null {
  return Number.isFinite(instant.getTime()) ? instant.toISOString().slice(0, 10) : null
}

function pad(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}
