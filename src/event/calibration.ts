import { JUDGE_PARTS } from '../model/event.ts'
import { bestThreshold, type Figures } from './calibration-sweep.ts'

/** A labelled page and the value of each part of its verdict; null is unknown. */
export interface LabelledRow {
  readonly label: boolean
  readonly parts: ReadonlyMap<string, number | null>
}

/** Combines the parts of one page into its relevance; null if no part that counts is known. */
export type Combine = (
  parts: ReadonlyMap<string, number | null>,
  weights: ReadonlyMap<string, number>,
) => number | null

export interface PartFit extends Figures {
  readonly name: string
  /** The best threshold if only this part decides. */
  readonly threshold: number
  readonly weight: number
  /** The number of rows in which it was known. */
  readonly known: number
}

/**
 * The result of a calibration: the weights, the threshold of the weighted sum, and the figures on the same
 * labels.
 */
export interface JudgeFit extends Figures {
  readonly parts: readonly PartFit[]
  readonly weights: ReadonlyMap<string, number>
  readonly threshold: number
}

/** EV eq. 1 over the known parts, their weights scaled to sum to 1. */
export const weightedMean: Combine = (parts, weights) => {
  let sum = 0
  let total = 0
  for (const [name, weight] of weights) {
    const value = parts.get(name)
    if (!isKnown(value)) continue
    sum += weight * value
    total += weight
  }
  return total > 0 ? sum / total : null
}

/**
 * Weights and threshold from labels (EV 4.2.2): each part alone is tried at every threshold, its weight is its best F1
 * as a share of all parts' best F1, and then the threshold of the weighted sum is tried the same way. The weights are
 * rounded to hundredths *before* the last step, so that what is measured is what the event file will say.
 */
export function fitJudge(rows: readonly LabelledRow[], combine: Combine): JudgeFit {
  const labels = rows.map((row) => row.label)
  const alone = partsIn(rows).map((name) => ({ name, ...fitPart(rows, name) }))
  const weights = hundredths(alone.map(({ f1 }) => f1))
  const byName = new Map(alone.map(({ name }, i) => [name, weights[i]!]))
  const swept = bestThreshold(
    labels,
    rows.map((row) => combine(row.parts, byName)),
  )
  return { parts: alone.map((part, i) => ({ ...part, weight: weights[i]! })), weights: byName, ...swept }
}

/** One part as the only judge: its best threshold and what that achieves. */
export function fitPart(rows: readonly LabelledRow[], name: string): Omit<PartFit, 'name' | 'weight'> {
  const scores = rows.map((row) => row.parts.get(name) ?? null)
  const swept = bestThreshold(
    rows.map((row) => row.label),
    scores,
  )
  return { ...swept, known: scores.filter(isKnown).length }
}

/** The parts that are known in at least one row, in order of display. */
export function partsIn(rows: readonly LabelledRow[]): string[] {
  return JUDGE_PARTS.filter((name) => rows.some((row) => isKnown(row.parts.get(name))))
}

function isKnown(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Shares in hundredths that sum to 1: the largest remainders are rounded up. Equal shares if all are 0. */
function hundredths(values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  const exact = values.map((value) => (total > 0 ? (value / total) * 100 : 100 / values.length))
  const whole = exact.map(Math.floor)
  const missing = 100 - whole.reduce((sum, value) => sum + value, 0)
  const byRemainder = exact
    .map((value, i) => ({ i, rest: value - whole[i]! }))
    .sort((a, b) => b.rest - a.rest)
  for (const { i } of byRemainder.slice(0, missing)) whole[i] = whole[i]! + 1
  return whole.map((value) => value / 100)
}
