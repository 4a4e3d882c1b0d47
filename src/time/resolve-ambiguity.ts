import type { Day } from '../model/event.ts'
import type { DateCandidate } from './candidates.ts'

/** Minimum weight of a date that determines how others are read. */
const STATED = 0.5

/**
 * The day of a UTC time may differ from the page's local day. If the page states an adjacent day that the
 * time allows, the time counts for that day; otherwise the UTC day is used.
 */
export function resolveTimeZones(candidates: readonly DateCandidate[]): DateCandidate[] {
  const stated = new Set<Day>()
  for (const { day, local, family, weight } of candidates) {
    if (local.length === 1 && family !== 'data' && weight >= STATED) stated.add(day)
  }
  return candidates.map((candidate) => {
    if (candidate.local.length === 1 || stated.has(candidate.day)) return candidate
    const own = candidate.local.find((day) => stated.has(day))
    return own ? { ...candidate, day: own, because: `${candidate.because}, UTC` } : candidate
  })
}

/** Swaps day and month of 05/04 if only that is possible, or if only that agrees with an unambiguous date. */
export function resolveDayMonthOrder(
  candidates: readonly DateCandidate[],
  possible: (day: Day) => boolean,
): DateCandidate[] {
  const sure = new Set<Day>()
  for (const { swapped, weight, day } of candidates) if (swapped === null && weight >= STATED) sure.add(day)
  return candidates.map((candidate) => {
    const { day, swapped } = candidate
    if (swapped === null || !possible(swapped) || sure.has(day)) return candidate
    if (possible(day) && !sure.has(swapped)) return candidate
    return { ...candidate, day: swapped, swapped: null, local: [swapped] }
  })
}
