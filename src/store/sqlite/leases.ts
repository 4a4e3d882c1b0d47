import { randomUUID } from 'node:crypto'
import type { Lease, UrlId } from '../../model/crawl.ts'
import type { SourceLimits } from '../rules/source-share.ts'
import type { ClaimOne, ClaimRequest, PastLease } from '../store.ts'
import type { Connection } from './connection.ts'
import type { Counters } from './counters.ts'
import type { Hosts } from './hosts.ts'
import { HOST_COLUMNS, type HostColumns, LINK_COLUMNS, type LinkColumns, QueuedLink } from './queued-link.ts'
import { ReadyHosts, readLinks, type Skipped } from './ready-hosts.ts'
import { HOST_STATE, URL_STATE } from './schema.ts'
import { SourceTurns } from './source-turns.ts'
import { READY_SUSPECTS, type Suspects } from './suspects.ts'
import { fingerprintsOfHost, type Urls } from './urls.ts'
import { finite, plain, wholeMs } from './values.ts'

/** A strategy chooses among the heads of this many hosts, or four times as many as it may take. */
const MIN_HEADS = 64
const HEADS_PER_LEASE = 4

/** Rows read for one random draw: if most URLs of a host are done, some draws find nothing. */
const LOOKED_AT_PER_DRAW = 64

const { queued } = URL_STATE
const { ready, waiting } = HOST_STATE

type LinkOfHost = readonly [hostId: number, ...LinkColumns]
type Head = readonly [...HostColumns, ...LinkColumns]

/** Names of skipped sources, as JSON; nearly always none or one. */
const NOT_PASSED_OVER = '(?3 IS NULL OR h.source NOT IN (SELECT value FROM json_each(?3)))'

const ANY_DUE = 'SELECT 1 FROM refetches LIMIT 1'

/** Pages queued again. Nearly always there are none, and grouping them would cost as much as ten rows. */
const DUE = `SELECT ${HOST_COLUMNS}, ${LINK_COLUMNS}, min(r.url_id)
  FROM refetches r CROSS JOIN urls u ON u.id = r.url_id CROSS JOIN hosts h ON h.id = u.host_id
  WHERE u.state = ${queued} AND h.state = ${ready} AND h.next_at <= ?1 AND ${NOT_PASSED_OVER} GROUP BY h.id LIMIT ?2`

/** Hosts with a queued seed; the others are `ReadyHosts`. */
const SEEDS = `SELECT ${HOST_COLUMNS}, ${LINK_COLUMNS} FROM hosts h INDEXED BY hosts_ready_seeds CROSS JOIN urls u ON u.id = h.best_id
  WHERE h.state = ${ready} AND h.seed_first = 1 AND h.next_at <= ?1 AND ${NOT_PASSED_OVER}
  ORDER BY h.best_score DESC, h.best_id LIMIT ?2`

const NAMED = `SELECT ${HOST_COLUMNS}, ${LINK_COLUMNS} FROM urls u CROSS JOIN hosts h ON h.id = u.host_id
  WHERE u.id = ? AND u.state = ${queued} AND NOT EXISTS (SELECT 1 FROM leases WHERE host_id = h.id)`

/** One statement for all hosts, because one per host would be slower. */
const BEST_OF_HOSTS = `SELECT u.host_id, ${LINK_COLUMNS} FROM json_each(?) h CROSS JOIN urls u ON u.id IN (
  SELECT q.id FROM urls q WHERE q.host_id = h.value AND q.state = ${queued} ORDER BY q.score DESC, q.id LIMIT ?)`

/**
 * Fingerprints are practically random, so the next one after a random number is a random URL. A draw lists the start, the end of the
 * host's fingerprints, and the host.
 */
const DRAWN = `SELECT u.host_id, ${LINK_COLUMNS} FROM json_each(?) draw CROSS JOIN urls u ON u.id = (
  SELECT id FROM (
    SELECT id, host_id, state FROM urls INDEXED BY urls_identity
    WHERE fingerprint >= draw.value ->> 0 AND fingerprint < draw.value ->> 1 ORDER BY fingerprint LIMIT ${LOOKED_AT_PER_DRAW})
  WHERE host_id = draw.value ->> 2 AND state = ${queued} LIMIT 1)`

const EXPIRED = 'SELECT 1 FROM leases WHERE until <= ? LIMIT 1'
const FIRST_WAITING = `SELECT min(next_at) AS at FROM hosts h INDEXED BY hosts_waiting WHERE state = ${waiting}
  AND (?1 IS NULL OR source NOT IN (SELECT value FROM json_each(?1)))`

/** Leases URLs and takes them back, inside the caller's transaction. */
export class Leases {
  readonly #connection: Connection
  readonly #hosts: Hosts
  readonly #urls: Urls
  readonly #counters: Counters
  readonly #suspects: Suspects
  readonly #sources: SourceTurns
  readonly #ready: ReadyHosts

  constructor(connection: Connection, hosts: Hosts, urls: Urls, counters: Counters, suspects: Suspects) {
    this.#connection = connection
    this.#ready = new ReadyHosts(connection)
    this.#sources = new SourceTurns(connection, this.#ready)
    this.#hosts = hosts
    this.#urls = urls
    this.#counters = counters
    this.#suspects = suspects
  }

  claim(request: ClaimRequest): Lease[] {
    this.returnLost(request.now, request.now)
    this.#hosts.settle()
    this.#hosts.wake(request.now)
    if (!(request.n > 0)) return []
    return this.#chooseAmongAll(request).map((link) => {
      const lease = this.#lease(link, request)
      this.#sources.leased(link.source, request.now, link.delayMs, request.sources)
      return lease
    })
  }

  /** A queued URL, whatever its turn and the pause of its host. */
  claimUrl(id: UrlId, { url, score, evidence }: PastLease, request: ClaimOne): Lease | undefined {
    this.#connection.run(
      'UPDATE urls SET requested = nullif(?, canonical), score = ? WHERE id = ?',
      plain(url),
      finite(score),
      id,
    )
    this.#connection.run(
      'UPDATE links SET evidence = ?2 WHERE url_id = ?1 AND parent_id = (SELECT best_parent FROM urls WHERE id = ?1)',
      id,
      JSON.stringify(evidence),
    )
    const [row] = this.#connection.lists<Head>(NAMED, id)
    if (!row) return undefined
    const [hostId, host, source, delayMs, failures, ...columns] = row
    return this.#lease(
      new QueuedLink(this.#connection, [hostId, host, source, delayMs, failures], columns),
      request,
    )
  }

  #lease(link: QueuedLink, { worker, now, leaseMs }: ClaimOne): Lease {
    const token = randomUUID()
    this.#connection.run(
      'INSERT INTO leases (url_id, host_id, token, worker, until) VALUES (?, ?, ?, ?, ?)',
      link.id,
      link.hostId,
      token,
      worker,
      wholeMs(now + leaseMs),
    )
    this.#urls.move(link.id, URL_STATE.queued, URL_STATE.leased)
    this.#hosts.lease(link.hostId)
    return link.lease(token)
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
      `UPDATE urls SET state = ${URL_STATE.queued}, attempts = attempts + ?, lost = ? * lost + ?, requested = coalesce(?, requested) WHERE id = ?`,
      why === 'failed' ? 1 : 0,
      why === 'failed' ? 0 : 1,
      why === 'lost' ? 1 : 0,
      url ?? null,
      id,
    )
    // A failed attempt did not crash the process.
    if (why === 'failed') this.#suspects.clear(id)
    this.#counters.moved(URL_STATE.leased, URL_STATE.queued)
  }

  /**
   * Returns leases that expired by `until` to the queue and counts each loss, so that a page that crashes its worker is detected.
   * `Infinity` returns all of them, when the process that held them is known to be dead.
   */
  returnLost(until: number, now: number): void {
    const lost = this.#connection.all<{ url_id: UrlId; host_id: number }>(
      'SELECT url_id, host_id FROM leases WHERE until <= ? ORDER BY url_id',
      wholeMs(until),
    )
    const alone = lost.length === 1 && !this.#connection.get('SELECT 1 FROM leases LIMIT 1 OFFSET 1')
    for (const { url_id, host_id } of lost) {
      this.#connection.run('DELETE FROM leases WHERE url_id = ?', url_id)
      this.requeue(url_id, 'lost')
      this.#suspects.lost(url_id, alone)
      this.#hosts.restAfterLoss(host_id, now)
    }
  }

  nextReady(now: number, limits?: SourceLimits): number | null {
    const { waiting, leased } = this.#connection.get<{ waiting: number; leased: number }>(
      `SELECT (SELECT value FROM counters WHERE name = 'queued') AS waiting,
              (SELECT value FROM counters WHERE name = 'leased') AS leased`,
    ) ?? { waiting: 0, leased: 0 }
    if (waiting + leased === 0) return null
    if (this.#connection.get(EXPIRED, wholeMs(now))) return now
    if (leased > 0 && this.#suspects.any && this.#mustWait(now)) return Number.POSITIVE_INFINITY
    const passedOver = this.#sources.passedOver(now, limits)
    const without = namesOf(passedOver.resting.keys(), passedOver.held)
    if (this.#ready.isAnyReady(now, without)) return now
    const first = this.#connection.get<{ at: number | null }>(FIRST_WAITING, without)?.at
    return Math.max(
      now,
      Math.min(
        first ?? Number.POSITIVE_INFINITY,
        this.#ready.firstReady(without),
        this.#sources.firstReady(passedOver),
      ),
    )
  }

  /** A suspect is leased before anything else, and alone, after all leases have ended. While its host is paused, others do not wait for it. */
  #chooseAmongAll(request: ClaimRequest): QueuedLink[] {
    if (!this.#suspects.any) return this.#choose(request)
    if (this.#connection.get('SELECT 1 FROM leases LIMIT 1') && this.#mustWait(request.now)) return []
    const suspects = this.#heads(READY_SUSPECTS, request.now, 1)
    for (const { id } of suspects) this.#suspects.awaited(id)
    return suspects.length > 0 ? suspects : this.#choose(request)
  }

  /** Whether current leases must end before another is given. */
  #mustWait(now: number): boolean {
    return this.#suspects.isOneLeased || this.#suspects.isOneReady(now)
  }

  /** Seeds go first, whatever the strategy would choose; it chooses among the links of the other hosts. */
  #choose(request: ClaimRequest): QueuedLink[] {
    const { n, now } = request
    const passedOver = this.#sources.passedOver(now, request.sources)
    const resting = namesOf(passedOver.resting.keys())
    const mayHave = perSource(request)
    const due = this.#connection.get(ANY_DUE) ? this.#heads(DUE, now, n, resting) : []
    if (due.length > 0) return due.filter(mayHave)
    const seeds = this.#heads(SEEDS, now, n, resting).filter(mayHave)
    if (seeds.length >= n) return seeds
    const left = n - seeds.length
    const { held } = passedOver
    const without = namesOf(passedOver.resting.keys(), held)
    const links = this.#chooseLinks(request, left, without, mayHave)
    // If a strategy was shown links of other sources and chose none of them, it may choose these.
    const refused = held.length > 0 && links.length === 0 && request.select !== undefined
    if (!refused || seeds.length > 0 || !this.#ready.isAnyReady(now, without)) return [...seeds, ...links]
    return this.#chooseLinks(request, left, resting, mayHave)
  }

  #chooseLinks(
    request: ClaimRequest,
    n: number,
    without: Skipped,
    mayHave: (link: QueuedLink) => boolean,
  ): QueuedLink[] {
    const { select } = request
    const limit = select || request.sources ? Math.max(MIN_HEADS, HEADS_PER_LEASE * n) : n
    const heads = this.#ready.heads(request.now, limit, without)
    if (!select || heads.length === 0) {
      const links: QueuedLink[] = []
      for (const head of heads) if (links.length < n && mayHave(head)) links.push(head)
      return links
    }
    const shown = this.#shown(heads, request)
    const hosts = new Set<number>()
    const chosen: QueuedLink[] = []
    const worths = new Map<UrlId, number>()
    const candidates = Array.from(shown.values(), (link) => link.candidate())
    for (const { id } of select(candidates, n, (id, score) => void worths.set(id, score))) {
      const link = shown.get(id)
      if (!link || hosts.has(link.hostId) || chosen.length >= n || !mayHave(link)) continue
      hosts.add(link.hostId)
      chosen.push(link)
      worths.delete(id)
    }
    for (const [id, score] of worths) if (shown.has(id)) this.#urls.reprioritise(id, score)
    return chosen
  }

  /** The part of these hosts' queues that the strategy requested, read from indexes without a scan. */
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

  /** The first queued link of each host. Pages queued again come first, without consulting the strategy, because their value is known. */
  #heads(sql: string, now: number, limit: number, ...without: Skipped[]): QueuedLink[] {
    return readLinks(this.#connection, sql, now, limit, ...without)
  }
}

function namesOf(...sources: Iterable<string>[]): Skipped {
  const names = sources.flatMap((some) => [...some])
  return names.length > 0 ? JSON.stringify(names) : null
}

/** Whether one more link of its source may be leased in the same claim: with a delay only one, else no more than its share. */
function perSource({ n, sources }: ClaimRequest): (link: QueuedLink) => boolean {
  if (!sources) return () => true
  const max = sources.delayMs > 0 ? 1 : Math.max(1, Math.floor(n * sources.share))
  const taken = new Map<string, number>()
  return ({ source }) => {
    const before = taken.get(source) ?? 0
    if (before < max) taken.set(source, before + 1)
    return before < max
  }
}
