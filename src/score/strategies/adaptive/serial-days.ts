import { BoundedMap } from '../../../cache/bounded-map.ts'
import type { Json } from '../../../model/json.ts'

/** Serial numbers are trusted once this many pages are known, and nine in ten of them were in order. */
const MIN = 4
const MIN_ORDERLY = 0.9
/** Samples per URL shape, evenly spread, and number of shapes. */
const MAX_SAMPLES = 64
const MAX_SHAPES = 2_000
/** Longer numbers are identifiers, not serial numbers. */
const MAX_DIGITS = 9

type Sample = readonly [serial: number, day: number]

interface Run {
  /** In order of their numbers. */
  samples: Sample[]
  tried: number
  orderly: number
}

/**
 * Many sites number their pages in order of publication. The dates of fetched pages therefore give approximate dates for links with numbers
 * between theirs and no date in their URL.
 */
export class SerialDays {
  readonly #runs = new BoundedMap<string, Run>(MAX_SHAPES)

  /** Approximate date of a page, interpolated between pages of known dates; null if that is not possible. */
  day(shape: string, serial: number | null): number | null {
    const run = serial === null ? undefined : this.#runs.get(shape)
    if (!run || serial === null || run.samples.length < MIN) return null
    if (run.orderly < MIN_ORDERLY * run.tried) return null
    const at = placeOf(run.samples, serial)
    const [below, above] = [run.samples[at - 1], run.samples[at]]
    if (above?.[0] === serial) return above[1]
    if (!below || !above) return null
    const share = (serial - below[0]) / (above[0] - below[0])
    return Math.round(below[1] + share * (above[1] - below[1]))
  }

  learn(shape: string, serial: number | null, day: number): void {
    if (serial === null) return
    const run = this.#runs.get(shape) ?? { samples: [], tried: 0, orderly: 0 }
    this.#runs.set(shape, run)
    const at = placeOf(run.samples, serial)
    if (run.samples[at]?.[0] === serial) return
    const [low, high] = [run.samples[at - 1]?.[1], run.samples[at]?.[1]]
    run.tried++
    if ((low === undefined || day >= low - 1) && (high === undefined || day <= high + 1)) {
      run.orderly++
      run.samples.splice(at, 0, [serial, day])
    }
    if (run.samples.length > MAX_SAMPLES) run.samples.splice(closest(run.samples), 1)
  }

  snapshot(): Json {
    return [...this.#runs].map(([shape, { samples, tried, orderly }]) => [
      shape,
      tried,
      orderly,
      samples.flat(),
    ])
  }

  restore(state: readonly (readonly [string, number, number, readonly number[]])[]): void {
    this.#runs.clear()
    for (const [shape, tried, orderly, flat] of state) {
      const samples: Sample[] = []
      for (let i = 0; i + 1 < flat.length; i += 2) samples.push([flat[i] ?? 0, flat[i + 1] ?? 0])
      this.#runs.set(shape, { samples, tried, orderly })
    }
  }
}

/** The serial number in a URL: its last number of three digits or more; null if there is none. */
export function serialOf(url: string): number | null {
  const [plain = ''] = url.slice(0, 2_000).split('#', 1)
  const path = plain.slice(plain.indexOf('/', plain.indexOf('://') + 3))
  const numbers = path.match(/\d+/g)?.filter((digits) => digits.length >= 3)
  const last = numbers?.at(-1)
  return last !== undefined && last.length <= MAX_DIGITS ? Number(last) : null
}

function placeOf(samples: readonly Sample[], serial: number): number {
  let low = 0
  let high = samples.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((samples[middle]?.[0] ?? 0) < serial) low = middle + 1
    else high = middle
  }
  return low
}

/** The most redundant sample, never the first or the last. */
function closest(samples: readonly Sample[]): number {
  let best = 1
  let smallestGap = Number.POSITIVE_INFINITY
  for (let i = 1; i + 1 < samples.length; i++) {
    const gap = (samples[i + 1]?.[0] ?? 0) - (samples[i - 1]?.[0] ?? 0)
    if (gap < smallestGap) [best, smallestGap] = [i, gap]
  }
  return best
}
