import type { Summary } from '../metrics/summary.ts'
import type { LabSetup } from '../setup.ts'
import type { TrialRun } from '../trials/run-trial.ts'

/** Everything a comparison came to: `report.json`, and what the page is made from. */
export interface LabReport {
  /** The command that gives the same figures, but for timing. */
  readonly command: string
  readonly program: { readonly version: string; readonly node: string; readonly cpu: string }
  readonly setup: LabSetup
  /** Names of the events, by number. */
  readonly events: readonly string[]
  /** False when it was interrupted: only trials that every strategy has finished are in the summary. */
  readonly complete: boolean
  readonly summary: Summary
  readonly runs: readonly TrialRun[]
}
