import { Worker } from 'node:worker_threads'
import { EventideError } from '../../model/errors.ts'
import type { FromSearcher, SearchTask, SearchThreadSetup, ToSearcher } from './search-worker.ts'

/** A search and whoever waits for it. */
export interface Waiting {
  readonly task: SearchTask
  readonly signal: AbortSignal | undefined
  readonly resolve: (json: Uint8Array) => void
  readonly reject: (error: unknown) => void
}

interface ThreadEvents {
  readonly done: () => void
  /** The thread has ended; these searches it never began. */
  readonly gone: (unbegun: readonly Waiting[], why: string) => void
}

/** A search that takes this long would never end; the first one of a large collection reads the columns of all its pages. */
const DEADLINE_MS = 120_000
/** How long a thread may take to close its databases. */
const END_MS = 2_000

/** One thread and the searches it was given. */
export class SearchThread {
  wasReady = false
  readonly #worker: Worker
  readonly #events: ThreadEvents
  #tasks: Waiting[] = []
  #timer: NodeJS.Timeout | undefined
  #why = 'its thread ended'
  #hasEnded = false

  constructor(folder: string, events: ThreadEvents) {
    this.#events = events
    const setup: SearchThreadSetup = { folder }
    const { code, isText } = program()
    this.#worker = new Worker(code, { workerData: setup, eval: isText })
    this.#worker.on('message', (message: FromSearcher) => this.#receive(message))
    this.#worker.on('error', (error) => {
      this.#why = error instanceof Error ? error.message : String(error)
    })
    this.#worker.on('exit', () => this.#gone())
    this.#worker.unref()
  }

  get load(): number {
    return this.#hasEnded ? Number.POSITIVE_INFINITY : this.#tasks.length
  }

  take(waiting: Waiting): void {
    this.#tasks.push(waiting)
    if (this.#tasks.length === 1) this.#watch()
    this.#worker.postMessage(waiting.task satisfies ToSearcher)
  }

  async end(): Promise<void> {
    if (this.#hasEnded) return
    const exit = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()))
    this.#worker.ref()
    this.#worker.postMessage('end' satisfies ToSearcher)
    const timer = setTimeout(() => void this.#worker.terminate(), END_MS)
    await exit
    clearTimeout(timer)
  }

  /** The clock of the search that runs. */
  #watch(): void {
    clearTimeout(this.#timer)
    if (this.#tasks.length === 0) return
    this.#timer = setTimeout(() => {
      this.#why = `it took longer than ${DEADLINE_MS / 1000} s`
      void this.#worker.terminate()
    }, DEADLINE_MS)
    this.#timer.unref()
  }

  #receive(message: FromSearcher): void {
    if (message === 'ready') {
      this.wasReady = true
      return
    }
    const task = this.#tasks.shift()
    this.#watch()
    if ('json' in message) task?.resolve(message.json)
    else if ('refused' in message) {
      const { code, message: text, exit, issues } = message.refused
      task?.reject(new EventideError(code, text, { exit, ...(issues && { issues }) }))
    } else task?.reject(new Error(message.failed))
    this.#events.done()
  }

  #gone(): void {
    clearTimeout(this.#timer)
    this.#hasEnded = true
    const [running, ...unbegun] = this.#tasks.splice(0)
    if (this.wasReady) running?.reject(new EventideError('search-failed', `The search failed: ${this.#why}`))
    else if (running) unbegun.unshift(running)
    this.#events.gone(unbegun, this.#why)
  }
}

/** The thread's program lies beside this file: in the built program a bundle of its own, else a source that tsx reads. */
function program(): { code: URL | string; isText: boolean } {
  if (!import.meta.url.endsWith('.ts'))
    return { code: new URL('./search-worker.js', import.meta.url), isText: false }
  const [loader, source] = [
    import.meta.resolve('tsx/esm/api'),
    new URL('./search-worker.ts', import.meta.url).href,
  ]
  const code = `import(${JSON.stringify(loader)}).then((tsx) => (tsx.register(), import(${JSON.stringify(source)})))`
  return { code, isText: true }
}
