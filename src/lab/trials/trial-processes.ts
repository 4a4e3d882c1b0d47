import type { ChildProcess } from 'node:child_process'
import { EventideError } from '../../model/errors.ts'
import { endingWithThisProcess, forkEntry } from '../../process/fork-entry.ts'
import type { LabMachine, LabSetup } from '../setup.ts'
import type { TrialGroup } from './plan-trials.ts'
import type { RunKey, TrialObserver } from './run-group.ts'
import type { FromWorker, ToWorker } from './trial-worker.ts'

export interface TrialProcessOptions {
  readonly setup: LabSetup
  readonly groups: readonly TrialGroup[]
  readonly jobs: number
  readonly finished: readonly RunKey[]
  readonly machine: LabMachine
  readonly observer: TrialObserver
}

/** Runs the groups in `jobs` child processes, each taking the next group when it is idle. */
export async function runInProcesses(options: TrialProcessOptions): Promise<void> {
  const queue = [...options.groups]
  const workers = Array.from({ length: options.jobs }, () =>
    endingWithThisProcess(
      forkEntry({ caller: import.meta.url, source: './trial-worker.ts', bundle: './lab-worker.js' }),
    ),
  )
  try {
    await Promise.all(workers.map((worker) => superviseWorker(worker, queue, options)))
  } finally {
    for (const worker of workers) worker.kill('SIGKILL')
  }
}

/** Hands groups to one worker until the queue is empty or the comparison is stopped. */
function superviseWorker(
  worker: ChildProcess,
  queue: TrialGroup[],
  { setup, finished, machine, observer }: TrialProcessOptions,
): Promise<void> {
  const { signal, onRun, onPages, onNotice } = observer
  const keys = finished.map(({ event, randomSeed, strategy }) => ({ event, randomSeed, strategy }))
  return new Promise((resolve, reject) => {
    const send = (message: ToWorker) => worker.connected && worker.send(message)
    const next = () => {
      const group = signal.aborted ? undefined : queue.shift()
      if (group) send({ kind: 'group', group, finished: keys })
      else resolve()
    }
    signal.addEventListener('abort', () => send({ kind: 'stop' }))
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'run') onRun(message.run)
      else if (message.kind === 'progress') onPages(message.pages)
      else if (message.kind === 'notice') onNotice?.(message.text)
      else if (message.kind === 'idle') next()
      else reject(errorOf(message))
    })
    worker.once('error', reject)
    worker.once('exit', (code, killedBy) => {
      // Its run could not be stopped otherwise.
      if (signal.aborted) resolve()
      else reject(exitedUnexpectedly(killedBy ?? code))
    })
    send({ kind: 'setup', setup, machine })
    next()
  })
}

function errorOf({ expected, code, message }: FromWorker & { kind: 'failed' }): Error {
  return expected ? new EventideError(code, message) : new Error(message)
}

function exitedUnexpectedly(status: string | number | null): EventideError {
  return new EventideError(
    'lab-worker',
    `A process of the comparison ended unexpectedly (${status}); the reason, if it is known, was written above. If memory is short, use fewer processes: --jobs 1`,
    { exit: 'internal' },
  )
}
