import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LabSetup } from '../setup.ts'
import type { TrialRun } from './run-trial.ts'

const FILE = 'runs.jsonl'

/** Finished runs of a comparison that has not ended, beside its report, so that the same command goes on with them. */
export class InterruptedRuns {
  readonly path: string
  readonly known: readonly TrialRun[]

  /** Takes up what an interrupted comparison with the same setup and version has left; anything else is replaced. */
  constructor(folder: string, setup: LabSetup, version: string) {
    mkdirSync(folder, { recursive: true })
    this.path = join(folder, FILE)
    const head = createHash('sha256').update(JSON.stringify({ setup, version })).digest('hex')
    this.known = runsIn(this.path, head)
    if (this.known.length === 0) writeFileSync(this.path, `${JSON.stringify({ setup: head })}\n`)
  }

  add(run: TrialRun): void {
    appendFileSync(this.path, `${JSON.stringify(run)}\n`)
  }

  /** For a comparison that is complete. */
  remove(): void {
    rmSync(this.path, { force: true })
  }
}

function runsIn(path: string, head: string): TrialRun[] {
  try {
    const [first = '', ...lines] = readFileSync(path, 'utf8').split('\n')
    if (JSON.parse(first).setup !== head) return []
    // The last line of a killed process may be cut short; its run is done again.
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
