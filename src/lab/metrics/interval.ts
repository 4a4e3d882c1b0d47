import { studentT } from './distributions.ts'

/** A mean over runs with its confidence interval. */
export interface Interval {
  readonly mean: number
  /** The 95 % confidence interval is `mean ± half` (Student's t). Null for a single run. */
  readonly half: number | null
  readonly n: number
}

const CONFIDENCE = 0.95

export function intervalOf(values: readonly number[]): Interval {
  const n = values.length
  const mean = n === 0 ? Number.NaN : values.reduce((sum, x) => sum + x, 0) / n
  if (n < 2) return { mean, half: null, n }
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (n - 1)
  return { mean, half: studentT(CONFIDENCE, n - 1) * Math.sqrt(variance / n), n }
}
