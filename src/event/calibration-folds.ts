import { type Figures, figuresOf, type Outcomes } from './calibration-sweep.ts'

/** Uniform in 0..1, seeded by the caller. */
export type Random = () => number

const FOLDS = 5
/** With fewer of either label, a fold has one of it or none, and its figures are random. */
const MIN_FOR_FOLDS = 10
/**
 * Leave-one-out needs a fit per label; with more labels than this, the rarer label is distributed over as
 * many folds as it can fill.
 */
const MAX_LEFT_OUT = 200

/** A figure and its spread. */
export interface Estimate {
  readonly value: number
  readonly spread: number
}

export interface CrossValidation {
  readonly precision: Estimate
  readonly recall: Estimate
  readonly f1: Estimate
  /** Every row judged once, by a judge that was not trained on it. */
  readonly outcomes: Outcomes
}

/** Which rows are held out together. Every row is in exactly one fold. */
export type Folds = readonly (readonly number[])[]

/** Five folds with the same mix of labels, or every row alone when labels are few. */
export function foldsOf(labels: readonly boolean[], random: Random): Folds {
  const relevant = labels.filter(Boolean).length
  const few = Math.min(relevant, labels.length - relevant) < MIN_FOR_FOLDS
  return few && labels.length <= MAX_LEFT_OUT
    ? [...labels.keys()].map((i) => [i])
    : stratifiedFolds(labels, random)
}

/**
 * Five folds, or as many as the rarer label can fill; they differ by at most one in each label and in size.
 */
export function stratifiedFolds(labels: readonly boolean[], random: Random): Folds {
  const kinds = [true, false].map((kind) => [...labels.keys()].filter((i) => labels[i] === kind))
  const smaller = Math.min(...kinds.map((kind) => kind.length))
  const folds: number[][] = Array.from({ length: Math.max(2, Math.min(FOLDS, smaller)) }, () => [])
  const dealt = kinds.flatMap((kind) => shuffled(kind, random))
  for (const [turn, row] of dealt.entries()) folds[turn % folds.length]!.push(row)
  return folds
}

/**
 * Judges every row by what was learned from the other folds. Figures are those of all held-out rows together, which is
 * less biased for F1 than a mean over folds (Forman and Scholz 2010). The spread is the standard deviation over the
 * folds; where a fold is a single row, which has no precision, it is the jackknife's standard error.
 */
export function crossValidate(
  labels: readonly boolean[],
  folds: Folds,
  learn: (training: readonly number[]) => (row: number) => boolean,
): CrossValidation {
  const perFold: Outcomes[] = folds.map((fold, left) => {
    const judge = learn(folds.flatMap((other, i) => (i === left ? [] : other)))
    return outcomesOf(fold.map((row) => ({ label: labels[row] === true, kept: judge(row) })))
  })
  const outcomes = perFold.reduce(add)
  const alone = folds.every((fold) => fold.length === 1)
  const figures = figuresOf(outcomes)
  const estimate = (of: keyof Figures): Estimate => ({
    value: figures[of],
    spread: alone ? jackknife(outcomes, of) : deviation(perFold.map((fold) => figuresOf(fold)[of])),
  })
  return { precision: estimate('precision'), recall: estimate('recall'), f1: estimate('f1'), outcomes }
}

function outcomesOf(rows: readonly { readonly label: boolean; readonly kept: boolean }[]): Outcomes {
  const count = (label: boolean, kept: boolean) =>
    rows.filter((row) => row.label === label && row.kept === kept).length
  return {
    truePositives: count(true, true),
    falsePositives: count(false, true),
    falseNegatives: count(true, false),
    trueNegatives: count(false, false),
  }
}

function add(a: Outcomes, b: Outcomes): Outcomes {
  return {
    truePositives: a.truePositives + b.truePositives,
    falsePositives: a.falsePositives + b.falsePositives,
    falseNegatives: a.falseNegatives + b.falseNegatives,
    trueNegatives: a.trueNegatives + b.trueNegatives,
  }
}

/** Rows with the same outcome change the figure by the same amount, so four figures represent all of them. */
function jackknife(outcomes: Outcomes, of: keyof Figures): number {
  const without = (Object.keys(outcomes) as (keyof Outcomes)[])
    .filter((kind) => outcomes[kind] > 0)
    .map((kind) => ({
      rows: outcomes[kind],
      figure: figuresOf({ ...outcomes, [kind]: outcomes[kind] - 1 })[of],
    }))
  const rows = without.reduce((sum, kind) => sum + kind.rows, 0)
  const mean = without.reduce((sum, kind) => sum + kind.rows * kind.figure, 0) / rows
  const squares = without.reduce((sum, kind) => sum + kind.rows * (kind.figure - mean) ** 2, 0)
  return Math.sqrt((squares * (rows - 1)) / rows)
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return Math.sqrt(squares / Math.max(1, values.length - 1))
}

function shuffled(items: readonly number[], random: Random): number[] {
  const result = [...items]
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const moved = result[i]!
    result[i] = result[j]!
    result[j] = moved
  }
  return result
}
