import { randomUUID } from 'node:crypto'
import type { Lease, UrlId } from '../../model/crawl.ts'
import type { ClaimRequest } from '../store.ts'
import type { Connection } from './connection.ts'
import type { Counters } from './counters.ts'
import type { Hosts } from './hosts.ts'
import { HOST_COLUMNS, type HostColumns, LINK_COLUMNS, type LinkColumns, QueuedLink } from './queued-link.ts'
import { HOST_STATE, URL_STATE } from './schema.ts'
import { fingerprintsOfHost, type Urls } from './urls.ts'
import { wholeMs } from './values.ts'

/** A strategy chooses among the heads of this many hosts, or four times as many as it may take. */
const MIN_HEADS = 64
const HEADS_PER_LEASE = 4

/** Rows looked at for one random draw: where most of a host is done already, some draws find nothing. */
const LOOKED_AT_PER_DRAW = 64

const { queued } = URL_STATE
const { ready, waiting } = HOST_STATE

type LinkOfHost = readonly [hostId: number, ...LinkColumns]
type Head = readonly [...HostColumns, ...LinkColumns]

const ANY_DUE = 'SELECT 1 FROM refetches LIMIT 1'

/** Pages that wait again. Nearly always there are none, and grouping them costs as much as ten rows all the same. */
const DUE = `SELECT ${HOST_COLUMNS}, ${LINK_COLUMNS}, min(r.url_id)
  FROM refetches r CROSS JOIN urls u ON u.id = r.url_id CROSS JOIN hosts h ON h.id = u.host_id
  WHERE u.state = ${queued} AND h.state = ${ready} AND h.next_at <= ? GROUP BY h.id LIMIT ?`

/** A ready host's pause is over by the clock that woke it; the clock of this claim may be behind that one. */
const HEADS = `SELECT ${HOST_COLUMNS}, ${LINK_COLUMNS} FROM hosts h CROSS JOIN urls u ON u.id = h.best_id
  WHERE h.state = ${ready} AND h.seed_first = 0 AND h.next_at <= ? ORDER BY h.best_score DESC, h.best_id LIMIT ?`

/** The same of hosts where a seed waits. */
const SEEDS = `SELECT ${HOST_COLUMNS}, ${LINK_COLUMNS} FROM hosts h INDEXED BY hosts_ready_seeds CROSS JOIN urls u ON u.id = h.best_id
  WHERE h.state = ${ready} AND h.seed_first = 1 AND h.next_at <= ? ORDER BY h.best_score DESC, h.best_id LIMIT ?`

/** One statement for all hosts: asking for each would cost more than the answers. */
const BEST_OF_HOSTS = `SELECT u.host_id, ${LINK_COLUMNS} FROM json_each(?) h CROSS JOIN urls u ON u.id IN (
  SELECT q.id FROM urls q WHERE q.host_id = h.value AND q.state = ${queued} ORDER BY q.score DESC, q.id LIMIT ?)`

/**
 * Fingerprints are as good as random, so that the next one after a random number is a random URL. Draws are lists of where to
 * begin, where the host's fingerprints end, and the host.
 */
const DRAWN = `SELECT u.host_id, ${LINK_COLUMNS} FROM json_each(?) draw CROSS JOIN urls u ON u.id = (
  SELECT id FROM (
    SELECT id, host_id, state FROM urls INDEXED BY urls_identity
    WHERE fingerprint >= draw.value ->> 0 AND fingerprint < draw.value ->> 1 ORDER BY fingerprint LIMIT ${LOOKED_AT_PER_DRAW})
  WHERE host_id = draw.value ->> 2 AND state = ${queued} LIMIT 1)`

const EXPIRED = 'SELECT 1 FROM leases WHERE until <= ? LIMIT 1'
const READY = `SELECT 1 FROM hosts WHERE state = ${ready} AND next_at <= ? LIMIT 1`
const FIRST_READY = `SELECT min(at) AS at FROM (
  SELECT min(next_at) AS at FROM hosts WHERE state = ${ready}
  UNION ALL SELECT min(next_at) FROM hosts WHERE state = ${waiting})`

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
    return this.#choose(request).map((link) => {
      const token = randomUUID()
      this.#connection.run(
        'INSERT INTO leases (url_id, host_id, token, worker, until) VALUES (?, ?, ?, ?, ?)',
        link.id,
        link.hostId,
        token,
        request.worker,
        wholeMs(request.now + request.leaseMs),
      )
      this.#urls.move(link.id, URL_STATE.queued, URL_STATE.leased)
      this.#hosts.lease(link.hostId)
      return link.lease(token)
    })
  }

  /** Ends a lease that is still held and returns its host; undefined when it is no longer held. */
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
    if (this.#connection.get(READY, wholeMs(now)) || this.#connection.get(EXPIRED, wholeMs(now))) return now
    const first = this.#connection.get<{ at: number | null }>(FIRST_READY)
    return first?.at == null ? Number.POSITIVE_INFINITY : Math.max(now, first.at)
  }

  /** Seeds go first, whatever the strategy would choose; it chooses among the links of the other hosts. */
  #choose(request: ClaimRequest): QueuedLink[] {
    const { n } = request
    const due = this.#connection.get(ANY_DUE) ? this.#heads(DUE, request.now, n) : []
    if (due.length > 0) return due
    const seeds = this.#heads(SEEDS, request.now, n)
    return seeds.length < n ? [...seeds, ...this.#chooseLinks(request, n - seeds.length)] : seeds
  }

  #chooseLinks(request: ClaimRequest, n: number): QueuedLink[] {
    const { select } = request
    const heads = this.#heads(HEADS, request.now, select ? Math.max(MIN_HEADS, HEADS_PER_LEASE * n) : n)
    if (!select || heads.length === 0) return heads
    const shown = this.#shown(heads, request)
    const hosts = new Set<number>()
    const chosen: QueuedLink[] = []
    const worths = new Map<UrlId, number>()
    const candidates = Array.from(shown.values(), (link) => link.candidate())
    for (const { id } of select(candidates, n, (id, score) => void worths.set(id, score))) {
      const link = shown.get(id)
      if (!link || hosts.has(link.hostId) || chosen.length >= n) continue
      hosts.add(link.hostId)
      chosen.push(link)
      worths.delete(id)
    }
    for (const [id, score] of worths) if (shown.has(id)) this.#urls.reprioritise(id, score)
    return chosen
  }

  /** What the strategy asked to see of these hosts' queues: each part is a walk down an index, never a scan. */
  #shown(heads: readonly QueuedLink[], { view, random = Math.random }: ClaimRequest): Map<UrlId, QueuedLink> {
    const shown = new Map(heads.map((head) => [head.id, head]))
    const hosts = new Map(heads.map((head) => [head.hostId, head.ofHost]))
    const show = (rows: readonly LinkOfHost[]) => {
      for (const [hostId, ...columns] of rows) {
        const host = hosts.get(hostId)
        if (host && !shown.has(columns[0]))
          shown.set(columns[0], new QueuedLink(this.#connection, host, columns))
      }
    }
    const each = Math.ceil((view?.best ?? 0) / heads.length)
    if (each > 1)
      show(this.#connection.lists<LinkOfHost>(BEST_OF_HOSTS, JSON.stringify([...hosts.keys()]), each))
    const draws = Array.from({ length: view?.random ?? 0 }, () => {
      const head = heads[Math.min(heads.length - 1, Math.floor(random() * heads.length))] as QueuedLink
      const [from, to] = fingerprintsOfHost(head.canonicalUrl)
      return [from + Math.floor(random() * (to - from)), to, head.hostId]
    })
    if (draws.length > 0) show(this.#connection.lists<LinkOfHost>(DRAWN, JSON.stringify(draws)))
    return shown
  }

  /** The first waiting link of each host. Pages that wait again go first: what they are worth is known, and no strategy is asked. */
  #heads(sql: string, now: number, limit: number): QueuedLink[] {
    return this.#connection
      .lists<Head>(sql, wholeMs(now), wholeMs(limit))
      .map(([id, host, source, delayMs, failures, ...columns]) => {
        return new QueuedLink(this.#connection, [id, host, source, delayMs, failures], columns)
      })
  }
}
