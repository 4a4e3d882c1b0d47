import { availableParallelism } from 'node:os'
import { type Summary, summarise } from '../../src/lab/metrics/summary.ts'
import type { LabSetup, LabStrategy } from '../../src/lab/setup.ts'
import { strategySpecsOf } from '../../src/lab/setup-from-options.ts'
import type { TrialRun } from '../../src/lab/trials/run-trial.ts'
import { runTrials } from '../../src/lab/trials/run-trials.ts'
import { eventNames } from '../../src/lab/trials/trial-environment.ts'

/** One line of the table: a figure and its target, if any. */
export interface MeasuredTarget {
  readonly what: string
  readonly figure: number
  readonly target?: number
  /** Figures of others, or the confidence of ours. */
  readonly beside: string
}

export interface TargetOptions {
  readonly data: string
  readonly randomSeeds: number
  readonly jobs: number
}

export const DEFAULT_JOBS = availableParallelism()

export interface Compared {
  readonly setup: LabSetup
  readonly runs: readonly TrialRun[]
  readonly summary: Summary
  /** The mean of an index of a strategy, and ± its confidence. */
  mean(strategy: string, index: 'recall' | 'harvest'): number
  sure(strategy: string, index: 'recall' | 'harvest'): string
}

/** Runs a comparison and prints each finished run. */
export async function compared(
  given: Pick<LabSetup, 'web' | 'goal' | 'pages'>,
  strategies: string,
  options: TargetOptions,
): Promise<Compared> {
  const setup: LabSetup = {
    ...given,
    strategies: strategySpecsOf(strategies, []),
    randomSeeds: seedsOf(options),
    points: 100,
    concurrency: 1,
    delayMs: 0,
  }
  const events = (await eventNames(setup)).length
  const total = events * setup.randomSeeds.length * setup.strategies.length
  let done = 0
  const runs = await runTrials(setup, {
    jobs: options.jobs,
    events,
    finished: [],
    signal: new AbortController().signal,
    onRun: (run) =>
      console.error(
        `${++done}/${total} ${setup.strategies[run.strategy]?.label} seed ${run.randomSeed} event ${run.event + 1}: harvest ${run.indices.harvest?.toFixed(3)} recall ${run.indices.recall?.toFixed(3)}`,
      ),
    onPages: () => {},
  })
  const summary = summarise(setup, runs)
  const of = (name: string, index: 'recall' | 'harvest') => {
    const at = setup.strategies.findIndex((spec: LabStrategy) => spec.label === name)
    return summary.strategies[at]?.indices[index]
  }
  return {
    setup,
    runs,
    summary,
    mean: (name, index) => of(name, index)?.mean ?? Number.NaN,
    sure: (name, index) => `±${of(name, index)?.half?.toFixed(3) ?? '?'}`,
  }
}

export function seedsOf({ randomSeeds }: TargetOptions): number[] {
  return Array.from({ length: randomSeeds }, (_, i) => i + 1)
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
