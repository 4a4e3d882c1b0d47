import type { TrialGroup } from '../plan.ts'
import type { LabSetup } from '../setup.ts'
import { runTrial, type TrialRun } from './run-trial.ts'
import type { LabFloor } from './trial-environment.ts'

export interface GroupWatch {
  readonly stop: AbortSignal
  /** A run that is finished, as soon as it is. */
  readonly done: (run: TrialRun) => void
  /** Pages fetched since the last call. */
  readonly progress: (pages: number) => void
  /** Runs that need not be done again. */
  readonly has: (run: RunKey) => boolean
}

export type RunKey = Pick<TrialRun, 'event' | 'randomSeed' | 'strategy'>

/** Runs every strategy on each trial of the group, one after the other. */
export async function runGroup(
  setup: LabSetup,
  group: TrialGroup,
  floor: LabFloor,
  watch: GroupWatch,
): Promise<void> {
  for (const trial of group) {
    for (const strategy of setup.strategies.keys()) {
      if (watch.stop.aborted) return
      if (watch.has({ ...trial, strategy })) continue
      const ground = await floor.ground(trial)
      let told = 0
      const progress = (fetched: number) => {
        watch.progress(fetched - told)
        told = fetched
      }
      const run = await runTrial(setup, trial, strategy, ground, { stop: watch.stop, progress })
      if (!run) return
      // A crawl that ended before its budget is done all the same.
      progress(setup.pages)
      watch.done(run)
    }
  }
}
