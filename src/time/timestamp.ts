import type { Day } from '../model/event.ts'
import { dayFromNumber, dayNumber, dayOf, dayOfInstant } from './day.ts'
import { writtenDates } from './text-date.ts'
import type { NumericOrder } from './written-date.ts'

/** A machine-readable date: the day in its stated time zone, and whether that zone is only UTC. */
export interface Timestamp {
  readonly day: Day
  readonly swapped: Day | null
  /** Possible local days: the day itself, and for UTC times an adjacent one. */
  readonly local: readonly Day[]
}

const ISO =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T\s]{1,3}(\d\d):?(\d\d)(?::?\d\d)?(?:[.,]\d{1,9})?\s?(Z|UTC|GMT|[+-]\d\d:?\d\d)?)?/i
/** Not those that start with 19 or 20: they are years, and as seconds they would be in the future. */
const EPOCH = /^((?!19|20)\d{10})(?:\d{3})?(?:\.\d{1,6})?$/

/** Maximum length of a value; attribute values may be of any length. */
const MAX_VALUE_LENGTH = 120

/**
 * The day of a machine-readable value: ISO 8601, RFC 2822, seconds or milliseconds since 1970, otherwise a
 * written date.
 */
export function readTimestamp(value: string, language: string, order: NumericOrder): Timestamp | null {
  const text = value.slice(0, MAX_VALUE_LENGTH).trim()
  const epoch = EPOCH.exec(text)
  if (epoch) {
    const instant = new Date(Number(epoch[1]) * 1000)
    const day = dayOfInstant(instant)
    return day ? { day, swapped: null, local: localDays(day, instant.getUTCHours()) } : null
  }
  const iso = ISO.exec(text)
  if (iso) {
    const day = dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
    if (!day) return null
    const utc = iso[6] !== undefined && !/[1-9]/.test(iso[6])
    return { day, swapped: null, local: utc ? localDays(day, Number(iso[4])) : [day] }
  }
  const written = writtenDates(text, language, order)[0]
  if (!written) return null
  const clock = /(\d\d):\d\d(?::\d\d)?\s?(?:Z|UTC|GMT|[+-]0000)/.exec(text)
  const local = clock ? localDays(written.day, Number(clock[1])) : [written.day]
  return { day: written.day, swapped: written.swapped, local }
}

/**
 * Inhabited time zones range from UTC-11 to UTC+14: at a UTC time the local day may be the one before or
 * after.
 */
function localDays(day: Day, hour: number): Day[] {
  const number = dayNumber(day)
  if (number === null) return [day]
  const days = [day]
  if (hour < 11) days.push(dayFromNumber(number - 1))
  if (hour >= 10) days.push(dayFromNumber(number + 1))
  return days
}
