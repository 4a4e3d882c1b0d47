import type { UrlId } from '../../model/crawl.ts'
import type { Connection } from './connection.ts'
import type { Hosts } from './hosts.ts'
import { URL_STATE, type UrlStateCode } from './schema.ts'
import type { Urls } from './urls.ts'

/**
 * URLs that were done and wait again, because their archived record is gone. Their pages stay in the catalogue,
 * with their place in the order of fetching, until the new page takes it. Works inside its caller's transaction.
 */
export class Refetches {
  readonly #connection: Connection
  readonly #urls: Urls
  readonly #hosts: Hosts

  constructor(connection: Connection, urls: Urls, hosts: Hosts) {
    this.#connection = connection
    this.#urls = urls
    this.#hosts = hosts
  }

  /** True when the URL waits now and did not before. */
  add(id: UrlId): boolean {
    const row = this.#connection.get<{ state: UrlStateCode; host_id: number }>(
      'SELECT state, host_id FROM urls WHERE id = ?',
      id,
    )
    if (!row || row.state === URL_STATE.queued || row.state === URL_STATE.leased) return false
    this.#connection.run('INSERT OR IGNORE INTO refetches SELECT url_id FROM pages WHERE url_id = ?', id)
    this.#connection.run('DELETE FROM endings WHERE url_id = ?', id)
    this.#connection.run('UPDATE urls SET attempts = 0, lost = 0 WHERE id = ?', id)
    this.#urls.move(id, row.state, URL_STATE.queued)
    this.#hosts.touch(row.host_id)
    return true
  }

  /** True once for a URL whose page is about to be replaced. */
  take(id: UrlId): boolean {
    return this.#connection.run('DELETE FROM refetches WHERE url_id = ?', id).changes > 0
  }
}
