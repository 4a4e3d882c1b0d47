/** One part of the evidence and its effect on the odds. */
export interface OddsPart {
  /** 0..1; null: unknown. */
  readonly value: number | null
  /** Log-odds between the value 0 and the value 1. */
  readonly weight: number
  /** The value that does not change the odds. */
  readonly neutral: number
}

/** The probability from all parts combined; an unknown part subtracts `unknown` log-odds. */
export function probabilityOf(parts: readonly OddsPart[], unknown: number): number {
  let odds = 0
  for (const { value, weight, neutral } of parts)
    odds += value === null ? -unknown : weight * (value - neutral)
  return 1 / (1 + Math.exp(-odds))
}

/** EV eq. 1 over the known parts, by the weights of a calibration; a part without a weight does not count. */
export function weightedMean(
  parts: Readonly<Record<string, { readonly value: number | null }>>,
  weights: Readonly<Record<string, number>>,
): number {
  let sum = 0
  let total = 0
  for (const [name, { value }] of Object.entries(parts)) {
    const weight = Object.hasOwn(weights, name) ? (weights[name] ?? 0) : 0
    if (value === null) continue
    sum += weight * value
    total += weight
  }
  return total > 0 ? Math.min(1, sum / total) : 0
}
