import { cpus } from 'node:os'
import manifest from '../../package.json' with { type: 'json' }
import { summarise } from './metrics/summary.ts'
import type { LabReport } from './report/report.ts'
import { writeReport } from './report/write-report.ts'
import type { LabSetup } from './setup.ts'
import { FinishedRuns } from './trials/finished-runs.ts'
import type { TrialObserver } from './trials/run-group.ts'
import { runTrials } from './trials/run-trials.ts'
import { eventNames } from './trials/trial-environment.ts'

/** Known before the first page is fetched. */
interface ComparisonStart {
  /** Crawls of the whole comparison. */
  readonly total: number
  /** Crawls restored from an interrupted comparison, and the file that holds them. */
  readonly finished: number
  readonly path: string | null
}

export interface ComparisonOptions extends TrialObserver {
  readonly setup: LabSetup
  /** Number of processes. */
  readonly jobs: number
  /** Where the report is written. Finished crawls are stored there as well, so that the same comparison can be resumed. */
  readonly folder?: string
  /** The command that repeats the comparison, for the report. */
  readonly command: string
  readonly onStart: (start: ComparisonStart) => void
}

export interface ComparisonResult {
  readonly report: LabReport
  /** Path of the HTML report; null without a folder. */
  readonly page: string | null
}

/** Compares strategies and writes the report. A comparison that is stopped reports the finished crawls. */
export async function compareStrategies(options: ComparisonOptions): Promise<ComparisonResult> {
  const { setup, jobs, folder, signal, onPages, onNotice, whenStuck, machine } = options
  const events = await eventNames(setup)
  const stored = folder === undefined ? null : new FinishedRuns(folder, setup, manifest.version)
  const finished = stored?.runs ?? []
  const total = setup.strategies.length * setup.randomSeeds.length * events.length
  options.onStart({ total, finished: finished.length, path: stored?.path ?? null })
  const runs = await runTrials(setup, {
    ...{ jobs, finished, signal, onPages, onNotice, whenStuck, machine },
    events: events.length,
    onRun: (run) => {
      stored?.add(run)
      options.onRun(run)
    },
  })
  const complete = runs.length === total
  const report: LabReport = {
    command: options.command,
    program: { version: manifest.version, node: process.version, cpu: cpus()[0]?.model ?? 'unknown' },
    setup,
    events,
    complete,
    summary: summarise(setup, runs),
    runs,
  }
  const page = folder === undefined ? null : await writeReport(folder, report)
  if (complete) stored?.remove()
  return { report, page }
}
