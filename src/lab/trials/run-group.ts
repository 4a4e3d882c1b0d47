import type { TrialGroup } from '../plan.ts'
import type { LabSetup } from '../setup.ts'
import { runTrial, type TrialRun } from './run-trial.ts'
import type { TrialEnvironments } from './trial-environment.ts'

/** Observes trials and stops them; handed down unchanged from the comparison to each trial. */
export interface TrialObserver {
  /** Stops the trials; the run in progress is discarded. */
  readonly signal: AbortSignal
  readonly onRun: (run: TrialRun) => void
  /** Called with the pages fetched since the last call. */
  readonly onPages: (pages: number) => void
}

export type RunKey = Pick<TrialRun, 'event' | 'randomSeed' | 'strategy'>

/** Runs every strategy on each trial of the group, one after the other, in this process. */
export async function runGroup(
  setup: LabSetup,
  group: TrialGroup,
  environments: TrialEnvironments,
  isFinished: (run: RunKey) => boolean,
  { signal, onRun, onPages }: TrialObserver,
): Promise<void> {
  for (const trial of group) {
    for (const strategy of setup.strategies.keys()) {
      if (signal.aborted) return
      if (isFinished({ ...trial, strategy })) continue
      const environment = await environments.open(trial)
      let reported = 0
      const progress = (fetched: number) => {
        onPages(fetched - reported)
        reported = fetched
      }
      const run = await runTrial(setup, trial, strategy, environment, { stop: signal, progress })
      if (!run) return
      // A crawl that ends below its budget still counts as complete progress.
      progress(setup.pages)
      onRun(run)
    }
  }
}
