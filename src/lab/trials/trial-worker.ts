import { EventideError } from '../../model/errors.ts'
import { loadInheritedPlugins } from '../../plugins/load-plugins.ts'
import type { LabMachine, LabSetup } from '../setup.ts'
import type { TrialGroup } from './plan-trials.ts'
import { type RunKey, runGroup } from './run-group.ts'
import type { TrialRun } from './run-trial.ts'
import { STUCK_IN_LAB } from './stuck-in-lab.ts'
import { TrialEnvironments } from './trial-environment.ts'

/** Messages from the comparing process to a worker. */
export type ToWorker =
  | { readonly kind: 'setup'; readonly setup: LabSetup; readonly machine: LabMachine }
  | { readonly kind: 'group'; readonly group: TrialGroup; readonly finished: readonly RunKey[] }
  | { readonly kind: 'stop' }

/** Messages from a worker. */
export type FromWorker =
  | { readonly kind: 'run'; readonly run: TrialRun }
  | { readonly kind: 'progress'; readonly pages: number }
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'idle' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly expected: boolean }

const stop = new AbortController()
let setup: LabSetup | undefined
let machine: LabMachine | undefined
let environments: TrialEnvironments | undefined

function send(message: FromWorker): void {
  process.send?.(message)
}

async function run(group: TrialGroup, finished: readonly RunKey[]): Promise<void> {
  if (!setup || !environments) throw new Error('A worker needs the setup before its first group')
  const isFinished = (key: RunKey) => finished.some((other) => isSameRun(other, key))
  await runGroup(setup, group, environments, isFinished, {
    signal: stop.signal,
    onRun: (run) => send({ kind: 'run', run }),
    onPages: (pages) => send({ kind: 'progress', pages }),
    onNotice,
    machine,
    whenStuck: STUCK_IN_LAB,
  })
  send({ kind: 'idle' })
}

function isSameRun(a: RunKey, b: RunKey): boolean {
  return a.event === b.event && a.randomSeed === b.randomSeed && a.strategy === b.strategy
}

function onNotice(text: string): void {
  send({ kind: 'notice', text })
}

function prepare(message: ToWorker & { kind: 'setup' }): void {
  ;({ setup, machine } = message)
  environments = new TrialEnvironments(setup, { ...machine, onNotice })
}

function fail(error: unknown): void {
  const expected = error instanceof EventideError
  const message = expected ? error.message : String((error as Error)?.stack ?? error)
  send({ kind: 'failed', code: expected ? error.code : 'internal', message, expected })
}

await loadInheritedPlugins()
process.on('message', (message: ToWorker) => {
  if (message.kind === 'setup') prepare(message)
  else if (message.kind === 'stop') stop.abort()
  else run(message.group, message.finished).catch(fail)
})
// Ctrl-C reaches the whole process group; the comparing process decides when to stop.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())
