import { hash } from 'node:crypto'
import type { AddResult, NewItem, UrlId } from '../../model/crawl.ts'
import { EventideError } from '../../model/errors.ts'
import { memoize } from '../../model/memo.ts'
import type { Connection } from './connection.ts'
import type { Counters } from './counters.ts'
import type { Hosts } from './hosts.ts'
import { URL_STATE, type UrlStateCode } from './schema.ts'
import { finite, plain } from './values.ts'

interface UrlRow {
  id: UrlId
  host_id: number
  state: UrlStateCode
  score: number
  parents: number
  parent: UrlId | null
  depth: number
  redirects: number
  tunnel: number
  best_parent: number
  best_link: number
}

/**
 * 52 bits, exact in a JavaScript number: 24 of the host, then 28 of the whole. A page's links go to few hosts, so their
 * places in the index lie together and a page's transaction touches few of its blocks. Collisions within a large
 * host do happen; the text decides.
 */
export function fingerprintOf(canonicalUrl: string): number {
  return hostBits(canonicalUrl) * PER_HOST + (hash('sha256', canonicalUrl, 'buffer').readUInt32BE(0) >>> 4)
}

/** The fingerprints of all URLs with this one's scheme and host: from the first up to, without, the second. */
export function fingerprintsOfHost(canonicalUrl: string): readonly [number, number] {
  const bits = hostBits(canonicalUrl)
  return [bits * PER_HOST, (bits + 1) * PER_HOST]
}

const PER_HOST = 2 ** 28

// Paths are shown to people; the depths a crawl reaches are far smaller.
const MOST_HOPS = 64

/** Hosts whose bits are remembered: the links of a page lead to few hosts, and to the same ones as those of the last page. */
const REMEMBERED_HOSTS = 8_192
const bitsOf = memoize(REMEMBERED_HOSTS, (host) => hash('sha256', host, 'buffer').readUIntBE(0, 3))

function hostBits(canonicalUrl: string): number {
  const path = canonicalUrl.indexOf('/', 8)
  return bitsOf(path < 0 ? canonicalUrl : canonicalUrl.slice(0, path))
}

/** Finds, adds and refines URLs; works inside its caller's transaction. */
export class Urls {
  readonly #connection: Connection
  readonly #hosts: Hosts
  readonly #counters: Counters

  constructor(connection: Connection, hosts: Hosts, counters: Counters) {
    this.#connection = connection
    this.#hosts = hosts
    this.#counters = counters
  }

  addAll(items: readonly NewItem[]): AddResult[] {
    this.#requireParents(items)
    return items.map((item) => this.#add(item))
  }

  move(id: UrlId, from: UrlStateCode, to: UrlStateCode): void {
    this.#connection.run('UPDATE urls SET state = ? WHERE id = ?', to, id)
    this.#counters.moved(from, to)
  }

  end(id: UrlId, code: string, message: string, status: number | null): void {
    this.#connection.run(
      'INSERT OR REPLACE INTO endings (url_id, code, message, status) VALUES (?, ?, ?, ?)',
      id,
      plain(code),
      plain(message),
      status,
    )
  }

  /** From the seed to the page whose link led here; the last `MOST_HOPS` of them. */
  pathTo(id: UrlId): string[] {
    const rows = this.#connection.all<{ canonical: string }>(
      `WITH RECURSIVE hops (id, hop) AS (
         SELECT parent, 1 FROM urls WHERE id = ?1
         UNION ALL SELECT u.parent, hop + 1 FROM hops h JOIN urls u ON u.id = h.id WHERE hop < ${MOST_HOPS})
       SELECT u.canonical FROM hops h JOIN urls u ON u.id = h.id ORDER BY h.hop DESC`,
      id,
    )
    return rows.map((row) => row.canonical)
  }

  reprioritise(id: UrlId, score: number): void {
    const row = this.#connection.get<{ host_id: number; state: number }>(
      'SELECT host_id, state FROM urls WHERE id = ?',
      id,
    )
    if (!row || (row.state !== URL_STATE.queued && row.state !== URL_STATE.leased)) return
    this.#connection.run('UPDATE urls SET score = ? WHERE id = ?', finite(score), id)
    this.#hosts.touch(row.host_id)
  }

  #add(item: NewItem): AddResult {
    const fingerprint = fingerprintOf(item.canonicalUrl)
    const row = this.#connection.get<UrlRow>(
      `SELECT id, host_id, state, score, parents, parent, depth, redirects, tunnel, best_parent, best_link
       FROM urls WHERE fingerprint = ? AND canonical = ?`,
      fingerprint,
      item.canonicalUrl,
    )
    if (row) return this.#refine(row, item)
    const hostId = this.#hosts.idOf(item.host, item.source)
    const state = item.excluded === undefined ? URL_STATE.queued : URL_STATE.excluded
    const { id } = this.#connection.run(
      `INSERT INTO urls (fingerprint, canonical, requested, host_id, state, score, parents, parent, depth, redirects, tunnel, best_parent, best_link)
       VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)`,
      fingerprint,
      item.canonicalUrl,
      item.url === item.canonicalUrl ? null : item.url,
      hostId,
      state,
      finite(item.score),
      item.parent,
      item.depth,
      item.redirects,
      item.tunnel,
      item.parent ?? 0,
      finite(item.score),
    )
    this.#link(id, item, true)
    this.#counters.moved(null, state)
    if (item.excluded === undefined) this.#hosts.touch(hostId)
    else this.end(id, item.excluded, '', null)
    return 'added'
  }

  #refine(row: UrlRow, item: NewItem): AddResult {
    const waits = row.state <= URL_STATE.leased || row.state === URL_STATE.excluded
    if (!this.#link(row.id, item, waits) || !waits) return 'known'
    const revived = row.state === URL_STATE.excluded && item.excluded === undefined
    const path = revived || item.depth < row.depth ? item : row
    const score = finite(item.score)
    // A leased URL is observed with the evidence it was leased for.
    const better = score > row.best_link && row.state !== URL_STATE.leased
    this.#connection.run(
      `UPDATE urls SET state = ?, score = ?, parents = ?, parent = ?, depth = ?, redirects = ?, tunnel = ?,
         best_parent = ?, best_link = ? WHERE id = ?`,
      revived ? URL_STATE.queued : row.state,
      item.merge === 'best'
        ? Math.max(row.score, score)
        : row.score + (score - row.score) / (row.parents + 1),
      row.parents + 1,
      path.parent,
      path.depth,
      path.redirects,
      revived ? item.tunnel : Math.min(row.tunnel, item.tunnel),
      better ? (item.parent ?? 0) : row.best_parent,
      better ? score : row.best_link,
      row.id,
    )
    if (revived) {
      this.#connection.run('DELETE FROM endings WHERE url_id = ?', row.id)
      this.#counters.moved(URL_STATE.excluded, URL_STATE.queued)
    }
    this.#hosts.touch(row.host_id)
    return 'refined'
  }

  /** True when this parent had not been seen. Evidence is the bulk of a link: it is kept only where something is decided with it. */
  #link(id: UrlId, item: NewItem, decides: boolean): boolean {
    const { changes } = this.#connection.run(
      `INSERT INTO links (url_id, parent_id, score, anchor, evidence) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
      id,
      item.parent ?? 0,
      finite(item.score),
      plain(item.anchor),
      decides ? JSON.stringify(item.evidence) : null,
    )
    return changes > 0
  }

  #requireParents(items: readonly NewItem[]): void {
    for (const parent of new Set(items.map((item) => item.parent))) {
      if (parent === null || this.#connection.get('SELECT 1 FROM urls WHERE id = ?', parent)) continue
      throw new EventideError('unknown-parent', `no URL has the id ${parent}`, { exit: 'internal' })
    }
  }
}
