import type { Summary } from '../metrics/summary.ts'
import type { LabSetup } from '../setup.ts'
import type { TrialRun } from '../trials/run-trial.ts'

/** The result of a comparison: the content of `report.json` and of the HTML page. */
export interface LabReport {
  /** The command that gives the same figures, except timing. */
  readonly command: string
  readonly program: { readonly version: string; readonly node: string; readonly cpu: string }
  readonly setup: LabSetup
  /** Names of the events, by index. */
  readonly events: readonly string[]
  /** False if it was interrupted; the summary then has only trials that every strategy has finished. */
  readonly complete: boolean
  readonly summary: Summary
  readonly runs: readonly TrialRun[]
}
