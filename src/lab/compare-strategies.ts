import { cpus } from 'node:os'
import manifest from '../../package.json' with { type: 'json' }
import { summarise } from './metrics/summary.ts'
import type { LabReport } from './report/report.ts'
import { writeReport } from './report/write-report.ts'
import type { LabSetup } from './setup.ts'
import { InterruptedRuns } from './trials/finished-runs.ts'
import type { TrialRun } from './trials/run-trial.ts'
import { compare } from './trials/run-trials.ts'
import { eventNames } from './trials/trial-environment.ts'

/** What is known before the first page. */
interface ComparisonStart {
  /** Crawls there are to do. */
  readonly total: number
  /** Crawls that an interrupted comparison has left, and the file it left them in. */
  readonly known: number
  readonly path: string | null
}

export interface ComparisonOptions {
  readonly setup: LabSetup
  /** Processes to divide the work over. */
  readonly jobs: number
  /** Where the report goes, and what is finished until then: the same comparison goes on from there. */
  readonly folder?: string
  /** How to repeat it, for the report. */
  readonly command: string
  readonly stop: AbortSignal
  readonly begun: (start: ComparisonStart) => void
  readonly done: (run: TrialRun) => void
  readonly progress: (pages: number) => void
}

export interface ComparisonEnd {
  readonly report: LabReport
  /** The page for people, when there is a folder. */
  readonly page: string | null
}

/** Compares strategies and writes the report; when it is stopped, of what is finished. */
export async function runComparison(options: ComparisonOptions): Promise<ComparisonEnd> {
  const { setup, folder } = options
  const events = await eventNames(setup)
  const kept = folder === undefined ? undefined : new InterruptedRuns(folder, setup, manifest.version)
  const total = setup.strategies.length * setup.randomSeeds.length * events.length
  options.begun({ total, known: kept?.known.length ?? 0, path: kept?.path ?? null })
  const runs = await compare(setup, {
    jobs: options.jobs,
    events: events.length,
    known: kept?.known ?? [],
    stop: options.stop,
    done: (run) => {
      kept?.add(run)
      options.done(run)
    },
    progress: options.progress,
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
  if (complete) kept?.remove()
  return { report, page }
}
