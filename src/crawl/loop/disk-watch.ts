import { statfs } from 'node:fs/promises'

/**
 * Free space below which a crawl pauses. Pages in hand are still written: with 16 of them at 50 MB, and the database's
 * log of 64 MB, a gigabyte is room enough for them and for whatever else the machine does.
 */
export const DEFAULT_MIN_FREE = 10 ** 9

/** Space is looked at this often: at a thousand pages a second of 100 KB, a tenth of the default goes by between two looks. */
const LOOK_EVERY_MS = 1_000
/** A disk that goes on refusing is tried again after twice as long each time, up to this. */
const MAX_WAIT_MS = 60_000

export interface DiskWatchOptions {
  /** Any path on the file system that is written. */
  readonly path: string
  /** Bytes that must stay free; 0 never pauses before the disk itself refuses. */
  readonly minFree: number
  readonly now: () => number
  /** Bytes that this user may still write there. Default: what the file system says. */
  readonly free?: (path: string) => Promise<number>
  /** Told when a pause begins, with its reason, and null when it ends. */
  readonly told?: (pause: DiskPause | null) => void
}

export interface DiskPause {
  /** Bytes; null when the disk refused a write and cannot say how much it has. */
  readonly free: number | null
  readonly minFree: number
}

/** Tells a crawl when to pause for want of room, before anything is written that may not fit. */
export class DiskWatch {
  readonly #options: DiskWatchOptions
  #lookedAt = Number.NEGATIVE_INFINITY
  #pause: DiskPause | null = null
  #isTold = false
  /** Times in a row that the disk refused although it had room by its own account: a quota, or no room for the log. */
  #refusals = 0

  constructor(options: DiskWatchOptions) {
    this.#options = options
  }

  /** Null: there is room, or nobody knows better than to try. Looks at the disk at most once a second. */
  async pause(): Promise<DiskPause | null> {
    const { now, path, minFree } = this.#options
    const at = now()
    const every = this.#pause ? Math.min(LOOK_EVERY_MS * 2 ** this.#refusals, MAX_WAIT_MS) : LOOK_EVERY_MS
    if (at >= this.#lookedAt && at - this.#lookedAt < every) return this.#pause
    this.#lookedAt = at
    const free = await (this.#options.free ?? freeBytes)(path).catch(() => null)
    const wasPaused = this.#pause !== null
    this.#pause = free !== null && free < minFree ? { free, minFree } : null
    if (this.#pause) this.#tell(this.#pause)
    // What was refused must first go well for a while.
    else if (!wasPaused || this.#refusals === 0) this.#tell(null)
    return this.#pause
  }

  /** True when the error is a full disk; the crawl then pauses instead of ending. */
  refused(error: unknown): boolean {
    if (!isDiskFull(error)) return false
    if (!this.#pause) this.#refusals++
    this.#lookedAt = this.#options.now()
    this.#pause = { free: null, minFree: this.#options.minFree }
    this.#tell(this.#pause)
    return true
  }

  #tell(pause: DiskPause | null): void {
    if (pause === null) this.#refusals = 0
    if (this.#isTold === (pause !== null)) return
    this.#isTold = pause !== null
    this.#options.told?.(pause)
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'store-full'])

function isDiskFull(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string' && FULL.has(at.code)) return true
  }
  return false
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}
