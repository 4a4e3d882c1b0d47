import type { Day, Interest } from '../model/event.ts'
import { readPageViews } from './page-views.ts'
import type { Series } from './series.ts'
import { readCsvSeries } from './series-csv.ts'

/**
 * `first-nonzero` is the rule of TI 3.2, word for word. `onset` is for real series, with stray values years
 * before: the first period of the burst with the peak.
 */
export type OnsetRule = 'onset' | 'first-nonzero'

/** Google scales the peak to 100 and counts nothing below 1: the same hundredth is where any series' burst begins. */
const FLOOR_SHARE = 0.01
/** With a floor above half of the peak there would be no burst left. */
const MAX_FLOOR_SHARE = 0.5

/** Reads a Google Trends export, an answer of Wikipedia's page views API or any CSV of dates and numbers; throws an EventideError with advice. */
export function readSeries(text: string): Series[] {
  return /^\ufeff?\s{0,100}[{[]/.test(text) ? readPageViews(text) : readCsvSeries(text)
}

/** The first day of interest; null if there was none. */
export function onset(series: Series, rule: OnsetRule = 'onset'): Day | null {
  const values = series.points.map((point) => point.value)
  const index = rule === 'onset' ? burstStart(values) : firstNonzero(values)
  return series.points[index]?.from ?? null
}

/** TI eq. 8: spans of days with their interest, the peak scaled to 100, from the onset (or `start`) on; spans of no interest are left out. */
export function interestOf(series: Series, start: Day | null = onset(series)): Interest[] {
  const interests: Interest[] = []
  const peak = largest(series.points.map((point) => point.value))
  if (start === null || !(peak > 0)) return interests
  for (const { from, to, value: raw } of series.points) {
    const value = Math.round((raw / peak) * 10_000) / 100
    if (from < start || value === 0) continue
    interests.push({ from, to, value })
  }
  return interests
}

function firstNonzero(values: readonly number[]): number {
  const zero = values.indexOf(0)
  const after = values.findIndex((value, index) => value > 0 && index > zero)
  // Interest before any zero, and none after it: the series starts within the event.
  return after === -1 ? values.findIndex((value) => value > 0) : after
}

function burstStart(values: readonly number[]): number {
  const peak = values.indexOf(largest(values))
  if (!(largest(values) > 0)) return -1
  const floor = noiseFloor(values, peak)
  let start = peak
  while (start > 0 && (values[start - 1] ?? 0) > floor) start--
  return start
}

/**
 * What interest must exceed to belong to the burst: a hundredth of the peak; the step of a series counted in
 * whole numbers; and the swing of the values before the peak about their usual level. That level is the lower
 * quartile, because the burst itself may fill more than half of a short series; the swing above it is taken to
 * be twice the swing below it, down to the least value.
 */
function noiseFloor(values: readonly number[], peak: number): number {
  const top = values[peak] ?? 0
  const before = values.slice(0, peak).sort((a, b) => a - b)
  const usual = before[Math.floor((before.length - 1) / 4)] ?? 0
  const swing = usual - (before[0] ?? 0)
  const step = values.every(Number.isInteger) ? 1 : 0
  const floor = Math.max(top * FLOOR_SHARE, Math.min(step, top * MAX_FLOOR_SHARE), usual + 2 * swing)
  return Math.min(floor, top * MAX_FLOOR_SHARE)
}

/** Series are longer than a call may have arguments. */
function largest(values: readonly number[]): number {
  return values.reduce((highest, value) => Math.max(highest, value), 0)
}
