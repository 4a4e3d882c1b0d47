import { EventideError } from '../../model/errors.ts'
import { loadInheritedPlugins } from '../../plugins/load-plugins.ts'
import type { LabSetup } from '../setup.ts'
import type { TrialGroup } from './plan-trials.ts'
import { type RunKey, runGroup } from './run-group.ts'
import type { TrialRun } from './run-trial.ts'
import { TrialEnvironments } from './trial-environment.ts'

/** Messages from the comparing process to a worker. */
export type ToWorker =
  | { readonly kind: 'setup'; readonly setup: LabSetup }
  | { readonly kind: 'group'; readonly group: TrialGroup; readonly finished: readonly RunKey[] }
  | { readonly kind: 'stop' }

/** Messages from a worker. */
export type FromWorker =
  | { readonly kind: 'run'; readonly run: TrialRun }
  | { readonly kind: 'progress'; readonly pages: number }
  | { readonly kind: 'idle' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly expected: boolean }

const stop = new AbortController()
let setup: LabSetup | undefined
let environments: TrialEnvironments | undefined

function send(message: FromWorker): void {
  process.send?.(message)
}

async function run(group: TrialGroup, finished: readonly RunKey[]): Promise<void> {
  if (!setup) throw new Error('A worker needs the setup before its first group')
  environments ??= new TrialEnvironments(setup)
  const isFinished = (key: RunKey) => finished.some((other) => isSameRun(other, key))
  await runGroup(setup, group, environments, isFinished, {
    signal: stop.signal,
    onRun: (run) => send({ kind: 'run', run }),
    onPages: (pages) => send({ kind: 'progress', pages }),
  })
  send({ kind: 'idle' })
}

function isSameRun(a: RunKey, b: RunKey): boolean {
  return a.event === b.event && a.randomSeed === b.randomSeed && a.strategy === b.strategy
}

function fail(error: unknown): void {
  const expected = error instanceof EventideError
  const message = expected ? error.message : String((error as Error)?.stack ?? error)
  send({ kind: 'failed', code: expected ? error.code : 'internal', message, expected })
}

await loadInheritedPlugins()
process.on('message', (message: ToWorker) => {
  if (message.kind === 'setup') setup = message.setup
  else if (message.kind === 'stop') stop.abort()
  else run(message.group, message.finished).catch(fail)
})
// Ctrl-C reaches the whole process group; the comparing process decides when to stop.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())
