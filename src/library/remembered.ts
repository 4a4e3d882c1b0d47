import { BoundedMap } from '../cache/bounded-map.ts'
import type { Reads } from '../store/reads.ts'

/** While a crawl writes, an answer is given again for at least this long, and for at least so many times what it took to find. */
const MIN_AGE_MS = 1_000
const AGE_PER_COST = 10

/** Answers about one collection: sources, a few sizes of its graph and of its summary. */
const MAX_KEPT = 8

interface Known {
  readonly version: string
  readonly decisions: number
  readonly answer: Promise<unknown>
  /** When it was requested. */
  readonly at: number
  /** Infinite until the answer is there: nobody begins a second time meanwhile. */
  lasts: number
}

/**
 * Costly answers about collections, each found once for each version of the data. A crawl changes its collection all the time:
 * then an answer is as old as it is costly, and its cost stays a tenth of the time. No answer is older than a curator's last decision.
 */
export class Remembered {
  readonly #now: () => number
  readonly #known = new WeakMap<Reads, BoundedMap<string, Known>>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** `what` names the answer within this collection; the last few are cached. */
  of<T>(reads: Reads, what: string, find: () => Promise<T>): Promise<T> {
    const all = this.#known.get(reads) ?? new BoundedMap<string, Known>(MAX_KEPT)
    this.#known.set(reads, all)
    const known = all.get(what)
    const version = reads.version()
    const decisions = reads.decisions()
    const at = this.#now()
    const isRecent = known && known.decisions === decisions && at - known.at < known.lasts
    if (known && (known.version === version || isRecent)) return known.answer as Promise<T>
    const answer = find()
    const found: Known = { version, decisions, answer, at, lasts: Number.POSITIVE_INFINITY }
    all.set(what, found)
    answer.then(
      () => {
        found.lasts = Math.max(MIN_AGE_MS, AGE_PER_COST * (this.#now() - at))
      },
      () => {
        if (all.get(what) === found) all.delete(what)
      },
    )
    return answer
  }
}
