import type { Day } from '../model/event.ts'
import { dayOf, daysInMonth } from '../time/day.ts'

/** Default radius of `near:`: about an hour's drive. */
export const DEFAULT_NEAR_KM = 50
const KM_PER_MILE = 1.609344
/** Half the circumference of the earth. */
const FARTHEST_KM = 20_038

const UNITS = new Map([
  ['km', 1],
  ['公里', 1],
  ['m', 0.001],
  ['米', 0.001],
  ['mi', KM_PER_MILE],
  ['', 1],
])

/** `50km`, `30mi`, `800m`, or `50` in kilometres; null if it is not a distance. */
export function readDistance(text: string): number | null {
  const match = /^(\d{1,6}(?:\.\d{1,6})?) ?([a-z公里米]{0,2})$/u.exec(text.trim().toLowerCase())
  const unit = UNITS.get(match?.[2] ?? '-')
  if (!match || unit === undefined) return null
  const km = Number(match[1]) * unit
  return km > 0 && km <= FARTHEST_KM ? km : null
}

/** First and last day of a day, month or year; null if it is none of these. */
export function readDays(text: string): { readonly first: Day; readonly last: Day } | null {
  const match = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/.exec(text.trim())
  if (!match) return null
  const year = Number(match[1])
  const month = match[2] === undefined ? null : Number(match[2])
  const date = match[3] === undefined ? null : Number(match[3])
  const first = dayOf(year, month ?? 1, date ?? 1)
  const lastMonth = month ?? 12
  const last = first && dayOf(year, lastMonth, date ?? daysInMonth(year, lastMonth))
  return first && last ? { first, last } : null
}

/** `11.24,125.0`: latitude and longitude; null if it is not a point. */
export function readPoint(text: string): { readonly lat: number; readonly lon: number } | null {
  const match = /^(-?\d{1,2}(?:\.\d{1,10})?) ?, ?(-?\d{1,3}(?:\.\d{1,10})?)$/.exec(text.trim())
  if (!match) return null
  const [lat, lon] = [Number(match[1]), Number(match[2])]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}
