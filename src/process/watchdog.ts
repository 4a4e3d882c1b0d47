import { url as inspectorUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'

const CHECK_MS = 1_000
/** Bytes of the description of a call. */
const MAX_DESCRIPTION = 1_000

/** A call that neither works nor waits only lacks the processor, on a machine with too much to do: it gets this many times the limit. */
const STARVED_FACTOR = 4
/** Shares of the limit that a call has used of the processor: below the first it waits, above the second it works. */
const [WAITING, WORKING] = [0.02, 0.5]

/**
 * Counts checks rather than time: none is made while the machine sleeps. Plain text, because a thread of the built program has no file of its
 * own. SIGKILL, because nothing else ends a process whose main thread does not return; nothing stored is lost by it.
 */
const THREAD = `
const { workerData: { calls, description, limitMs, checkMs, consequence } } = require('node:worker_threads')
const { writeSync } = require('node:fs')
const usedMs = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 }
let last = -1
let same = 0
let began = 0
setInterval(() => {
  const call = Atomics.load(calls, 0)
  const length = Atomics.load(calls, 1)
  if (call !== last || length === 0) {
    last = call
    same = 0
    began = usedMs()
    return
  }
  const limits = (++same * checkMs) / limitMs
  const used = (usedMs() - began) / limitMs
  if (limits < 1 || (limits < ${STARVED_FACTOR} && used > ${WAITING} && used < ${WORKING})) return
  const what = Buffer.from(description.slice(0, length)).toString().replace(/[\\p{Cc}\\u2028\\u2029]/gu, ' ')
  try {
    writeSync(2, '\\n' + what + ' has not returned for ' + limitMs / 1000 + ' s. ' + consequence + '\\n')
  } catch {}
  process.kill(process.pid, 'SIGKILL')
}, checkMs)`

/**
 * Ends this process when a call on its main thread does not return: then neither signals nor timers are handled there any more. Code that
 * others wrote (strategies), and code that works on what others wrote (pages), is called through it.
 */
export class Watchdog {
  /** A number for each call, and the length of its description: 0 while nothing is called. */
  readonly #calls = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  readonly #description = new Uint8Array(new SharedArrayBuffer(MAX_DESCRIPTION))
  readonly #text = Buffer.from(this.#description.buffer)
  readonly #thread: Worker
  #current = ''

  /**
   * `limitMs` is the maximum time of one call; `consequence` is written after what did not return. Null while a debugger is attached, which
   * stops calls for as long as it likes.
   */
  static start(limitMs: number, consequence: string): Watchdog | null {
    return inspectorUrl() === undefined ? new Watchdog(limitMs, consequence) : null
  }

  private constructor(limitMs: number, consequence: string) {
    const checkMs = Math.min(CHECK_MS, limitMs / 4)
    this.#thread = new Worker(THREAD, {
      eval: true,
      workerData: {
        calls: this.#calls,
        description: this.#description,
        ...{ limitMs, checkMs, consequence },
      },
      resourceLimits: { maxOldGenerationSizeMb: 8 },
      execArgv: [],
    })
    this.#thread.unref()
  }

  /** Calls `work`; `what` begins the message: `The strategy "x" (judge)`. Of nested calls the innermost is timed. */
  during<T>(what: string, work: () => T): T {
    const outer = this.#current
    this.#enter(what)
    try {
      return work()
    } finally {
      this.#enter(outer)
    }
  }

  async close(): Promise<void> {
    await this.#thread.terminate()
  }

  #enter(what: string): void {
    this.#current = what
    Atomics.store(this.#calls, 1, this.#text.write(what))
    Atomics.add(this.#calls, 0, 1)
  }
}

/** Calls `work` through a watchdog, where there is one. */
export function watched<T>(watchdog: Pick<Watchdog, 'during'> | undefined, what: string, work: () => T): T {
  return watchdog ? watchdog.during(what, work) : work()
}
