import type { Lease, UrlId } from '../../model/crawl.ts'
import { BLAME, SUSPECT_AFTER } from '../rules/suspects.ts'
import type { Connection } from './connection.ts'
import { HOST_COLUMNS, LINK_COLUMNS } from './queued-link.ts'
import { HOST_STATE, URL_STATE } from './schema.ts'
import { wholeMs } from './values.ts'

/** Suspects of ready hosts, least blamed first, so that one that crashes repeatedly does not delay the others. */
export const READY_SUSPECTS = `SELECT ${HOST_COLUMNS}, ${LINK_COLUMNS}
  FROM suspects s CROSS JOIN urls u ON u.id = s.url_id CROSS JOIN hosts h ON h.id = u.host_id
  WHERE u.state = ${URL_STATE.queued} AND h.state = ${HOST_STATE.ready} AND h.next_at <= ?
  ORDER BY s.blame, s.url_id LIMIT ?`

const ANY_READY = `SELECT 1 FROM suspects s CROSS JOIN urls u ON u.id = s.url_id CROSS JOIN hosts h ON h.id = u.host_id
  WHERE u.state = ${URL_STATE.queued} AND h.state = ${HOST_STATE.ready} AND h.next_at <= ? LIMIT 1`

/** URLs whose leases were lost repeatedly, until a visit to them ends. Works inside its caller's transaction. */
export class Suspects {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Nearly always false; then no other query is needed. */
  get any(): boolean {
    return this.#connection.get('SELECT 1 FROM suspects LIMIT 1') !== undefined
  }

  get isOneLeased(): boolean {
    return (
      this.#connection.get('SELECT 1 FROM suspects WHERE url_id IN (SELECT url_id FROM leases) LIMIT 1') !==
      undefined
    )
  }

  isOneReady(now: number): boolean {
    return this.#connection.get(ANY_READY, wholeMs(now)) !== undefined
  }

  /** A lease was lost. `alone`: no other was held at that time. */
  lost(id: UrlId, alone: boolean): void {
    if (alone)
      this.#connection.run(
        `UPDATE suspects SET blame = blame + iif(received, ${BLAME.received}, ${BLAME.awaited}) WHERE url_id = ?`,
        id,
      )
    this.#connection.run(
      `INSERT OR IGNORE INTO suspects (url_id) SELECT id FROM urls WHERE id = ? AND lost >= ${SUSPECT_AFTER}`,
      id,
    )
  }

  /** It is leased: its response is awaited from now on. */
  awaited(id: UrlId): void {
    this.#connection.run('UPDATE suspects SET received = 0 WHERE url_id = ?', id)
  }

  /** Its response has arrived and is about to be handled. */
  received({ id, token }: Lease): void {
    this.#connection.run(
      'UPDATE suspects SET received = 1 WHERE url_id = ? AND EXISTS (SELECT 1 FROM leases WHERE url_id = ? AND token = ?)',
      id,
      id,
      token,
    )
  }

  /** The process survived a visit to it. */
  clear(id: UrlId): void {
    if (this.any) this.#connection.run('DELETE FROM suspects WHERE url_id = ?', id)
  }
}
