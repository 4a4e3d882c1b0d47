import { BoundedMap } from '../../cache/bounded-map.ts'
import type { HostPages } from '../records.ts'
import type { HostPause } from '../store.ts'
import type { Connection } from './connection.ts'
import { MAX_HOSTS_TOGETHER } from './ready-hosts.ts'
import { HOST_STATE, URL_STATE } from './schema.ts'
import { wholeMs } from './values.ts'

// Literals, not parameters: SQLite uses a partial index only if the query contains its condition.
const { idle, ready, waiting, leased } = HOST_STATE

/** Maximum number of cached host ids: the hosts of a page's links are nearly always recent ones. */
const CACHED_IDS = 50_000

/** Longer than any pause: by default, a `Retry-After` is limited to an hour. */
const MAX_REST_MS = 24 * 3_600_000

/** Updates the head of each host's queue: the best seed, or the best link if no seed is queued. Correct rows are not written. */
const SETTLE = `
  UPDATE hosts SET best_id = head.id, best_score = head.score, seed_first = head.is_seed, state = CASE
    WHEN state = ${leased} THEN ${leased}
    WHEN head.id IS NULL THEN ${idle}
    WHEN state = ${ready} OR next_at = 0 THEN ${ready}
    ELSE ${waiting} END
  FROM (
    SELECT touched.value AS host_id, u.id, u.score, coalesce(u.depth = 0, 0) AS is_seed
    FROM json_each(?) touched LEFT JOIN urls u ON u.id = coalesce(
      (SELECT id FROM urls INDEXED BY urls_seeds
       WHERE host_id = touched.value AND state = ${URL_STATE.queued} AND depth = 0 ORDER BY score DESC, id LIMIT 1),
      (SELECT id FROM urls WHERE host_id = touched.value AND state = ${URL_STATE.queued} ORDER BY score DESC, id LIMIT 1))) head
  WHERE hosts.id = head.host_id
    AND (best_id IS NOT head.id OR best_score IS NOT head.score OR seed_first <> head.is_seed
      OR (hosts.state = ${idle} AND best_id IS NOT NULL))`

/** Of a large source all hosts are apart, so that one of them is enough to know. */
const SIBLINGS = `SELECT count(*) AS n, max(apart) AS apart FROM (SELECT apart FROM hosts WHERE source = ? LIMIT ${MAX_HOSTS_TOGETHER})`

/**
 * One row per host: its state, its politeness clock and its best queued URL. Code that changes the queue or the lease of
 * a host must mark it `touched`; `settle`, at the end of the transaction, updates the row.
 */
export class Hosts {
  readonly #connection: Connection
  readonly #ids = new BoundedMap<string, number>(CACHED_IDS)
  readonly #touched = new Set<number>()
  readonly #restMs: number

  /** `restMs`: the pause after a lost lease of a host whose delay is unknown. */
  constructor(connection: Connection, restMs: number) {
    this.#connection = connection
    this.#restMs = restMs
    connection.onRollback(() => {
      this.#ids.clear()
      this.#touched.clear()
    })
  }

  idOf(host: string, source: string): number {
    const cached = this.#ids.get(host)
    if (cached !== undefined) return cached
    const known = this.#connection.get<{ id: number }>('SELECT id FROM hosts WHERE host = ?', host)
    const id = known?.id ?? this.#insert(host, source)
    this.#ids.set(host, id)
    return id
  }

  /** The hosts of a source with many of them move to a queue of their own. */
  #insert(host: string, source: string): number {
    const siblings = this.#connection.get<{ n: number; apart: number | null }>(SIBLINGS, source)
    const isLarge = siblings?.apart === 1 || (siblings?.n ?? 0) >= MAX_HOSTS_TOGETHER
    const insert = 'INSERT INTO hosts (host, source, apart) VALUES (?, ?, ?)'
    const { id } = this.#connection.run(insert, host, source, isLarge ? 1 : 0)
    if (isLarge && siblings?.apart !== 1) {
      this.#connection.run('INSERT OR IGNORE INTO large_sources (source) VALUES (?)', source)
      this.#connection.run('UPDATE hosts SET apart = 1 WHERE source = ?', source)
    }
    return id
  }

  touch(id: number): void {
    this.#touched.add(id)
  }

  gavePage(id: number): void {
    this.#connection.run('UPDATE hosts SET pages = pages + 1 WHERE id = ?', id)
  }

  withPages(): HostPages[] {
    return this.#connection.all('SELECT host, source, pages FROM hosts WHERE pages > 0 ORDER BY id')
  }

  lease(id: number): void {
    this.#connection.run(`UPDATE hosts SET state = ${leased} WHERE id = ?`, id)
    this.touch(id)
  }

  /** Ends a request: the host is paused. */
  rest(id: number, pause: HostPause): void {
    this.#connection.run(
      `UPDATE hosts SET state = ${idle}, next_at = ?, delay_ms = coalesce(?, delay_ms), failures = coalesce(?, failures)
       WHERE id = ?`,
      wholeMs(pause.notBefore),
      pause.pace ? wholeMs(pause.pace.delayMs) : null,
      pause.pace ? wholeMs(pause.pace.failures) : null,
      id,
    )
    this.touch(id)
  }

  /** Reserves the host until a given time; if it is leased or paused, returns when to try again. */
  borrow(id: number, now: number, until: number): 'borrowed' | number {
    const row = this.#connection.get<{ state: number; next_at: number }>(
      'SELECT state, next_at FROM hosts WHERE id = ?',
      id,
    )
    if (row?.state === leased) return now
    if (row && row.next_at > now) return row.next_at
    this.rest(id, { notBefore: until })
    this.#connection.run('INSERT OR IGNORE INTO borrowed_hosts (host_id) VALUES (?)', id)
    return 'borrowed'
  }

  /** Ends a reservation; after a request, the host is paused for its delay from now. */
  giveBack(id: number, now: number, contacted: boolean): void {
    this.#connection.run('DELETE FROM borrowed_hosts WHERE host_id = ?', id)
    this.#connection.run(
      `UPDATE hosts SET state = ${idle}, next_at = ? + ? * coalesce(delay_ms, ?) WHERE id = ? AND state <> ${leased}`,
      wholeMs(now),
      contacted ? 1 : 0,
      this.#restMs,
      id,
    )
    this.touch(id)
  }

  /** It is unknown when the holder of the lost lease last requested this host: it is paused for the full delay from now. */
  restAfterLoss(id: number, now: number): void {
    this.#connection.run(
      `UPDATE hosts SET state = ${idle}, next_at = max(next_at, ? + coalesce(delay_ms, ?)) WHERE id = ?`,
      wholeMs(now),
      this.#restMs,
      id,
    )
    this.touch(id)
  }

  /** Ends the reservations of a dead process. It is unknown when it made its requests: the hosts are paused for the full delay from now. */
  restBorrowed(now: number): void {
    for (const { host_id } of this.#connection.all<{ host_id: number }>('SELECT host_id FROM borrowed_hosts'))
      this.giveBack(host_id, now, true)
  }

  /**
   * For a new run: the clock may have been set back since the last one. A host whose pause would be longer than any possible one is
   * paused as if a request had just ended.
   */
  mendRests(now: number): void {
    this.#connection.run(
      'UPDATE hosts SET next_at = ? + coalesce(delay_ms, ?) WHERE next_at > ?',
      wholeMs(now),
      this.#restMs,
      wholeMs(now + MAX_REST_MS),
    )
  }

  /** Makes hosts claimable whose pause is over. Each host is updated once per pause, however many there are. */
  wake(now: number): void {
    this.#connection.run(
      `UPDATE hosts SET state = ${ready} WHERE state = ${waiting} AND next_at <= ?`,
      wholeMs(now),
    )
  }

  settle(): void {
    if (this.#touched.size > 0) this.#connection.run(SETTLE, JSON.stringify([...this.#touched]))
    this.#touched.clear()
  }
}
