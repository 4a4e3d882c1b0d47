import type { Random } from './calibration-folds.ts'
import type { Outcomes } from './calibration-sweep.ts'

/** The interval that contains a figure with 95 % probability. */
export interface Interval {
  readonly low: number
  readonly high: number
}

const DRAWS = 2000
/** Fits for the interval of the threshold: as many as are usual for percentiles, fewer for very many labels. */
const RESAMPLES = { max: 1000, min: 200, rows: 1_000_000 }

/**
 * The interval of F1, from held-out outcomes: a Bayesian bootstrap (Rubin 1981) over the relevant and over the
 * irrelevant rows, with half a row of each outcome added (Jeffreys). Plain resampling of a judge that made no mistake
 * on twelve pages would claim to be certain of it; this does not (Goutte and Gaussier 2005).
 */
export function f1Interval(outcomes: Outcomes, random: Random): Interval {
  const { truePositives, falsePositives, falseNegatives, trueNegatives } = outcomes
  const relevant = truePositives + falseNegatives
  const irrelevant = falsePositives + trueNegatives
  const draws = Array.from({ length: DRAWS }, () => {
    const kept = relevant * share(truePositives, falseNegatives, random)
    const wrong = irrelevant * share(falsePositives, trueNegatives, random)
    return (2 * kept) / (kept + wrong + relevant)
  })
  return percentiles(draws)
}

/**
 * The interval of a fitted value: relevant and irrelevant rows are resampled separately, as they were chosen.
 */
export function resampledInterval<Row extends { readonly label: boolean }>(
  rows: readonly Row[],
  fitted: (rows: readonly Row[]) => number,
  random: Random,
): Interval {
  const kinds = [true, false].map((kind) => rows.filter((row) => row.label === kind))
  const affordable = Math.floor(RESAMPLES.rows / rows.length)
  const times = Math.max(RESAMPLES.min, Math.min(RESAMPLES.max, affordable))
  const draws = Array.from({ length: times }, () =>
    fitted(kinds.flatMap((kind) => kind.map(() => kind[Math.floor(random() * kind.length)]!))),
  )
  return percentiles(draws)
}

function percentiles(draws: number[]): Interval {
  draws.sort((a, b) => a - b)
  const at = (share: number) => draws[Math.round(share * (draws.length - 1))] ?? 0
  return { low: at(0.025), high: at(0.975) }
}

/** A draw of the share of `a` in `a + b`: Beta(a + 1/2, b + 1/2). */
function share(a: number, b: number, random: Random): number {
  const [left, right] = [gamma(a + 0.5, random), gamma(b + 0.5, random)]
  return left / (left + right)
}

/** Gamma by Marsaglia and Tsang (2000); a shape below 1 is drawn one higher and scaled down. */
function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normal(random)
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
