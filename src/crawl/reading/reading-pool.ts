import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { EventideError, FetchFailure } from '../../model/errors.ts'
import type { PageReading } from '../../model/page.ts'
import type { PageInput } from '../../page/read-page.ts'
import { unpackReading } from './packed-reading.ts'
import type { FromReader, ReaderSetup, ToReader } from './reading-worker.ts'

export interface ReadingPoolOptions {
  /** Default: one for each core that this process may use but one, at most `MAX_WORKERS`; at least one. */
  readonly workers?: number
  /**
   * Longest time one page may take. Default: 60 s. The largest page that is read at all takes about a second; what takes
   * this long on a busy machine would never end.
   */
  readonly deadlineMs?: number
  /** Largest heap of one thread, in megabytes. Default: 512. A page beyond it ends its thread, not the program. */
  readonly heapMegabytes?: number
  /** Another program for the threads; for tests. */
  readonly program?: URL
}

/** The other stages of a crawl keep less than one core busy for so many. */
const MAX_WORKERS = 8

/** Pages given to a thread at once: it starts on the next while the main thread takes the last one back. */
const AHEAD = 2

const MAX_STILLBORN = 3

/** The main thread keeps a core busy itself; and each thread takes some 150 MB. */
function defaultWorkers(): number {
  return Math.min(MAX_WORKERS, Math.max(1, availableParallelism() - 1))
}

interface Task {
  readonly input: PageInput
  readonly now: number
  readonly resolve: (reading: PageReading) => void
  readonly reject: (error: unknown) => void
}

/**
 * Reads pages on other threads, in the order of asking. A page that takes too long, or takes its thread down with it,
 * fails with the code `reading`; the thread is replaced, and pages that waited behind it are read by another.
 */
export class ReadingPool {
  readonly #setup: ReaderSetup
  readonly #options: ReadingPoolOptions
  readonly #waiting: Task[] = []
  readonly #readers = new Set<Reader>()
  /** Threads in a row that ended before they could read anything. */
  #stillborn = 0
  #closed = false

  constructor(setup: ReaderSetup, options: ReadingPoolOptions = {}) {
    this.#setup = setup
    this.#options = options
    const count = Math.max(1, options.workers ?? defaultWorkers())
    for (let i = 0; i < count; i++) this.#start()
  }

  read(input: PageInput, now: number): Promise<PageReading> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new FetchFailure('reading', 'the readers have been closed'))
      this.#waiting.push({ input, now, resolve, reject })
      this.#hand()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    const left = [...this.#waiting.splice(0), ...[...this.#readers].flatMap((reader) => reader.abandon())]
    for (const task of left) task.reject(new FetchFailure('reading', 'the readers have been closed'))
    await Promise.all([...this.#readers].map((reader) => reader.end()))
  }

  /** The thread with the least to do gets the next page. */
  #hand(): void {
    while (this.#waiting.length > 0) {
      let idlest: Reader | undefined
      for (const reader of this.#readers)
        if (reader.load < AHEAD && (!idlest || reader.load < idlest.load)) idlest = reader
      const task = idlest && this.#waiting.shift()
      if (!idlest || !task) return
      idlest.take(task)
    }
  }

  #start(): void {
    const reader = new Reader(this.#setup, this.#options, {
      ready: () => {
        this.#stillborn = 0
      },
      done: () => this.#hand(),
      gone: (unread, why) => {
        this.#readers.delete(reader)
        this.#waiting.unshift(...unread)
        if (!reader.wasReady && ++this.#stillborn >= MAX_STILLBORN) return this.#giveUp(why)
        if (this.#closed) return
        this.#start()
        this.#hand()
      },
    })
    this.#readers.add(reader)
  }

  /** A thread that cannot even start will not start the next time. */
  #giveUp(why: string): void {
    const error = new EventideError(
      'reading-threads',
      `no thread that reads pages could be started (${why}); with little memory to spare, use fewer: --reading-workers 0`,
      { exit: 'internal' },
    )
    this.#closed = true
    for (const task of this.#waiting.splice(0)) task.reject(error)
  }
}

interface ReaderEvents {
  readonly ready: () => void
  readonly done: () => void
  /** The thread is no more; these pages it never began. */
  readonly gone: (unread: readonly Task[], why: string) => void
}

const DEADLINE_MS = 60_000
/** Loading the program and its dictionaries takes a second; a thread that needs this long is stuck. */
const START_MS = 120_000
/** How long a thread may take to leave before it is made to. */
const LEAVE_MS = 500
const HEAP_MEGABYTES = 512
/** Pages make short-lived objects: with room for a few pages' worth, most are gone before they would have to be moved. */
const YOUNG_MEGABYTES = 32

/** One thread and the pages it has been given. */
class Reader {
  wasReady = false
  readonly #worker: Worker
  readonly #deadlineMs: number
  readonly #events: ReaderEvents
  #tasks: Task[] = []
  #timer: NodeJS.Timeout | undefined
  #why = 'the thread that read it ended'
  #ended = false

  constructor(setup: ReaderSetup, options: ReadingPoolOptions, events: ReaderEvents) {
    this.#deadlineMs = options.deadlineMs ?? DEADLINE_MS
    this.#events = events
    const { code, isText } = options.program ? { code: options.program, isText: false } : program()
    this.#worker = new Worker(code, {
      workerData: setup,
      eval: isText,
      resourceLimits: {
        maxOldGenerationSizeMb: options.heapMegabytes ?? HEAP_MEGABYTES,
        maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
      },
    })
    this.#worker.on('message', (said: FromReader) => this.#answered(said))
    this.#worker.on('error', (error) => {
      this.#why = error instanceof Error ? error.message : String(error)
    })
    this.#worker.on('exit', () => this.#gone())
    // Reading pages keeps the program running; waiting for some does not.
    this.#worker.unref()
  }

  get load(): number {
    return this.#ended ? Number.POSITIVE_INFINITY : this.#tasks.length
  }

  take(task: Task): void {
    this.#tasks.push(task)
    if (this.#tasks.length === 1) this.#watch()
    // A copy of its own, handed over: the archive still needs the bytes here.
    const body = new Uint8Array(task.input.body)
    const message: ToReader = { input: { ...task.input, body }, now: task.now }
    this.#worker.postMessage(message, [body.buffer])
  }

  abandon(): Task[] {
    this.#ended = true
    clearTimeout(this.#timer)
    return this.#tasks.splice(0)
  }

  /** An idle thread ends by itself; any other is ended. */
  async end(): Promise<void> {
    const exit = new Promise<void>((resolve) => this.#worker.once('exit', () => resolve()))
    if (this.#tasks.length === 0) this.#worker.postMessage('end' satisfies ToReader)
    const timer = setTimeout(() => this.#worker.terminate().catch(() => {}), LEAVE_MS)
    this.#worker.ref()
    await exit
    clearTimeout(timer)
  }

  /** The clock of the page in hand; a page behind it waits its turn. */
  #watch(): void {
    clearTimeout(this.#timer)
    if (this.#tasks.length === 0) {
      this.#worker.unref()
      return
    }
    this.#worker.ref()
    const limit = this.wasReady ? this.#deadlineMs : START_MS
    this.#timer = setTimeout(() => {
      this.#why = `it took longer than ${limit} ms`
      this.#worker.terminate().catch(() => {})
    }, limit)
  }

  #answered(said: FromReader): void {
    if (said === 'ready') {
      this.wasReady = true
      this.#watch()
      this.#events.ready()
      return
    }
    const task = this.#tasks.shift()
    this.#watch()
    if (task) {
      if ('failed' in said) task.reject(new FetchFailure('reading', said.failed))
      else task.resolve(unpackReading(said))
    }
    this.#events.done()
  }

  #gone(): void {
    const [inHand, ...behind] = this.abandon()
    const unread = this.wasReady || !inHand ? behind : [inHand, ...behind]
    if (this.wasReady) inHand?.reject(new FetchFailure('reading', this.#why))
    this.#events.gone(unread, this.#why)
  }
}

/** The thread's program lies beside this file: in the built program a bundle of its own, else a source that tsx reads. */
function program(): { code: URL | string; isText: boolean } {
  if (!import.meta.url.endsWith('.ts'))
    return { code: new URL('./reading-worker.js', import.meta.url), isText: false }
  const [loader, source] = [
    import.meta.resolve('tsx/esm/api'),
    new URL('./reading-worker.ts', import.meta.url).href,
  ]
  const code = `import(${JSON.stringify(loader)}).then((tsx) => (tsx.register(), import(${JSON.stringify(source)})))`
  return { code, isText: true }
}
