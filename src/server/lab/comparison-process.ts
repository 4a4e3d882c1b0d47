import type { ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { forkEntry } from '../../process/fork-entry.ts'
import type { FromComparison, ToComparison } from './protocol.ts'

/** How much of the process's error output is kept to explain a crash. */
const MAX_STDERR_LENGTH = 2_000
/** Lower priority than crawls and requests. */
const NICENESS = 10
/** A process that does not stop within this time is killed. Finishing a page takes far less. */
const STOP_TIMEOUT_MS = 10_000

export type ComparisonOutcome =
  | { readonly state: 'done' | 'stopped' }
  | { readonly state: 'failed'; readonly problem: string }

type StartMessage = Extract<ToComparison, { kind: 'start' }>

export interface ComparisonListener {
  readonly onStart: (finished: number, total: number) => void
  readonly onRun: () => void
  readonly onPages: (pages: number) => void
  readonly onEnd: (outcome: ComparisonOutcome) => void
}

/** Runs a comparison in a child process, so that a crash or a full heap does not affect the server. */
export class ComparisonProcess {
  readonly #child: ChildProcess
  #outcome: ComparisonOutcome | null = null
  #stderr = ''
  #stopTimer: NodeJS.Timeout | undefined
  readonly exited: Promise<void>

  constructor(start: StartMessage, listener: ComparisonListener) {
    const child = forkEntry(
      { caller: import.meta.url, source: './comparison-worker.ts', bundle: './comparison-worker.js' },
      { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
    )
    this.#child = child
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = `${this.#stderr}${text}`.slice(-MAX_STDERR_LENGTH)
    })
    child.on('message', (message: FromComparison) => this.#receive(message, listener))
    this.exited = new Promise((resolve) => {
      const end = (outcome: ComparisonOutcome) => {
        clearTimeout(this.#stopTimer)
        listener.onEnd(outcome)
        resolve()
      }
      child.once('error', (error) =>
        end({ state: 'failed', problem: `The comparison could not be started: ${error.message}` }),
      )
      child.once('close', (code, signal) => end(this.#outcome ?? this.#crash(code, signal)))
    })
    this.#send(start)
    lowerPriority(child)
  }

  /** Stops the crawls and writes a report of the finished ones. */
  stop(): void {
    if (this.#stopTimer) return
    this.#send({ kind: 'stop' })
    this.#stopTimer = setTimeout(() => this.kill(), STOP_TIMEOUT_MS)
    this.#stopTimer.unref()
  }

  /** Ends the process immediately, without a report. */
  kill(): void {
    this.#outcome ??= { state: 'stopped' }
    this.#child.kill('SIGKILL')
  }

  #receive(message: FromComparison, listener: ComparisonListener): void {
    if (message.kind === 'started') listener.onStart(message.finished, message.total)
    else if (message.kind === 'run-finished') listener.onRun()
    else if (message.kind === 'progress') listener.onPages(message.pages)
    else if (message.kind === 'end') this.#outcome = { state: message.complete ? 'done' : 'stopped' }
    else this.#outcome = { state: 'failed', problem: message.message }
  }

  #crash(code: number | null, signal: string | null): ComparisonOutcome {
    const stderr = this.#stderr.trim()
    const problem = `The comparison process exited unexpectedly (${signal ?? code})${stderr && `: ${stderr}`}. Finished crawls are kept; resume to run the others.`
    return { state: 'failed', problem }
  }

  #send(message: ToComparison): void {
    if (this.#child.connected) this.#child.send(message, () => {})
  }
}

/** Child processes inherit the priority. Some systems do not allow changing it; the comparison then runs at normal priority. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS)
  } catch {}
}
