import type { UrlId } from '../../model/crawl.ts'
import type { Connection } from './connection.ts'
import type { Hosts } from './hosts.ts'
import { URL_STATE, type UrlStateCode } from './schema.ts'
import type { Urls } from './urls.ts'

/** Maximum number of pages queued again at a time: a large collection has more lists than a run can revisit. */
const MAX_LOOKS = 1_000

/**
 * Pages where new links appear: seeds and their redirect targets, feeds, and sitemaps and lists that led to kept pages, the most
 * productive first.
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
 * Completed URLs that are queued again, because their archived record is lost or to find new links. Their pages stay in the catalogue
 * with their order; pages with a lost record are replaced. Works inside the caller's transaction.
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

  /** True if the URL was not queued before. */
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
      // Parents found since then were recorded but not counted.
      'UPDATE urls SET attempts = 0, lost = 0, parents = (SELECT count(*) FROM links WHERE url_id = urls.id) WHERE id = ?',
      id,
    )
    this.#urls.move(id, row.state, URL_STATE.queued)
    this.#hosts.touch(row.host_id)
    return true
  }

  /** Queues pages again that lead to others and were last requested before `before`, and failed seeds; returns how many. */
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

  /** Queues URLs again that failed with one of these codes; returns how many. */
  retryFailed(codes: readonly string[] | 'all'): number {
    const [which, values] =
      codes === 'all'
        ? (['', []] as const)
        : (['AND e.code IN (SELECT value FROM json_each(?))', [JSON.stringify(codes)]] as const)
    return this.#connection
      .all<{ id: UrlId }>(
        `SELECT u.id FROM endings e CROSS JOIN urls u ON u.id = e.url_id WHERE u.state = ${URL_STATE.failed} ${which} ORDER BY u.id`,
        ...values,
      )
      .filter(({ id }) => this.add(id)).length
  }

  /** Those queued only for their links. */
  looks(): UrlId[] {
    return this.#connection
      .all<{ id: UrlId }>('SELECT url_id AS id FROM refetches WHERE looks = 1 ORDER BY url_id')
      .map(({ id }) => id)
  }

  #hasFailed(id: UrlId): boolean {
    const row = this.#connection.get<{ state: number }>('SELECT state FROM urls WHERE id = ?', id)
    return row?.state === URL_STATE.failed
  }

  /** Ends the entry of a URL: whether its page is to be replaced, or only its links were requested. */
  take(id: UrlId): 'page' | 'links' | null {
    const row = this.#connection.get<{ looks: number }>('SELECT looks FROM refetches WHERE url_id = ?', id)
    if (!row) return null
    this.#connection.run('DELETE FROM refetches WHERE url_id = ?', id)
    return row.looks ? 'links' : 'page'
  }
}
