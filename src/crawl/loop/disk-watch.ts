import { statfs } from 'node:fs/promises'

/** Interval between two checks: a thousand pages of 100 KB per second use a tenth of the default reserve in it. */
const LOOK_EVERY_MS = 1_000
/** While writes keep failing, the interval between tries doubles up to this. */
const MAX_WAIT_MS = 60_000

export interface DiskWatchOptions {
  /** Any path on the file system that is written. */
  readonly path: string
  /**
   * Current minimum of free bytes; with 0 the crawl pauses only when a write fails. Pages in progress are still written below it.
   */
  readonly minFree: () => number
  readonly now: () => number
  /** Bytes that this user may still write there. Default: as reported by the file system. */
  readonly free?: (path: string) => Promise<number>
  /** Called with the reason when a pause begins, and with null when it ends. */
  readonly onPause?: (pause: DiskPause | null) => void
}

export interface DiskPause {
  /** Bytes; null when a write failed and the free space is unknown. */
  readonly free: number | null
  readonly minFree: number
}

/** Pauses a crawl when disk space runs low, before a write fails. */
export class DiskWatch {
  readonly #options: DiskWatchOptions
  #lookedAt = Number.NEGATIVE_INFINITY
  #pause: DiskPause | null = null
  #isReported = false
  /** Consecutive failed writes although space was reported as free: a quota, or no space for the log. */
  #refusals = 0

  constructor(options: DiskWatchOptions) {
    this.#options = options
  }

  /** Null when there is enough space, or when that is unknown. Checks the disk at most once per second. */
  async pause(): Promise<DiskPause | null> {
    const { now, path } = this.#options
    const minFree = this.#options.minFree()
    const at = now()
    const every = this.#pause ? Math.min(LOOK_EVERY_MS * 2 ** this.#refusals, MAX_WAIT_MS) : LOOK_EVERY_MS
    if (at >= this.#lookedAt && at - this.#lookedAt < every) return this.#pause
    this.#lookedAt = at
    const free = await (this.#options.free ?? freeBytes)(path).catch(() => null)
    const wasPaused = this.#pause !== null
    this.#pause = free !== null && free < minFree ? { free, minFree } : null
    if (this.#pause) this.#report(this.#pause)
    // After failed writes, the pause lasts until writes have succeeded for a while.
    else if (!wasPaused || this.#refusals === 0) this.#report(null)
    return this.#pause
  }

  /** True when the error is a full disk; the crawl then pauses instead of ending. */
  refused(error: unknown): boolean {
    if (!isDiskFull(error)) return false
    if (!this.#pause) this.#refusals++
    this.#lookedAt = this.#options.now()
    this.#pause = { free: null, minFree: this.#options.minFree() }
    this.#report(this.#pause)
    return true
  }

  #report(pause: DiskPause | null): void {
    if (pause === null) this.#refusals = 0
    if (this.#isReported === (pause !== null)) return
    this.#isReported = pause !== null
    this.#options.onPause?.(pause)
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
