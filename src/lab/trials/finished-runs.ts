import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LabSetup } from '../setup.ts'
import type { TrialRun } from './run-trial.ts'

const FILE = 'runs.jsonl'

/** Finished runs of an incomplete comparison, stored beside its report so that the same command can resume it. */
export class FinishedRuns {
  readonly path: string
  /** Runs of an interrupted comparison with the same setup and version. */
  readonly runs: readonly TrialRun[]

  /** Starts an empty file unless the folder holds runs of the same setup and version. */
  constructor(folder: string, setup: LabSetup, version: string) {
    mkdirSync(folder, { recursive: true })
    this.path = join(folder, FILE)
    const digest = createHash('sha256').update(JSON.stringify({ setup, version })).digest('hex')
    this.runs = readRuns(this.path, digest)
    if (this.runs.length === 0) writeFileSync(this.path, `${JSON.stringify({ setup: digest })}\n`)
  }

  add(run: TrialRun): void {
    appendFileSync(this.path, `${JSON.stringify(run)}\n`)
  }

  /** Deletes the file once the comparison is complete. */
  remove(): void {
    rmSync(this.path, { force: true })
  }
}

function readRuns(path: string, digest: string): TrialRun[] {
  try {
    const [first = '', ...lines] = readFileSync(path, 'utf8').split('\n')
    if (JSON.parse(first).setup !== digest) return []
    // A killed process may leave a partial last line; that run is repeated.
    return lines.flatMap((line) => {
      try {
        return [JSON.parse(line) as TrialRun]
      } catch {
        return []
      }
    })
  } catch {
    return []
  }
}
