import { SPAN } from './calendar.ts'

/**
 * Share of a story's articles published before each day: `curve[0]` is 0, `curve[SPAN]` is 1, never
 * decreasing.
 */
export type Curve = Float64Array

/** Days relative to the peak and the share of articles published in that stretch. */
type Stretch = readonly [from: number, to: number, share: number]

const STORM: readonly Stretch[] = [
  [-4, 0, 0.13],
  [0, 3, 0.29],
  [3, 15, 0.32],
  [15, 60, 0.17],
  [60, 330, 0.05],
  [360, 370, 0.04],
]
const SUDDEN: readonly Stretch[] = [
  [0, 3, 0.42],
  [3, 15, 0.33],
  [15, 60, 0.16],
  [60, 330, 0.05],
  [363, 368, 0.04],
]

function curveOf(peak: number, stretches: readonly Stretch[]): Curve {
  const rate = new Float64Array(SPAN)
  for (const [from, to, share] of stretches) {
    for (let day = peak + from; day < peak + to; day++) {
      if (day >= 0 && day < SPAN) rate[day] = rate[day]! + share / (to - from)
    }
  }
  return cumulated(rate)
}

function cumulated(rate: Float64Array): Curve {
  const curve = new Float64Array(SPAN + 1)
  for (let day = 0; day < SPAN; day++) curve[day + 1] = curve[day]! + rate[day]!
  const total = curve[SPAN]!
  for (let day = 0; day <= SPAN; day++) curve[day] = curve[day]! / total
  curve[SPAN] = 1
  return curve
}

/** A crisis: warnings before it if it can be predicted, a peak, a long tail, an anniversary. */
export function crisisCurve(peak: number, foreseen: boolean): Curve {
  return curveOf(peak, foreseen ? STORM : SUDDEN)
}

/** A local matter: a few articles all year and a season of months. */
export function seasonCurve(peak: number): Curve {
  return curveOf(peak, [
    [-SPAN, SPAN, 0.8],
    [-30, 30, 0.5],
  ])
}

let steady: Curve | undefined

/** A beat: a little more every year, as sites grow. */
export function steadyCurve(): Curve {
  steady ??= cumulated(Float64Array.from({ length: SPAN }, (_, day) => 1 + day / SPAN))
  return steady
}
