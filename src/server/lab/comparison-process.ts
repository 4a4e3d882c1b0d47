import type { ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { startBeside } from '../../lab/start-process.ts'
import type { FromComparison, ToComparison } from './protocol.ts'

/** What a process that broke down said last. */
const LAST_WORDS = 2_000
/** Crawls come first, and whoever looks at the library. */
const NICENESS = 10
/** A page in hand takes far less; a process that does not stop in this time is ended. */
const STOPPING_MS = 10_000

export type ComparisonOutcome =
  | { readonly state: 'done' | 'stopped' }
  | { readonly state: 'failed'; readonly problem: string }

type Start = Extract<ToComparison, { kind: 'start' }>

export interface ComparisonWatch {
  readonly begun: (known: number, total: number) => void
  readonly run: () => void
  readonly progress: (pages: number) => void
  readonly ended: (outcome: ComparisonOutcome) => void
}

/** A comparison in a process of its own: nothing that happens to it happens to the server. */
export class ComparisonProcess {
  readonly #child: ChildProcess
  #said: ComparisonOutcome | null = null
  #lastWords = ''
  #stopping: NodeJS.Timeout | undefined
  readonly gone: Promise<void>

  constructor(start: Start, watch: ComparisonWatch) {
    const child = startBeside(
      import.meta.url,
      { source: './worker.ts', bundle: './comparison-worker.js' },
      { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
    )
    this.#child = child
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = `${this.#lastWords}${text}`.slice(-LAST_WORDS)
    })
    child.on('message', (message: FromComparison) => this.#hear(message, watch))
    this.gone = new Promise((resolve) => {
      const end = (outcome: ComparisonOutcome) => {
        clearTimeout(this.#stopping)
        watch.ended(outcome)
        resolve()
      }
      child.once('error', (error) =>
        end({ state: 'failed', problem: `the comparison could not be started: ${error.message}` }),
      )
      child.once('close', (code, signal) => end(this.#said ?? this.#why(code, signal)))
    })
    this.#tell(start)
    makeWay(child)
  }

  /** What is finished is reported. */
  stop(): void {
    if (this.#stopping) return
    this.#tell({ kind: 'stop' })
    this.#stopping = setTimeout(() => this.kill(), STOPPING_MS)
    this.#stopping.unref()
  }

  /** At once, without a report. */
  kill(): void {
    this.#said ??= { state: 'stopped' }
    this.#child.kill('SIGKILL')
  }

  #hear(message: FromComparison, watch: ComparisonWatch): void {
    if (message.kind === 'begun') watch.begun(message.known, message.total)
    else if (message.kind === 'run') watch.run()
    else if (message.kind === 'progress') watch.progress(message.pages)
    else if (message.kind === 'end') this.#said = { state: message.complete ? 'done' : 'stopped' }
    else this.#said = { state: 'failed', problem: message.message }
  }

  #why(code: number | null, signal: string | null): ComparisonOutcome {
    const last = this.#lastWords.trim()
    const problem = `the process of the comparison ended by itself (${signal ?? code})${last && `: ${last}`}; what is finished is kept, and resuming goes on from there`
    return { state: 'failed', problem }
  }

  #tell(message: ToComparison): void {
    if (this.#child.connected) this.#child.send(message, () => {})
  }
}

/** Its own processes inherit it. A system that does not allow it runs the comparison like everything else. */
function makeWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS)
  } catch {}
}
