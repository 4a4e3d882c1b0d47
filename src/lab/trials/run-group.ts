import type { CrawlObserver } from '../crawl/run-crawl.ts'
import type { LabSetup } from '../setup.ts'
import type { TrialGroup } from './plan-trials.ts'
import { runTrial, type TrialRun } from './run-trial.ts'
import type { TrialEnvironments } from './trial-environment.ts'

/** Observes a comparison and stops it; the run in progress is then discarded. */
export interface TrialObserver extends CrawlObserver {
  readonly onPages: (pages: number) => void
  readonly onRun: (run: TrialRun) => void
}

export type RunKey = Pick<TrialRun, 'event' | 'randomSeed' | 'strategy'>

/** Runs every strategy on each trial of the group, one after the other, in this process. */
export async function runGroup(
  setup: LabSetup,
  group: TrialGroup,
  environments: TrialEnvironments,
  isFinished: (run: RunKey) => boolean,
  observer: TrialObserver,
): Promise<void> {
  const { signal, onRun, onPages } = observer
  for (const trial of group) {
    for (const strategy of setup.strategies.keys()) {
      if (signal.aborted) return
      if (isFinished({ ...trial, strategy })) continue
      const environment = await environments.open(trial)
      const run = await runTrial(setup, trial, strategy, environment, observer)
      if (!run) return
      // A crawl that ends below its page budget is complete as well.
      onPages(setup.pages - run.fetched)
      onRun(run)
    }
  }
}
