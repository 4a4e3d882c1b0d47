import type { LabSetup, Trial } from '../setup.ts'

/** Trials that share the pages they read, in the order in which they run. */
export type TrialGroup = readonly Trial[]

/**
 * All trials, grouped so that one process reads each page once. If there are fewer groups than processes, groups are divided,
 * because reading a page twice is better than an idle processor.
 */
export function planTrials(setup: LabSetup, events: number, jobs: number): TrialGroup[] {
  const { randomSeeds } = setup
  if (setup.web.kind === 'example') return randomSeeds.map((randomSeed) => [{ event: 0, randomSeed }])
  const groups = Array.from({ length: events }, (_, event) =>
    randomSeeds.map((randomSeed) => ({ event, randomSeed })),
  )
  if (groups.length >= jobs) return groups
  const parts = Math.ceil(jobs / groups.length)
  return groups.flatMap((group) => divided(group, parts))
}

function divided<T>(items: readonly T[], parts: number): T[][] {
  const size = Math.max(1, Math.ceil(items.length / parts))
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  )
}
