import type { UrlId } from '../../model/crawl.ts'
import type { Connection } from './connection.ts'
import type { Hosts } from './hosts.ts'
import { URL_STATE, type UrlStateCode } from './schema.ts'
import type { Urls } from './urls.ts'

/** Looked at again at once, at most: a large collection has more lists than a run has time for. */
const MAX_LOOKS = 1_000

/**
 * Where new links appear: the seeds and what they redirect to, feeds, and the sitemaps and lists that led to kept pages, those
 * that led to most first.
 */
const LEADING = `
  WITH led AS (
    SELECT u.parent AS id, count(*) AS n FROM pages p JOIN urls u ON u.id = p.url_id
    WHERE p.kept = 1 AND u.parent IS NOT NULL GROUP BY u.parent)
  SELECT p.url_id AS id FROM pages p JOIN urls u ON u.id = p.url_id LEFT JOIN led l ON l.id = p.url_id
  WHERE u.state = ${URL_STATE.done} AND coalesce(p.looked_at, p.fetched_at) < ?
    AND (u.depth = 0 OR p.kind = 'feed' OR (p.kind IN ('sitemap', 'list', 'archive') AND l.n > 0))
  ORDER BY u.depth > 0, p.kind <> 'feed', l.n DESC, p.url_id LIMIT ${MAX_LOOKS}`

/**
 * URLs that were done and wait again: because their archived record is gone, or for the links they have gained. Their pages stay in
 * the catalogue, with their place in the order of fetching; the former are replaced by the new page. Works inside its caller's transaction.
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
  add(id: UrlId, looks = false): boolean {
    const row = this.#connection.get<{ state: UrlStateCode; host_id: number }>(
      'SELECT state, host_id FROM urls WHERE id = ?',
      id,
    )
    if (!row || row.state === URL_STATE.queued || row.state === URL_STATE.leased) return false
    this.#connection.run(
      'INSERT OR IGNORE INTO refetches (url_id, looks) SELECT url_id, ? FROM pages WHERE url_id = ?',
      looks ? 1 : 0,
      id,
    )
    this.#connection.run('DELETE FROM endings WHERE url_id = ?', id)
    this.#connection.run(
      // Parents that were found since were noted and not counted.
      'UPDATE urls SET attempts = 0, lost = 0, parents = (SELECT count(*) FROM links WHERE url_id = urls.id) WHERE id = ?',
      id,
    )
    this.#urls.move(id, row.state, URL_STATE.queued)
    this.#hosts.touch(row.host_id)
    return true
  }

  /** Queues pages again that lead to others and were last requested before `before`, and seeds that failed; returns how many. */
  lookAgain(now: string, before: string): number {
    const leading = this.#connection
      .all<{ id: UrlId }>(LEADING, before)
      .filter(({ id }) => this.add(id, true))
    for (const { id } of leading)
      this.#connection.run('UPDATE pages SET looked_at = ? WHERE url_id = ?', now, id)
    const failed = this.#connection
      .all<{ id: UrlId }>('SELECT url_id AS id FROM links WHERE parent_id = 0')
      .filter(({ id }) => this.#hasFailed(id) && this.add(id))
    return leading.length + failed.length
  }

  /** Those that wait for their links alone. */
  looks(): UrlId[] {
    return this.#connection
      .all<{ id: UrlId }>('SELECT url_id AS id FROM refetches WHERE looks = 1 ORDER BY url_id')
      .map(({ id }) => id)
  }

  #hasFailed(id: UrlId): boolean {
    const row = this.#connection.get<{ state: number }>('SELECT state FROM urls WHERE id = ?', id)
    return row?.state === URL_STATE.failed
  }

  /** Once for a URL that waited again: whether its page is about to be replaced, or only its links are wanted. */
  take(id: UrlId): 'page' | 'links' | null {
    const row = this.#connection.get<{ looks: number }>('SELECT looks FROM refetches WHERE url_id = ?', id)
    if (!row) return null
    this.#connection.run('DELETE FROM refetches WHERE url_id = ?', id)
    return row.looks ? 'links' : 'page'
  }
}
