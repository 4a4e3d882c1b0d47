import type { Json } from '../../../model/json.ts'
import { clamp, probabilityOfOdds } from './odds-math.ts'

/** The parts of the evidence about a link, each in log-odds, with their initial weights. */
const PRIOR_WEIGHTS = {
  /** The intercept: one in fifty links of a news site is about a given event. */
  start: -4,
  words: 0.8,
  around: 0.3,
  others: 0.5,
  date: 0.8,
  parentDate: 0.2,
  parent: 0.3,
  siblings: 0.5,
  source: 0.5,
  shape: 0.4,
  inLinks: 0.2,
  depth: -0.1,
  kind: 1,
} as const

export type PartName = keyof typeof PRIOR_WEIGHTS
/** Log-odds in the order of `PART_NAMES`; 0 is neutral. */
export type Parts = Readonly<Float64Array>

export const PART_NAMES = Object.keys(PRIOR_WEIGHTS) as PartName[]
export const PART = Object.fromEntries(PART_NAMES.map((name, i) => [name, i])) as Readonly<
  Record<PartName, number>
>

/** Bounds every part, whatever was learned. */
const MAX_ODDS = 6
/** Weights stay within these multiples of their initial values: learning tunes the model and cannot reverse it. */
const MIN_SHARE = 0.25
const MAX_SHARE = 2
/** How far one page may move the log-odds of a similar link. */
const MAX_STEP = 0.3
/** How far the intercept may move. */
const START_RANGE = 3

/** Online logistic regression over the parts, starting from weights set by hand; every step is bounded. */
export class LogisticModel {
  readonly #rate: number
  readonly #weights = Float64Array.from(PART_NAMES, (name) => PRIOR_WEIGHTS[name])
  readonly #squares = new Float64Array(PART_NAMES.length).fill(1)

  constructor(rate: number) {
    this.#rate = rate
  }

  weight(part: PartName): number {
    return this.#weights[PART[part]] ?? 0
  }

  /** Log-odds that the page behind a link is about the event. */
  odds(parts: Parts): number {
    const weights = this.#weights
    let odds = weights[PART.start] as number
    for (let i = 1; i < weights.length; i++)
      odds += (weights[i] as number) * clamp(parts[i] as number, -MAX_ODDS, MAX_ODDS)
    return odds
  }

  /** One AdaGrad step towards the outcome of a page, scaled by `trust`, 0..1. */
  learn(parts: Parts, truth: number, trust: number): void {
    if (this.#rate === 0) return
    const error = (truth - probabilityOfOdds(this.odds(parts))) * trust
    const weights = this.#weights
    const squares = this.#squares
    const steps = new Float64Array(weights.length)
    let effect = 0
    for (let i = 0; i < steps.length; i++) {
      const value = i === PART.start ? 1 : clamp(parts[i] as number, -MAX_ODDS, MAX_ODDS)
      const slope = error * value
      const square = (squares[i] as number) + slope * slope
      squares[i] = square
      const step = (this.#rate * slope) / Math.sqrt(square)
      steps[i] = step
      effect += Math.abs(step * value)
    }
    const scale = effect > MAX_STEP ? MAX_STEP / effect : 1
    for (let i = 0; i < steps.length; i++)
      weights[i] = bounded(PART_NAMES[i] as PartName, (weights[i] as number) + (steps[i] as number) * scale)
  }

  snapshot(): Json {
    return PART_NAMES.map((_, i) => [this.#weights[i] ?? 0, this.#squares[i] ?? 1])
  }

  restore(state: readonly (readonly [number, number])[]): void {
    for (const [i, name] of PART_NAMES.entries()) {
      const [weight = PRIOR_WEIGHTS[name], squares = 1] = state[i] ?? []
      this.#weights[i] = bounded(name, weight)
      this.#squares[i] = squares
    }
  }
}

function bounded(part: PartName, weight: number): number {
  const first = PRIOR_WEIGHTS[part]
  if (part === 'start') return clamp(weight, first - START_RANGE, first + START_RANGE)
  const [a, b] = [first * MIN_SHARE, first * MAX_SHARE]
  return clamp(weight, Math.min(a, b), Math.max(a, b))
}
