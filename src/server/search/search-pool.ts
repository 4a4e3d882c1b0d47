import { availableParallelism } from 'node:os'
import { EventideError } from '../../model/errors.ts'
import { SearchThread, type Waiting } from './search-thread.ts'
import type { SearchTask } from './search-worker.ts'

/** Each thread has the columns of the searched collections in memory, about 100 bytes per page, and some 100 MB of its own. */
const MAX_THREADS = 4
/** Searches given to a thread at once: it starts on the next while the reply to the last is sent. */
const AHEAD = 2
/** With more, the last would wait for seconds: clients are told to come back. */
const MAX_WAITING = 256
/** Threads in a row that ended before they could search. */
const MAX_STILLBORN = 3

/** Searches on threads, each with read-only connections of its own. They are started by the first search. */
export class SearchPool {
  readonly #folder: string
  readonly #size: number
  readonly #maxWaiting: number
  #threads: SearchThread[] = []
  #waiting: Waiting[] = []
  #stillborn = 0
  #isClosed = false

  constructor(
    folder: string,
    threads = Math.min(MAX_THREADS, availableParallelism()),
    maxWaiting = MAX_WAITING,
  ) {
    this.#maxWaiting = maxWaiting
    this.#folder = folder
    this.#size = threads
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** The reply as JSON. A search whose `signal` aborts before it began is given up. */
  run(task: SearchTask, signal?: AbortSignal): Promise<Uint8Array> {
    if (this.#isClosed) return Promise.reject(closed())
    if (this.#waiting.length >= this.#maxWaiting) return Promise.reject(overloaded())
    while (this.#threads.length < this.#size) this.#start()
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, signal, resolve, reject })
      this.#hand()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#waiting.splice(0)) reject(closed())
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }

  #start(): void {
    const thread = new SearchThread(this.#folder, {
      done: () => {
        this.#stillborn = 0
        this.#hand()
      },
      gone: (unbegun, why) => {
        this.#threads = this.#threads.filter((one) => one !== thread)
        this.#waiting.unshift(...unbegun)
        if (this.#isClosed) for (const { reject } of this.#waiting.splice(0)) reject(closed())
        else if (!thread.wasReady && ++this.#stillborn >= MAX_STILLBORN) this.#giveUp(why)
        else if (this.#waiting.length > 0) {
          this.#start()
          this.#hand()
        }
      },
    })
    this.#threads.push(thread)
  }

  #hand(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#threadFor(this.#waiting[0]!.task)
      if (!thread) return
      const next = this.#waiting.shift()!
      if (next.signal?.aborted) next.reject(new EventideError('busy', 'The client has left'))
      else thread.take(next)
    }
  }

  /** An idle thread, or the one with the least to do; among equals the one that may remember the searchQuery. */
  #threadFor({ query }: SearchTask): SearchThread | undefined {
    const { sort, limit, offset, by, ...searchQuery } = query as Record<string, unknown>
    const first = hashOf(JSON.stringify(searchQuery)) % this.#threads.length
    let best: SearchThread | undefined
    for (let i = 0; i < this.#threads.length; i++) {
      const thread = this.#threads[(first + i) % this.#threads.length]!
      if (thread.load < (best?.load ?? AHEAD)) best = thread
    }
    return best
  }

  #giveUp(why: string): void {
    this.#stillborn = 0
    const message = `No thread for searches could be started (${why}). Start the server with --search-threads 0 to search without threads`
    for (const { reject } of this.#waiting.splice(0))
      reject(new EventideError('search-failed', message, { exit: 'internal' }))
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

function overloaded(): EventideError {
  return new EventideError('busy', 'Too many searches are waiting. Try again in a moment')
}

function closed(): EventideError {
  return new EventideError('busy', 'The server is stopping')
}
