import {
  HOSTS_AT_FULL_PACE,
  hasShare,
  type SourceLimits,
  sourceBounds,
  WORTH,
} from '../rules/source-share.ts'
import type { Connection } from './connection.ts'
import type { ReadyHosts } from './ready-hosts.ts'
import { HOST_STATE } from './schema.ts'
import { wholeMs } from './values.ts'

const { ready, waiting } = HOST_STATE

const TOTALS = `SELECT
  (SELECT value FROM counters WHERE name = 'fetched') AS pages, (SELECT value FROM counters WHERE name = 'kept') AS kept`
const RESTING = 'SELECT source, next_at FROM sources WHERE next_at > ? AND next_at <= ?'
const LEASED =
  'SELECT h.source, count(*) AS n FROM leases l CROSS JOIN hosts h ON h.id = l.host_id GROUP BY h.source'
/** Sources that may have used up their share, including visits in progress; with a share of one half, at most two. */
const LARGE = 'SELECT source, pages, kept FROM sources WHERE pages >= ?1 OR kept >= ?2'

/** Numbered parameters: the skipped sources, the minimum score, and the latest time. */
const OTHERS_SOON = `SELECT 1 FROM hosts WHERE state = ${waiting} AND next_at <= ?3 AND best_score >= ?2
  AND source NOT IN (SELECT value FROM json_each(?1)) LIMIT 1`
const OTHERS_LEASED = `SELECT 1 FROM leases l CROSS JOIN hosts h ON h.id = l.host_id
  WHERE h.best_id IS NOT NULL AND h.best_score >= ?2 AND h.source NOT IN (SELECT value FROM json_each(?1)) LIMIT 1`
const FIRST_OF_SOURCE = `SELECT min(next_at) AS at FROM hosts WHERE source = ? AND state IN (${ready}, ${waiting})`
/** Among all hosts that wait: a source waits for one of its few hosts that were requested a moment ago. */
const FIRST_WAITING_OF_LARGE = `SELECT next_at AS at FROM hosts INDEXED BY hosts_waiting WHERE state = ${waiting} AND source = ?
  ORDER BY next_at LIMIT 1`

/** The sources that a claim skips. */
export interface PassedOver {
  /** Sources whose delay is not over, and the time when it is. */
  readonly resting: ReadonlyMap<string, number>
  /** Sources that have used up their share while others wait. */
  readonly held: readonly string[]
}

const NONE: PassedOver = { resting: new Map(), held: [] }

/**
 * Decides which sources may be requested. All hosts of a source share its delay and its share of the pages. Works inside the caller's
 * transaction.
 */
export class SourceTurns {
  readonly #connection: Connection
  readonly #ready: ReadyHosts

  constructor(connection: Connection, ready: ReadyHosts) {
    this.#connection = connection
    this.#ready = ready
  }

  passedOver(now: number, limits: SourceLimits | undefined): PassedOver {
    if (!limits) return NONE
    return { resting: this.#resting(now, limits), held: this.#held(now, limits) }
  }

  /** Delays the next lease on any host of the source. */
  leased(source: string, now: number, hostDelayMs: number | null, limits: SourceLimits | undefined): void {
    const delayMs = pauseOf(limits, hostDelayMs)
    if (delayMs <= 0) return
    this.#connection.run(
      'INSERT INTO sources (source, next_at) VALUES (?, ?) ON CONFLICT (source) DO UPDATE SET next_at = excluded.next_at',
      source,
      wholeMs(now + delayMs),
    )
  }

  /** When the first host of a paused source is ready. */
  firstReady({ resting, held }: PassedOver): number {
    let first = Number.POSITIVE_INFINITY
    for (const [source, until] of resting) {
      if (held.includes(source)) continue
      const at = this.#firstOf(source)
      if (at !== null) first = Math.min(first, Math.max(at, until))
    }
    return first
  }

  #firstOf(source: string): number | null {
    const isLarge = this.#ready.isLarge(source)
    if (isLarge && this.#ready.bestOf(source) !== null) return 0
    const sql = isLarge ? FIRST_WAITING_OF_LARGE : FIRST_OF_SOURCE
    return this.#connection.get<{ at: number | null }>(sql, source)?.at ?? null
  }

  /** A time further away than any pause was set before the clock was set back. */
  #resting(now: number, limits: SourceLimits): Map<string, number> {
    const rows = this.#connection.all<{ source: string; next_at: number }>(
      RESTING,
      wholeMs(now),
      wholeMs(now + MAX_PAUSE_MS),
    )
    return new Map(limits.delayMs > 0 ? rows.map(({ source, next_at }) => [source, next_at]) : [])
  }

  #held(now: number, { share, soonMs }: SourceLimits): string[] {
    if (share >= 1) return []
    const all = this.#connection.get<{ pages: number; kept: number }>(TOTALS) ?? { pages: 0, kept: 0 }
    const leased = new Map(
      this.#connection
        .all<{ source: string; n: number }>(LEASED)
        .map(({ source, n }): [string, number] => [source, n]),
    )
    const running = [...leased.values()].reduce((sum, n) => sum + n, 0)
    const total = { ...all, pages: all.pages + running }
    const bounds = sourceBounds(total, share)
    const held = this.#connection
      .all<{ source: string; pages: number; kept: number }>(
        LARGE,
        Math.max(1, bounds.full - Math.max(0, ...leased.values())),
        bounds.kept,
      )
      .filter(({ source, pages, kept }) =>
        hasShare({ pages: pages + (leased.get(source) ?? 0), kept }, total, share),
      )
      .map(({ source }) => source)
    return held.length > 0 && this.#othersWait(held, now + soonMs) ? held : []
  }

  #othersWait(held: readonly string[], soon: number): boolean {
    const sources = JSON.stringify(held)
    const best = Math.max(0, ...held.map((source) => this.#ready.bestOf(source) ?? 0))
    const lowest = best * WORTH
    return (
      this.#ready.isAnyReady(soon, sources, lowest) ||
      this.#connection.get(OTHERS_LEASED, sources, lowest) !== undefined ||
      this.#connection.get(OTHERS_SOON, sources, lowest, wholeMs(soon)) !== undefined
    )
  }
}

/** Delays are limited to a minute unless the site requires more; then the pause of the host applies. */
const MAX_PAUSE_MS = 60_000

function pauseOf(limits: SourceLimits | undefined, hostDelayMs: number | null): number {
  if (!limits || limits.delayMs <= 0) return 0
  return Math.min(MAX_PAUSE_MS, Math.max(limits.delayMs, Math.floor((hostDelayMs ?? 0) / HOSTS_AT_FULL_PACE)))
}
