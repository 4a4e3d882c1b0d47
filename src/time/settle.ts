import type { Day } from '../model/event.ts'
import type { DateCandidate } from './candidates.ts'

/** Minimum weight of a date that decides how others are read. */
const STATED = 0.5

/**
 * A time in UTC names a day that may not be the page's own. Where the page itself states a neighbouring day
 * that the time allows, the time stands for that day; otherwise the UTC day is taken as written.
 */
export function settleZones(candidates: readonly DateCandidate[]): DateCandidate[] {
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

/** 05/04 is read the other way round where only that is possible, or where only that agrees with a date that has one reading. */
export function settleOrder(
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
