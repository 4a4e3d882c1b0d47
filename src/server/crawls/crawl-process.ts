import type { ChildProcess } from 'node:child_process'
import type { Log } from '../../log/log.ts'
import { EventideError } from '../../model/errors.ts'
import { forkEntry } from '../../process/fork-entry.ts'
import type { CurationEntry, CurationRequest } from '../../store/records.ts'
import { Deferred } from './deferred.ts'
import {
  type CrawlSettings,
  type CrawlSetup,
  type FromCrawl,
  RUN_OVER,
  type RunEnd,
  type RunLive,
  type RunStatus,
  type ToCrawl,
} from './protocol.ts'

/** How much of the process's error output is kept to explain a crash. */
const MAX_STDERR_LENGTH = 2_000

/** Pages in progress have 15 s to finish; a process that has not ended this long after that is stuck. */
const MAX_STOP_MS = 60_000

/** How a crawl's process ended: with a result, or unexpectedly. */
export type ProcessEnd = RunEnd | { readonly problem: string }

/** A crawl in a child process, so that a crash does not affect the server. */
export class CrawlProcess {
  readonly #child: ChildProcess
  readonly #curations = new Map<number, Deferred<CurationEntry>>()
  readonly #ended = new Deferred<ProcessEnd>()
  #tickets = 0
  #look: Deferred<RunLive | null> | null = null
  #stderr = ''
  #outcome: ProcessEnd | null = null
  #isOver = false
  #stopTimer: NodeJS.Timeout | undefined

  constructor(setup: CrawlSetup, onStatus: (status: RunStatus) => void, onLog: Log = () => {}) {
    this.#child = startWorker()
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = `${this.#stderr}${text}`.slice(-MAX_STDERR_LENGTH)
    })
    this.#child.on('message', (message: FromCrawl) => {
      if (message.kind === 'status') onStatus(message.status)
      else if (message.kind === 'log') onLog(message.entry)
      else this.#receive(message)
    })
    this.#child.once('error', (error) =>
      this.#end({ problem: `The crawl could not be started: ${error.message}` }),
    )
    this.#child.once('close', (code, signal) =>
      this.#end(this.#outcome ?? { problem: this.#crash(code, signal) }),
    )
    this.#send({ kind: 'start', setup })
  }

  /** Resolves when the process has ended. */
  get ended(): Promise<ProcessEnd> {
    return this.#ended.promise
  }

  pause(): void {
    this.#send({ kind: 'pause' })
  }

  resume(): void {
    this.#send({ kind: 'resume' })
  }

  /** Nothing stored is lost when a process that does not stop is killed. */
  stop(): void {
    this.#send({ kind: 'stop' })
    this.#stopTimer ??= setTimeout(() => this.#child.kill('SIGKILL'), MAX_STOP_MS)
  }

  change(settings: CrawlSettings): void {
    this.#send({ kind: 'settings', settings })
  }

  /** Null when there is nothing to show yet, or no longer. Concurrent calls share one answer. */
  live(): Promise<RunLive | null> {
    if (this.#isOver) return Promise.resolve(null)
    if (!this.#look) {
      this.#look = new Deferred()
      this.#send({ kind: 'look' })
    }
    return this.#look.promise
  }

  curate(order: CurationRequest): Promise<CurationEntry> {
    if (this.#isOver) return Promise.reject(runOver())
    const ticket = ++this.#tickets
    const answer = new Deferred<CurationEntry>()
    this.#curations.set(ticket, answer)
    this.#send({ kind: 'curate', ticket, order })
    return answer.promise
  }

  #receive(message: Exclude<FromCrawl, { kind: 'status' | 'log' }>): void {
    if (message.kind === 'live') {
      this.#look?.resolve(message.live)
      this.#look = null
    } else if (message.kind === 'curated') {
      this.#take(message.ticket)?.resolve(message.entry)
    } else if (message.kind === 'refused') {
      this.#take(message.ticket)?.reject(new EventideError(message.code, message.message))
    } else if (message.kind === 'end') {
      const { ended, errors, notices } = message
      this.#outcome = { ended, errors, notices }
    } else this.#outcome = { problem: message.message }
  }

  #take(ticket: number): Deferred<CurationEntry> | undefined {
    const answer = this.#curations.get(ticket)
    this.#curations.delete(ticket)
    return answer
  }

  #end(end: ProcessEnd): void {
    clearTimeout(this.#stopTimer)
    this.#look?.resolve(null)
    this.#look = null
    this.#isOver = true
    for (const answer of this.#curations.values()) answer.reject(runOver())
    this.#curations.clear()
    this.#ended.resolve(end)
  }

  #send(message: ToCrawl): void {
    // An ending process receives no more messages; its end is reported.
    if (this.#child.connected) this.#child.send(message, () => {})
  }

  #crash(code: number | null, signal: string | null): string {
    const how = signal ? `it was killed (${signal})` : `it exited with code ${code}`
    const stderr = this.#stderr.trim()
    return `The crawl was interrupted: ${how}. Nothing stored is lost; start it again to resume.${stderr ? `\n${stderr}` : ''}`
  }
}

function runOver(): EventideError {
  return new EventideError(RUN_OVER, 'The crawl has just ended')
}

function startWorker(): ChildProcess {
  const entry = { caller: import.meta.url, source: './worker.ts', bundle: './crawl-worker.js' }
  return forkEntry(entry, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
}
