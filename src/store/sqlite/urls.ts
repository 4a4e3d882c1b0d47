import { hash } from 'node:crypto'
import { memoize } from '../../cache/memo.ts'
import type { UrlId } from '../../model/crawl.ts'
import { isSeed } from '../rules/seeds.ts'
import type { Connection } from './connection.ts'
import type { Counters } from './counters.ts'
import type { Hosts } from './hosts.ts'
import { URL_STATE, type UrlStateCode } from './schema.ts'
import { finite, plain } from './values.ts'

/**
 * 52 bits, exact in a JavaScript number: 24 of the host, then 28 of the whole URL. The links of a page go to few hosts, so their index
 * entries are close together and a transaction touches few blocks. Collisions within a large host do happen; then the text decides.
 */
export function fingerprintOf(canonicalUrl: string): number {
  return hostBits(canonicalUrl) * PER_HOST + leadingDigits(canonicalUrl, 7)
}

/** The range of the fingerprints of all URLs with the same scheme and host; the end is exclusive. */
export function fingerprintsOfHost(canonicalUrl: string): readonly [number, number] {
  const bits = hostBits(canonicalUrl)
  return [bits * PER_HOST, (bits + 1) * PER_HOST]
}

const PER_HOST = 2 ** 28

// Paths are shown to people; the depths a crawl reaches are far smaller.
const MAX_HOPS = 64

/** Maximum number of cached hosts: consecutive pages link to the same few hosts. */
const REMEMBERED_HOSTS = 8_192
const bitsOf = memoize(REMEMBERED_HOSTS, (host) => leadingDigits(host, 6))

/** The first hexadecimal digits of a text's SHA-256. As text, because a buffer per link would cost more than the hash. */
function leadingDigits(text: string, digits: number): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, digits), 16)
}

function hostBits(canonicalUrl: string): number {
  const path = canonicalUrl.indexOf('/', 8)
  return bitsOf(path < 0 ? canonicalUrl : canonicalUrl.slice(0, path))
}

/** Changes the state of URLs, inside the caller's transaction. */
export class Urls {
  readonly #connection: Connection
  readonly #hosts: Hosts
  readonly #counters: Counters

  constructor(connection: Connection, hosts: Hosts, counters: Counters) {
    this.#connection = connection
    this.#hosts = hosts
    this.#counters = counters
  }

  idOf(canonicalUrl: string): UrlId | undefined {
    const sql = 'SELECT id FROM urls WHERE fingerprint = ? AND canonical = ?'
    return this.#connection.get<{ id: UrlId }>(sql, fingerprintOf(canonicalUrl), canonicalUrl)?.id
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

  /** From the seed to the page whose link led here; the last `MAX_HOPS` of them. */
  pathTo(id: UrlId): string[] {
    const rows = this.#connection.all<{ canonical: string }>(
      `WITH RECURSIVE hops (id, hop) AS (
         SELECT parent, 1 FROM urls WHERE id = ?1
         UNION ALL SELECT u.parent, hop + 1 FROM hops h JOIN urls u ON u.id = h.id WHERE hop < ${MAX_HOPS})
       SELECT u.canonical FROM hops h JOIN urls u ON u.id = h.id ORDER BY h.hop DESC`,
      id,
    )
    return rows.map((row) => row.canonical)
  }

  /** Seeds keep their score. */
  reprioritise(id: UrlId, score: number): void {
    const row = this.#connection.get<{ host_id: number; state: number; depth: number }>(
      'SELECT host_id, state, depth FROM urls WHERE id = ?',
      id,
    )
    if (!row || isSeed(row) || (row.state !== URL_STATE.queued && row.state !== URL_STATE.leased)) return
    this.#connection.run('UPDATE urls SET score = ? WHERE id = ?', finite(score), id)
    this.#hosts.touch(row.host_id)
  }
}
