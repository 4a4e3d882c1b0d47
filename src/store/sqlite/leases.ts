import { randomUUID } from 'node:crypto'
import type { Candidate, HostPace, Lease, UrlId } from '../../model/crawl.ts'
import type { ClaimRequest } from '../store.ts'
import type { Connection } from './connection.ts'
import type { Counters } from './counters.ts'
import type { Hosts } from './hosts.ts'
import { HOST_STATE, URL_STATE } from './schema.ts'
import type { Urls } from './urls.ts'
import { wholeMs } from './values.ts'

/** A strategy chooses among the heads of this many hosts, or four times as many as it may take. */
const LEAST_HEADS = 64
const HEADS_PER_LEASE = 4

interface HeadRow {
  id: UrlId
  host_id: number
  host: string
  source: string
  delay_ms: number | null
  failures: number | null
  canonical: string
  requested: string | null
  score: number
  depth: number
  parent: UrlId | null
  redirects: number
  tunnel: number
  attempts: number
  lost: number
}

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
      return leaseOf(head, token)
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
    const heads = this.#heads(request.now, select ? Math.max(LEAST_HEADS, HEADS_PER_LEASE * n) : n)
    if (!select || heads.length === 0) return heads
    const unclaimed = new Map(heads.map((head) => [head.id, head]))
    const chosen: HeadRow[] = []
    for (const { id } of select(heads.map(candidateOf), n)) {
      const head = unclaimed.get(id)
      if (!head || chosen.length >= n) continue
      unclaimed.delete(id)
      chosen.push(head)
    }
    return chosen
  }

  #heads(now: number, limit: number): HeadRow[] {
    // A ready host's pause is over by the clock that woke it; the clock of this claim may be behind that one.
    return this.#connection.all<HeadRow>(
      `SELECT u.id, h.id AS host_id, h.host, h.source, h.delay_ms, h.failures, u.canonical, u.requested, u.score,
              u.depth, u.parent, u.redirects, u.tunnel, u.attempts, u.lost
       FROM hosts h CROSS JOIN urls u ON u.id = h.best_id
       WHERE h.state = ${HOST_STATE.ready} AND h.next_at <= ? ORDER BY h.best_score DESC, h.best_id LIMIT ?`,
      wholeMs(now),
      wholeMs(limit),
    )
  }
}

function candidateOf(head: HeadRow): Candidate {
  const { id, host, source, score, depth } = head
  return { id, url: head.requested ?? head.canonical, host, source, score, depth }
}

function leaseOf(head: HeadRow, token: string): Lease {
  const { parent, redirects, tunnel, attempts, lost } = head
  return {
    ...candidateOf(head),
    token,
    canonicalUrl: head.canonical,
    parent,
    redirects,
    tunnel,
    attempts,
    lost,
    pace: paceOf(head),
  }
}

function paceOf(head: HeadRow): HostPace | null {
  return head.delay_ms === null ? null : { delayMs: head.delay_ms, failures: head.failures ?? 0 }
}
