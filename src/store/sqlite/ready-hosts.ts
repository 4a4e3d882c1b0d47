import type { Connection } from './connection.ts'
import { HOST_COLUMNS, type HostColumns, LINK_COLUMNS, type LinkColumns, QueuedLink } from './queued-link.ts'
import { HOST_STATE } from './schema.ts'
import { wholeMs } from './values.ts'

/** A source with more hosts than this has a queue of its own. A claim that skips sources reads at most so many rows of each. */
export const MAX_HOSTS_TOGETHER = 32

const { ready } = HOST_STATE

type Head = readonly [...HostColumns, ...LinkColumns]

/** Names of skipped sources, as JSON; null if there are none. */
export type Skipped = string | null

const IN_MAIN = `h.state = ${ready} AND h.apart = 0`
const APART = `hosts INDEXED BY hosts_ready_apart WHERE state = ${ready} AND apart = 1`
const NOT_SKIPPED = (source: string) => `(?3 IS NULL OR ${source} NOT IN (SELECT value FROM json_each(?3)))`

/** The pause of a ready host is over by the clock that made it ready; the clock of this claim may be behind. */
const MAIN_HEADS = `SELECT ${HOST_COLUMNS}, ${LINK_COLUMNS} FROM hosts h CROSS JOIN urls u ON u.id = h.best_id
  WHERE ${IN_MAIN} AND h.seed_first = 0 AND h.next_at <= ?1 AND ${NOT_SKIPPED('h.source')}
  ORDER BY h.best_score DESC, h.best_id LIMIT ?2`

/** The best hosts of each large source. Of many large sources only those with the best links are read. */
const LARGE_HEADS = `WITH best AS (
    SELECT s.source, (SELECT best_score FROM ${APART} AND source = s.source ORDER BY best_score DESC LIMIT 1) AS score
    FROM large_sources s WHERE ${NOT_SKIPPED('s.source')} ORDER BY 2 DESC LIMIT ?2)
  SELECT ${HOST_COLUMNS}, ${LINK_COLUMNS} FROM best CROSS JOIN hosts h ON h.id IN (
    SELECT id FROM ${APART} AND source = best.source AND seed_first = 0 AND next_at <= ?1
    ORDER BY best_score DESC, best_id LIMIT ?2) CROSS JOIN urls u ON u.id = h.best_id
  WHERE best.score IS NOT NULL ORDER BY h.best_score DESC, h.best_id LIMIT ?2`

const ANY_LARGE = 'SELECT 1 FROM large_sources LIMIT 1'
const MAIN_READY = `SELECT 1 FROM hosts h WHERE ${IN_MAIN} AND h.next_at <= ?1 AND h.best_score >= ?2 AND ${NOT_SKIPPED('h.source')} LIMIT 1`
const LARGE_READY = `SELECT 1 FROM large_sources s WHERE ${NOT_SKIPPED('s.source')}
  AND EXISTS (SELECT 1 FROM ${APART} AND source = s.source AND best_score >= ?2 AND next_at <= ?1) LIMIT 1`

/** Only for hosts whose pause was set by a clock that was ahead: no other ready host is left when this is read. */
const FIRST_OF_MAIN = `SELECT min(h.next_at) AS at FROM hosts h INDEXED BY hosts_ready WHERE ${IN_MAIN}
  AND (?1 IS NULL OR h.source NOT IN (SELECT value FROM json_each(?1)))`
const FIRST_OF_LARGE = `SELECT min(h.next_at) AS at FROM large_sources s CROSS JOIN hosts h INDEXED BY hosts_ready_apart ON h.source = s.source
  WHERE h.state = ${ready} AND h.apart = 1 AND (?1 IS NULL OR s.source NOT IN (SELECT value FROM json_each(?1)))`

const BEST_OF_LARGE = `SELECT best_score AS score FROM ${APART} AND source = ? ORDER BY best_score DESC LIMIT 1`
const BEST_OF_SMALL = `SELECT max(best_score) AS score FROM hosts WHERE source = ? AND state = ${ready}`

/**
 * Hosts that may be claimed, best first. Those of sources with many hosts are in a second queue, by source, so that the cost of skipping a
 * source does not depend on how many hosts it has. Works inside the caller's transaction.
 */
export class ReadyHosts {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The best queued link of each of the best hosts; hosts with a queued seed are omitted. */
  heads(now: number, limit: number, skipped: Skipped): QueuedLink[] {
    const main = this.#links(MAIN_HEADS, now, limit, skipped)
    if (!this.#anyLarge) return main
    const all = [...main, ...this.#links(LARGE_HEADS, now, limit, skipped)]
    return all.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, limit)
  }

  /** Whether a host may be claimed whose best link has at least this score. */
  isAnyReady(now: number, skipped: Skipped, minScore = Number.NEGATIVE_INFINITY): boolean {
    const values = [wholeMs(now), Math.max(minScore, -1e9), skipped] as const
    return (
      this.#connection.get(MAIN_READY, ...values) !== undefined ||
      (this.#anyLarge && this.#connection.get(LARGE_READY, ...values) !== undefined)
    )
  }

  /** When the first of the ready hosts may be claimed, if `isAnyReady` says that none may be now. */
  firstReady(skipped: Skipped): number {
    const queries = this.#anyLarge ? [FIRST_OF_MAIN, FIRST_OF_LARGE] : [FIRST_OF_MAIN]
    const times = queries.map((sql) => this.#connection.get<{ at: number | null }>(sql, skipped)?.at)
    return Math.min(...times.map((at) => at ?? Number.POSITIVE_INFINITY))
  }

  /** The score of the best link of a source's ready hosts; null if it has none. */
  bestOf(source: string): number | null {
    const sql = this.isLarge(source) ? BEST_OF_LARGE : BEST_OF_SMALL
    return this.#connection.get<{ score: number | null }>(sql, source)?.score ?? null
  }

  isLarge(source: string): boolean {
    return this.#connection.get('SELECT 1 FROM large_sources WHERE source = ?', source) !== undefined
  }

  /** Nearly always false. */
  get #anyLarge(): boolean {
    return this.#connection.get(ANY_LARGE) !== undefined
  }

  #links(sql: string, now: number, limit: number, skipped: Skipped): QueuedLink[] {
    return readLinks(this.#connection, sql, now, limit, skipped)
  }
}

export function readLinks(
  connection: Connection,
  sql: string,
  now: number,
  limit: number,
  ...skipped: Skipped[]
): QueuedLink[] {
  return connection
    .lists<Head>(sql, wholeMs(now), wholeMs(limit), ...skipped)
    .map(([id, host, source, delayMs, failures, ...columns]) => {
      return new QueuedLink(connection, [id, host, source, delayMs, failures], columns)
    })
}
