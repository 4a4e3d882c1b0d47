import { type Combine, fitJudge, fitPart, type JudgeFit, type LabelledRow, partsIn } from './calibration.ts'
import {
  type CrossValidation,
  crossValidate,
  type Folds,
  foldsOf,
  type Random,
  stratifiedFolds,
} from './calibration-folds.ts'
import { f1Interval, type Interval, resampledInterval } from './calibration-interval.ts'

/**
 * A labelled page: its parts for every number of topic terms tried, and the verdicts of the judges that are
 * not trained.
 */
export interface LabelledPage {
  readonly label: boolean
  /** By the number of topic terms; the same numbers for every page. */
  readonly parts: ReadonlyMap<number, ReadonlyMap<string, number | null>>
  /** By the judge's name; the same names for every page. */
  readonly verdicts: ReadonlyMap<string, boolean>
}

/** One judge, measured on pages it was not trained on. */
export interface Measured extends Omit<CrossValidation, 'outcomes'> {
  readonly name: string
  /** Of F1. */
  readonly interval: Interval
}

export interface CalibrationReport {
  readonly labels: { readonly relevant: number; readonly irrelevant: number }
  readonly folds: number
  readonly leaveOneOut: boolean
  /** The number of topic terms to use, and the cross-validated F1 of each number tried. */
  readonly terms: number
  readonly termsTried: readonly { readonly terms: number; readonly f1: number }[]
  readonly fit: JudgeFit
  readonly thresholdInterval: Interval
  /** Keeping everything, each part alone, the given judges, and last the calibrated one. */
  readonly judges: readonly Measured[]
}

/** Names in `CalibrationReport.judges` in addition to those of the parts and of the given judges. */
export const EVERYTHING = 'everything'
export const CALIBRATED = 'calibrated'

export interface CalibrationOptions {
  /** Must combine the parts as the strategy does. */
  readonly combine: Combine
  readonly random: Random
}

/**
 * Learns weights, threshold and number of topic terms from labelled pages and measures the whole procedure by
 * cross-validation. The order of the pages does not matter. Needs at least two relevant and two irrelevant
 * pages.
 */
export function calibrate(pages: readonly LabelledPage[], options: CalibrationOptions): CalibrationReport {
  const { combine, random } = options
  const ordered = inFixedOrder(pages)
  const labels = ordered.map((page) => page.label)
  const sizes = [...(ordered[0]?.parts.keys() ?? [])].sort((a, b) => a - b)
  const bySize = new Map(sizes.map((size) => [size, ordered.map((page) => rowOf(page, size))]))
  const rowsFor = (size: number): readonly LabelledRow[] => bySize.get(size) ?? []
  const folds = foldsOf(labels, random)

  const learnWith = (size: number) => (training: readonly number[]) => {
    const rows = rowsFor(size)
    const fit = fitJudge(pick(rows, training), combine)
    return (row: number) => keeps(fit, rows[row]!, combine)
  }
  /** The number of terms with the best F1 over the given folds of the given rows; the smallest of equals. */
  const bestSize = (training: readonly number[], within: Folds) => {
    const tried = sizes.map((size) => {
      const learn = (local: readonly number[]) => {
        const judge = learnWith(size)(pick(training, local))
        return (row: number) => judge(training[row]!)
      }
      return { terms: size, f1: crossValidate(pick(labels, training), within, learn).f1.value }
    })
    const best = tried.reduce((a, b) => (b.f1 > a.f1 ? b : a), { terms: sizes[0] ?? 0, f1: -1 })
    return { tried, terms: best.terms }
  }
  /**
   * Everything that the calibration decides is decided again for each fold, including the number of terms.
   */
  const learnAll = (training: readonly number[]) => {
    const choice =
      sizes.length > 1
        ? bestSize(training, stratifiedFolds(pick(labels, training), random)).terms
        : (sizes[0] ?? 0)
    return learnWith(choice)(training)
  }
  const measure = (name: string, learn: Parameters<typeof crossValidate>[2]): Measured => {
    const { outcomes, ...figures } = crossValidate(labels, folds, learn)
    return { name, ...figures, interval: f1Interval(outcomes, random) }
  }

  const { tried, terms } = bestSize([...ordered.keys()], folds)
  const rows = rowsFor(terms)
  const given = [...(ordered[0]?.verdicts.keys() ?? [])]
  return {
    labels: { relevant: labels.filter(Boolean).length, irrelevant: labels.filter((label) => !label).length },
    folds: folds.length,
    leaveOneOut: folds.every((fold) => fold.length === 1),
    terms,
    termsTried: tried,
    fit: fitJudge(rows, combine),
    thresholdInterval: resampledInterval(rows, (drawn) => fitJudge(drawn, combine).threshold, random),
    judges: [
      measure(EVERYTHING, () => () => true),
      ...partsIn(rows).map((part) => measure(part, learnPart(rows, part))),
      ...given.map((name) => measure(name, () => (row) => ordered[row]?.verdicts.get(name) === true)),
      measure(CALIBRATED, learnAll),
    ],
  }
}

function learnPart(rows: readonly LabelledRow[], part: string) {
  return (training: readonly number[]) => {
    const { threshold } = fitPart(pick(rows, training), part)
    return (row: number) => (rows[row]?.parts.get(part) ?? -1) >= threshold
  }
}

function keeps(fit: JudgeFit, row: LabelledRow, combine: Combine): boolean {
  return (combine(row.parts, fit.weights) ?? -1) >= fit.threshold
}

function rowOf(page: LabelledPage, size: number): LabelledRow {
  return { label: page.label, parts: page.parts.get(size) ?? new Map() }
}

function pick<T>(items: readonly T[], indices: readonly number[]): T[] {
  return indices.map((i) => items[i]!)
}

/** Folds and samples are drawn by position, so the rows are sorted: the order of a file must not matter. */
function inFixedOrder(pages: readonly LabelledPage[]): LabelledPage[] {
  const keyed = pages.map((page) => {
    const parts = [...page.parts].map(([size, values]) => [size, ...[...values].map(([n, v]) => `${n}=${v}`)])
    return { page, key: JSON.stringify([page.label, parts, [...page.verdicts]]) }
  })
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return keyed.map(({ page }) => page)
}
