import { BoundedMap } from '../cache/bounded-map.ts'
import type { Reads } from '../store/reads.ts'

/** While a crawl is running, a report is reused for at least this long, and for at least this multiple of the time it took to compute. */
const MIN_AGE_MS = 1_000
const AGE_PER_COST = 10

/** Maximum number of cached reports per collection: sources, and a few sizes of graph and summary. */
const MAX_KEPT = 8

interface Known {
  readonly version: string
  readonly decisions: number
  readonly answer: Promise<unknown>
  /** When it was requested. */
  readonly at: number
  /** Infinite until the report is computed, so that it is not computed twice at the same time. */
  lasts: number
}

/**
 * Caches expensive reports about collections, each computed once per version of the data. A running crawl changes its collection all
 * the time: a report is then reused for ten times its cost, so that computing takes a tenth of the time at most. A curator's
 * decision invalidates all reports.
 */
export class ReportCache {
  readonly #now: () => number
  readonly #known = new WeakMap<Reads, BoundedMap<string, Known>>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** `what` identifies the report within the collection; the last few are cached. */
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
