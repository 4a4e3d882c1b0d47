import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { EventideError } from '../../model/errors.ts'
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

/** What a process that broke down said last. */
const LAST_WORDS = 2_000

/** How a crawl's process ended: by itself, or not. */
export type ProcessEnd = RunEnd | { readonly problem: string }

/** A crawl in a process of its own: nothing that happens to it happens to the server. */
export class CrawlProcess {
  readonly #child: ChildProcess
  readonly #curations = new Map<number, Deferred<CurationEntry>>()
  readonly #ended = new Deferred<ProcessEnd>()
  #tickets = 0
  #look: Deferred<RunLive | null> | null = null
  #lastWords = ''
  #said: ProcessEnd | null = null
  #isOver = false

  constructor(setup: CrawlSetup, onStatus: (status: RunStatus) => void) {
    this.#child = startWorker()
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = `${this.#lastWords}${text}`.slice(-LAST_WORDS)
    })
    this.#child.on('message', (message: FromCrawl) => {
      if (message.kind === 'status') onStatus(message.status)
      else this.#hear(message)
    })
    this.#child.once('error', (error) =>
      this.#end({ problem: `the crawl could not be started: ${error.message}` }),
    )
    this.#child.once('close', (code, signal) => this.#end(this.#said ?? { problem: this.#why(code, signal) }))
    this.#tell({ kind: 'start', setup })
  }

  /** Resolves when the process is gone. */
  get ended(): Promise<ProcessEnd> {
    return this.#ended.promise
  }

  pause(): void {
    this.#tell({ kind: 'pause' })
  }

  resume(): void {
    this.#tell({ kind: 'resume' })
  }

  stop(): void {
    this.#tell({ kind: 'stop' })
  }

  change(settings: CrawlSettings): void {
    this.#tell({ kind: 'settings', settings })
  }

  /** Null when there is nothing to show yet, or no longer. Concurrent calls share one answer. */
  live(): Promise<RunLive | null> {
    if (this.#isOver) return Promise.resolve(null)
    if (!this.#look) {
      this.#look = new Deferred()
      this.#tell({ kind: 'look' })
    }
    return this.#look.promise
  }

  curate(order: CurationRequest): Promise<CurationEntry> {
    if (this.#isOver) return Promise.reject(runOver())
    const ticket = ++this.#tickets
    const answer = new Deferred<CurationEntry>()
    this.#curations.set(ticket, answer)
    this.#tell({ kind: 'curate', ticket, order })
    return answer.promise
  }

  #hear(message: Exclude<FromCrawl, { kind: 'status' }>): void {
    if (message.kind === 'live') {
      this.#look?.resolve(message.live)
      this.#look = null
    } else if (message.kind === 'curated') {
      this.#take(message.ticket)?.resolve(message.entry)
    } else if (message.kind === 'refused') {
      this.#take(message.ticket)?.reject(new EventideError(message.code, message.message))
    } else if (message.kind === 'end') {
      const { ended, errors, notices } = message
      this.#said = { ended, errors, notices }
    } else this.#said = { problem: message.message }
  }

  #take(ticket: number): Deferred<CurationEntry> | undefined {
    const answer = this.#curations.get(ticket)
    this.#curations.delete(ticket)
    return answer
  }

  #end(end: ProcessEnd): void {
    this.#look?.resolve(null)
    this.#look = null
    this.#isOver = true
    for (const answer of this.#curations.values()) answer.reject(runOver())
    this.#curations.clear()
    this.#ended.resolve(end)
  }

  #tell(message: ToCrawl): void {
    // A process that is ending receives nothing more; its end is reported.
    if (this.#child.connected) this.#child.send(message, () => {})
  }

  #why(code: number | null, signal: string | null): string {
    const how = signal ? `it was ended from outside (${signal})` : `it ended with code ${code}`
    const words = this.#lastWords.trim()
    return `The crawl was interrupted: ${how}. Nothing stored is lost; start it again to resume.${words ? `\n${words}` : ''}`
  }
}

function runOver(): EventideError {
  return new EventideError(RUN_OVER, 'the crawl has just ended')
}

/** The process's program lies beside this file, as a source or, in the built program, as a bundle of its own. */
function startWorker(): ChildProcess {
  const source = import.meta.url.endsWith('.ts')
  const file = fileURLToPath(new URL(source ? './worker.ts' : './crawl-worker.js', import.meta.url))
  return fork(file, {
    execArgv: source ? ['--import', pathToFileURL(createRequire(file).resolve('tsx')).href] : [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}
