/** No part of the evidence is more certain than this. */
const MIN = 0.001

/** Log-odds of a probability, bounded. */
export function logOdds(chance: number): number {
  const p = Math.min(1 - MIN, Math.max(MIN, Number.isFinite(chance) ? chance : MIN))
  return Math.log(p / (1 - p))
}

export function probabilityOfOdds(odds: number): number {
  return 1 / (1 + Math.exp(-odds))
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

/** Enough digits for decisions, few enough to store with every link. */
export function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
