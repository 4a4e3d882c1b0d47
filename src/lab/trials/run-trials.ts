import type { ChildProcess } from 'node:child_process'
import { EventideError } from '../../model/errors.ts'
import { planTrials, type TrialGroup } from '../plan.ts'
import type { LabSetup } from '../setup.ts'
import { startBeside } from '../start-process.ts'
import { type RunKey, runGroup } from './run-group.ts'
import type { TrialRun } from './run-trial.ts'
import { LabFloor } from './trial-environment.ts'
import type { FromWorker, ToWorker } from './trial-worker.ts'

export interface CompareOptions {
  /** Processes to divide the work over. */
  readonly jobs: number
  /** Events of the setup, by number. */
  readonly events: number
  /** Runs of an interrupted comparison that need not be done again. */
  readonly known: readonly TrialRun[]
  readonly stop: AbortSignal
  /** A run that is finished, as soon as it is. */
  readonly done: (run: TrialRun) => void
  readonly progress: (pages: number) => void
}

/**
 * Runs every strategy on every event with every random seed; ends early, with what is finished, when `stop` aborts. The
 * runs come in one order, and all but their timing is the same, however many processes share the work.
 */
export async function compare(setup: LabSetup, options: CompareOptions): Promise<TrialRun[]> {
  const runs = new Map(options.known.map((run) => [keyOf(run), run]))
  const groups = planTrials(setup, options.events, options.jobs).filter((group) =>
    group.some((trial) => setup.strategies.some((_, strategy) => !runs.has(keyOf({ ...trial, strategy })))),
  )
  const done = (run: TrialRun) => {
    runs.set(keyOf(run), run)
    options.done(run)
  }
  const jobs = Math.min(options.jobs, groups.length)
  if (jobs > 1) await inProcesses(setup, groups, jobs, { ...options, done })
  else await inThisProcess(setup, groups, { ...options, done }, (run) => runs.has(keyOf(run)))
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

async function inThisProcess(
  setup: LabSetup,
  groups: readonly TrialGroup[],
  { stop, done, progress }: CompareOptions,
  has: (run: RunKey) => boolean,
): Promise<void> {
  const floor = new LabFloor(setup)
  try {
    for (const group of groups) await runGroup(setup, group, floor, { stop, done, progress, has })
  } finally {
    floor.close()
  }
}

async function inProcesses(
  setup: LabSetup,
  groups: readonly TrialGroup[],
  jobs: number,
  options: CompareOptions,
): Promise<void> {
  const waiting = [...groups]
  const workers = Array.from({ length: jobs }, startWorker)
  try {
    await Promise.all(workers.map((worker) => serve(worker, setup, waiting, options)))
  } finally {
    for (const worker of workers) worker.kill('SIGKILL')
  }
}

function startWorker(): ChildProcess {
  return startBeside(import.meta.url, { source: './trial-worker.ts', bundle: './lab-worker.js' })
}

/** Hands groups to one worker until none is left. */
function serve(
  worker: ChildProcess,
  setup: LabSetup,
  waiting: TrialGroup[],
  { known, stop, done, progress }: CompareOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const tell = (message: ToWorker) => worker.connected && worker.send(message)
    const next = () => {
      const group = stop.aborted ? undefined : waiting.shift()
      if (group)
        tell({
          kind: 'group',
          group,
          done: known.map(({ event, randomSeed, strategy }) => ({ event, randomSeed, strategy })),
        })
      else resolve()
    }
    const onStop = () => tell({ kind: 'stop' })
    stop.addEventListener('abort', onStop)
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'run') done(message.run)
      else if (message.kind === 'progress') progress(message.pages)
      else if (message.kind === 'idle') next()
      else
        reject(
          message.expected ? new EventideError(message.code, message.message) : new Error(message.message),
        )
    })
    worker.once('error', reject)
    worker.once('exit', (code, signal) =>
      reject(
        new EventideError(
          'lab-worker',
          `a process of the comparison ended by itself (${signal ?? code}); with less memory to spare, use fewer: --jobs 1`,
          { exit: 'internal' },
        ),
      ),
    )
    tell({ kind: 'setup', setup })
    next()
  })
}
