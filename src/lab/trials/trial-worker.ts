import { EventideError } from '../../model/errors.ts'
import type { TrialGroup } from '../plan.ts'
import type { LabSetup } from '../setup.ts'
import { type RunKey, runGroup } from './run-group.ts'
import type { TrialRun } from './run-trial.ts'
import { LabFloor } from './trial-environment.ts'

/** What the comparing process tells a worker. */
export type ToWorker =
  | { readonly kind: 'setup'; readonly setup: LabSetup }
  | { readonly kind: 'group'; readonly group: TrialGroup; readonly done: readonly RunKey[] }
  | { readonly kind: 'stop' }

/** What a worker tells. */
export type FromWorker =
  | { readonly kind: 'run'; readonly run: TrialRun }
  | { readonly kind: 'progress'; readonly pages: number }
  | { readonly kind: 'idle' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly expected: boolean }

const stop = new AbortController()
let setup: LabSetup | undefined
let floor: LabFloor | undefined

function tell(message: FromWorker): void {
  process.send?.(message)
}

async function work(group: TrialGroup, done: readonly RunKey[]): Promise<void> {
  if (!setup) throw new Error('a worker needs the setup first')
  floor ??= new LabFloor(setup)
  await runGroup(setup, group, floor, {
    stop: stop.signal,
    done: (run) => tell({ kind: 'run', run }),
    progress: (pages) => tell({ kind: 'progress', pages }),
    has: (key) => done.some((run) => sameRun(run, key)),
  })
  tell({ kind: 'idle' })
}

function sameRun(a: RunKey, b: RunKey): boolean {
  return a.event === b.event && a.randomSeed === b.randomSeed && a.strategy === b.strategy
}

function fail(error: unknown): void {
  const expected = error instanceof EventideError
  const message = expected ? error.message : String((error as Error)?.stack ?? error)
  tell({ kind: 'failed', code: expected ? error.code : 'internal', message, expected })
}

process.on('message', (message: ToWorker) => {
  if (message.kind === 'setup') setup = message.setup
  else if (message.kind === 'stop') stop.abort()
  else work(message.group, message.done).catch(fail)
})
// Ctrl-C reaches the whole group of processes; the comparing process decides what it means.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())
