/** EV 4.2.2 tries thresholds from 0 to 1 in steps of 0.05. */
const STEPS = 20

/** The outcomes of a judge on labelled pages. */
export interface Outcomes {
  readonly truePositives: number
  readonly falsePositives: number
  readonly falseNegatives: number
  readonly trueNegatives: number
}

export interface Figures {
  readonly precision: number
  readonly recall: number
  /** The harmonic mean of the two (EV calls it geometric). */
  readonly f1: number
}

export interface ThresholdFigures extends Figures {
  readonly threshold: number
}

/** A judge that keeps nothing has a precision of 0, so that it never counts as precise. */
export function figuresOf({ truePositives, falsePositives, falseNegatives }: Outcomes): Figures {
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
  return {
    precision: share(truePositives, truePositives + falsePositives),
    recall: share(truePositives, truePositives + falseNegatives),
    f1: share(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives),
  }
}

/**
 * The threshold with the best F1 when everything that scores at least as much is kept; an unknown score is never kept.
 * Of several best thresholds it takes the middle of the longest run of them: at its edges one page decides.
 */
export function bestThreshold(
  labels: readonly boolean[],
  scores: readonly (number | null)[],
): ThresholdFigures {
  const relevant = new Array<number>(STEPS + 1).fill(0)
  const irrelevant = new Array<number>(STEPS + 1).fill(0)
  let allRelevant = 0
  for (const [i, label] of labels.entries()) {
    if (label) allRelevant++
    const step = stepOf(scores[i] ?? null)
    if (step < 0) continue
    const counts = label ? relevant : irrelevant
    counts[step] = counts[step]! + 1
  }
  const figures: Figures[] = []
  let truePositives = 0
  let falsePositives = 0
  for (let step = STEPS; step >= 0; step--) {
    truePositives += relevant[step]!
    falsePositives += irrelevant[step]!
    const falseNegatives = allRelevant - truePositives
    const trueNegatives = labels.length - allRelevant - falsePositives
    figures[step] = figuresOf({ truePositives, falsePositives, falseNegatives, trueNegatives })
  }
  const step = middleOfBest(figures.map(({ f1 }) => f1))
  return { threshold: step / STEPS, ...figures[step]! }
}

/** The highest step whose threshold the score reaches; -1 for an unknown score. */
function stepOf(score: number | null): number {
  if (score === null || !(score >= 0)) return -1
  let step = Math.min(STEPS, Math.floor(score * STEPS))
  // The product may be rounded across a step; the comparison in a verdict is decisive.
  if (step < STEPS && (step + 1) / STEPS <= score) step++
  else if (step / STEPS > score) step--
  return step
}

/** Equal fractions are equal numbers here: each is one division of two integers. */
function middleOfBest(values: readonly number[]): number {
  const best = Math.max(...values)
  let longest = { from: 0, length: 0 }
  let run = 0
  for (const [i, value] of values.entries()) {
    run = value === best ? run + 1 : 0
    if (run > longest.length) longest = { from: i - run + 1, length: run }
  }
  return longest.from + Math.floor((longest.length - 1) / 2)
}
