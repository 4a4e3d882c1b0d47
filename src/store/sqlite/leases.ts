import { randomUUID } from 'node:crypto'
import type { Candidate, HostPace, Lease, UrlId } from '../../model/crawl.ts'
import type { Evidence } from '../../model/verdict.ts'
import type { ClaimRequest } from '../store.ts'
import type { Connection } from './connection.ts'
import type { Counters } from './counters.ts'
import type { Hosts } from './hosts.ts'
import { HOST_STATE, URL_STATE } from './schema.ts'
import { fingerprintsOfHost, type Urls } from './urls.ts'
import { wholeMs } from './values.ts'

/** A strategy chooses among the heads of this many hosts, or four times as many as it may take. */
const LEAST_HEADS = 64
const HEADS_PER_LEASE = 4

/** Rows looked at for one random draw: where most of a host is done already, some draws find nothing. */
const LOOKED_AT_PER_DRAW = 64

interface UrlOfHost {
  id: UrlId
  canonical: string
  requested: string | null
  score: number
  depth: number
  parents: number
  parent: UrlId | null
  best_parent: UrlId
  redirects: number
  tunnel: number
  attempts: number
  lost: number
}

interface HeadRow extends UrlOfHost {
  host_id: number
  host: string
  source: string
  delay_ms: number | null
  failures: number | null
}

const URL_OF_HOST = `u.id, u.canonical, u.requested, u.score, u.depth, u.parents, u.parent, u.best_parent, u.redirects,
  u.tunnel, u.attempts, u.lost`

/** One statement for all hosts: asking for each would cost more than the answers. */
const BEST_OF_HOSTS = `SELECT u.host_id, ${URL_OF_HOST} FROM json_each(?1) h CROSS JOIN urls u ON u.id IN (
  SELECT q.id FROM urls q WHERE q.host_id = h.value AND q.state = ${URL_STATE.queued} ORDER BY q.score DESC, q.id LIMIT ?2)`

/** Fingerprints are as good as random, so that the next one after a random number is a random URL. */
const DRAWN_OF_HOST = `SELECT ${URL_OF_HOST} FROM urls u WHERE u.id = (
  SELECT id FROM (
    SELECT id, host_id, state FROM urls INDEXED BY urls_identity
    WHERE fingerprint >= ? AND fingerprint < ? ORDER BY fingerprint LIMIT ${LOOKED_AT_PER_DRAW})
  WHERE host_id = ? AND state = ${URL_STATE.queued} LIMIT 1)`

/** Hands URLs out and takes them back; works inside its caller's transaction. */
export class Leases {
  readonly #connection: Connection
  readonly #hosts: Hosts
  readonly #urls: Urls
  readonly #counters: Counters

  constructor(connection: Connection, hosts: Hosts, urls: Urls, counters: Counters) {
    this.#connection = connection
    this.#hosts = hosts
    this.#urls = urls
    this.#counters = counters
  }

  claim(request: ClaimRequest): Lease[] {
    this.returnLost(request.now, request.now)
    this.#hosts.settle()
    this.#hosts.wake(request.now)
    if (!(request.n > 0)) return []
    return this.#choose(request).map((head) => {
      const token = randomUUID()
      this.#connection.run(
        'INSERT INTO leases (url_id, host_id, token, worker, until) VALUES (?, ?, ?, ?, ?)',
        head.id,
        head.host_id,
        token,
        request.worker,
        wholeMs(request.now + request.leaseMs),
      )
      this.#urls.move(head.id, URL_STATE.queued, URL_STATE.leased)
      this.#hosts.lease(head.host_id)
      return this.#leaseOf(head, token)
    })
  }

  /** Ends a lease that is still held, and says which host it was on; undefined when it is not. */
  end(lease: Lease): number | undefined {
    const held = this.#connection.get<{ host_id: number }>(
      'SELECT host_id FROM leases WHERE url_id = ? AND token = ?',
      lease.id,
      lease.token,
    )
    if (held) this.#connection.run('DELETE FROM leases WHERE url_id = ?', lease.id)
    return held?.host_id
  }

  /** Back to the queue. */
  requeue(id: UrlId, why: 'released' | 'failed' | 'lost', url?: string): void {
    this.#connection.run(
      `UPDATE urls SET state = ${URL_STATE.queued}, attempts = attempts + ?, lost = lost + ?, requested = coalesce(?, requested) WHERE id = ?`,
      why === 'failed' ? 1 : 0,
      why === 'lost' ? 1 : 0,
      url ?? null,
      id,
    )
    this.#counters.moved(URL_STATE.leased, URL_STATE.queued)
  }

  /**
   * Leases that ran out by `until` return to the queue, and each loss is counted, so that a page that kills its worker
   * cannot do so for ever. With `until` Infinity: all of them, when the process that held them is known to be gone.
   */
  returnLost(until: number, now: number): void {
    const lost = this.#connection.all<{ url_id: UrlId; host_id: number }>(
      'SELECT url_id, host_id FROM leases WHERE until <= ? ORDER BY url_id',
      wholeMs(until),
    )
    for (const { url_id, host_id } of lost) {
      this.#connection.run('DELETE FROM leases WHERE url_id = ?', url_id)
      this.requeue(url_id, 'lost')
      this.#hosts.restAfterLoss(host_id, now)
    }
  }

  nextReady(now: number): number | null {
    const { waiting, leased } = this.#connection.get<{ waiting: number; leased: number }>(
      `SELECT (SELECT value FROM counters WHERE name = 'queued') AS waiting,
              (SELECT value FROM counters WHERE name = 'leased') AS leased`,
    ) ?? { waiting: 0, leased: 0 }
    if (waiting + leased === 0) return null
    const expired = 'SELECT 1 FROM leases WHERE until <= ? LIMIT 1'
    const ready = `SELECT 1 FROM hosts WHERE state = ${HOST_STATE.ready} AND next_at <= ? LIMIT 1`
    if (this.#connection.get(ready, wholeMs(now)) || this.#connection.get(expired, wholeMs(now))) return now
    const first = this.#connection.get<{ at: number | null }>(
      `SELECT min(at) AS at FROM (
         SELECT min(next_at) AS at FROM hosts WHERE state = ${HOST_STATE.ready}
         UNION ALL SELECT min(next_at) FROM hosts WHERE state = ${HOST_STATE.waiting})`,
    )
    return first?.at == null ? Number.POSITIVE_INFINITY : Math.max(now, first.at)
  }

  #choose(request: ClaimRequest): HeadRow[] {
    const { n, select } = request
    const due = this.#due(request.now, n)
    if (due.length > 0) return due
    const heads = this.#heads(request.now, select ? Math.max(LEAST_HEADS, HEADS_PER_LEASE * n) : n)
    if (!select || heads.length === 0) return heads
    const shown = this.#shown(heads, request)
    const hosts = new Set<number>()
    const chosen: HeadRow[] = []
    const worths = new Map<UrlId, number>()
    for (const { id } of select(
      [...shown.values()].map((row) => this.#candidateOf(row)),
      n,
      (id, score) => void worths.set(id, score),
    )) {
      const row = shown.get(id)
      if (!row || hosts.has(row.host_id) || chosen.length >= n) continue
      hosts.add(row.host_id)
      chosen.push(row)
      worths.delete(id)
    }
    for (const [id, score] of worths) if (shown.has(id)) this.#urls.reprioritise(id, score)
    return chosen
  }

  /** What the strategy asked to see of these hosts' queues: each part is a walk down an index, never a scan. */
  #shown(heads: readonly HeadRow[], { view, random = Math.random }: ClaimRequest): Map<UrlId, HeadRow> {
    const shown = new Map(heads.map((head) => [head.id, head]))
    const each = Math.ceil((view?.best ?? 0) / heads.length)
    if (each > 1) {
      const hosts = new Map(heads.map((head) => [head.host_id, head]))
      const ids = JSON.stringify([...hosts.keys()])
      for (const row of this.#connection.all<UrlOfHost & { host_id: number }>(BEST_OF_HOSTS, ids, each)) {
        const head = hosts.get(row.host_id)
        if (head && row.id !== head.id) shown.set(row.id, Object.assign(row, hostOf(head)))
      }
    }
    for (let i = 0; i < (view?.random ?? 0); i++) {
      const head = heads[Math.min(heads.length - 1, Math.floor(random() * heads.length))] as HeadRow
      const [from, to] = fingerprintsOfHost(head.canonical)
      const start = from + Math.floor(random() * (to - from))
      const row = this.#connection.get<UrlOfHost>(DRAWN_OF_HOST, start, to, head.host_id)
      if (row) shown.set(row.id, { ...head, ...row })
    }
    return shown
  }

  /** Pages that wait again go first: what they are worth is known, and no strategy is asked. One of a host. */
  #due(now: number, limit: number): HeadRow[] {
    return this.#connection.all<HeadRow>(
      `SELECT h.id AS host_id, h.host, h.source, h.delay_ms, h.failures, ${URL_OF_HOST}, min(r.url_id)
       FROM refetches r CROSS JOIN urls u ON u.id = r.url_id CROSS JOIN hosts h ON h.id = u.host_id
       WHERE u.state = ${URL_STATE.queued} AND h.state = ${HOST_STATE.ready} AND h.next_at <= ? GROUP BY h.id LIMIT ?`,
      wholeMs(now),
      wholeMs(limit),
    )
  }

  #heads(now: number, limit: number): HeadRow[] {
    // A ready host's pause is over by the clock that woke it; the clock of this claim may be behind that one.
    return this.#connection.all<HeadRow>(
      `SELECT h.id AS host_id, h.host, h.source, h.delay_ms, h.failures, ${URL_OF_HOST}
       FROM hosts h CROSS JOIN urls u ON u.id = h.best_id
       WHERE h.state = ${HOST_STATE.ready} AND h.next_at <= ? ORDER BY h.best_score DESC, h.best_id LIMIT ?`,
      wholeMs(now),
      wholeMs(limit),
    )
  }

  #candidateOf(row: HeadRow): Candidate {
    const evidenceOf = () => this.#evidenceOf(row)
    const { id, host, source, score, depth, tunnel, parents } = row
    return {
      id,
      url: row.requested ?? row.canonical,
      host,
      source,
      score,
      depth,
      tunnel,
      parents,
      bestParent: row.best_parent || null,
      get evidence() {
        return evidenceOf()
      },
    }
  }

  #evidenceOf(row: HeadRow): Evidence {
    const link = this.#connection.get<{ evidence: string | null }>(
      'SELECT evidence FROM links WHERE url_id = ? AND parent_id = ?',
      row.id,
      row.best_parent,
    )
    return link?.evidence ? JSON.parse(link.evidence) : {}
  }

  #leaseOf(row: HeadRow, token: string): Lease {
    const { parent, redirects, attempts, lost } = row
    const { parents: _, ...candidate } = this.#candidateOf(row)
    return {
      ...candidate,
      token,
      canonicalUrl: row.canonical,
      parent,
      redirects,
      attempts,
      lost,
      pace: paceOf(row),
    }
  }
}

function hostOf({ host_id, host, source, delay_ms, failures }: HeadRow) {
  return { host_id, host, source, delay_ms, failures }
}

function paceOf(head: HeadRow): HostPace | null {
  return head.delay_ms === null ? null : { delayMs: head.delay_ms, failures: head.failures ?? 0 }
}
