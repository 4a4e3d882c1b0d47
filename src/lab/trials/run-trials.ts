import type { LabMachine, LabSetup } from '../setup.ts'
import { planTrials, type TrialGroup } from './plan-trials.ts'
import { type RunKey, runGroup, type TrialObserver } from './run-group.ts'
import type { TrialRun } from './run-trial.ts'
import { TrialEnvironments } from './trial-environment.ts'
import { runInProcesses } from './trial-processes.ts'

export interface RunTrialsOptions extends TrialObserver {
  /** Number of processes. */
  readonly jobs: number
  /** Number of events in the setup. */
  readonly events: number
  /** Runs of an interrupted comparison, which are not repeated. */
  readonly finished: readonly TrialRun[]
}

/**
 * Runs every strategy on every event with every random seed. When the signal aborts, returns the runs finished so far. The
 * order of the runs, and everything in them but the timing, does not depend on the number of processes.
 */
export async function runTrials(setup: LabSetup, options: RunTrialsOptions): Promise<TrialRun[]> {
  const runs = new Map(options.finished.map((run) => [keyOf(run), run]))
  const isFinished = (run: RunKey) => runs.has(keyOf(run))
  const groups = planTrials(setup, options.events, options.jobs).filter((group) =>
    group.some((trial) => setup.strategies.some((_, strategy) => !isFinished({ ...trial, strategy }))),
  )
  const observer: TrialObserver = {
    ...options,
    onRun: (run) => {
      runs.set(keyOf(run), run)
      options.onRun(run)
    },
  }
  const jobs = Math.min(options.jobs, groups.length)
  const { finished, machine = {} } = options
  if (jobs > 1) await runInProcesses({ setup, groups, jobs, finished, machine, observer })
  else await runInThisProcess(setup, groups, isFinished, observer, machine)
  return [...runs.values()].sort(
    (a, b) =>
      a.event - b.event ||
      setup.randomSeeds.indexOf(a.randomSeed) - setup.randomSeeds.indexOf(b.randomSeed) ||
      a.strategy - b.strategy,
  )
}

function keyOf({ event, randomSeed, strategy }: RunKey): string {
  return `${event} ${randomSeed} ${strategy}`
}

async function runInThisProcess(
  setup: LabSetup,
  groups: readonly TrialGroup[],
  isFinished: (run: RunKey) => boolean,
  observer: TrialObserver,
  machine: LabMachine,
): Promise<void> {
  const environments = new TrialEnvironments(setup, { ...machine, onNotice: observer.onNotice })
  try {
    for (const group of groups) await runGroup(setup, group, environments, isFinished, observer)
  } finally {
    await environments.close()
  }
}
