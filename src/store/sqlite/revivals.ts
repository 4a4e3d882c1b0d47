import type { UrlId } from '../../model/crawl.ts'
import type { ExcludedUrl } from '../store.ts'
import type { Connection } from './connection.ts'
import type { Counters } from './counters.ts'
import type { Hosts } from './hosts.ts'
import { URL_STATE } from './schema.ts'

/** URLs checked per transaction; other work runs in between. */
const SLICE = 2_000

const { queued, excluded, dropped } = URL_STATE

interface Row extends ExcludedUrl {
  id: UrlId
  host_id: number
}

const NEXT = `
  SELECT u.id, u.host_id, u.canonical AS canonicalUrl, h.host, h.source, u.depth
  FROM endings e CROSS JOIN urls u ON u.id = e.url_id CROSS JOIN hosts h ON h.id = u.host_id
  WHERE e.url_id > ? AND e.code IN (SELECT value FROM json_each(?)) AND u.state IN (${excluded}, ${dropped})
  ORDER BY e.url_id LIMIT ${SLICE}`

/** A URL that was never scored, because its host was out of scope, gets the relevance of the page that led to it. */
const SCORED = `
  UPDATE links SET score = p.relevance, evidence = json_object('parent', json_object('value', p.relevance, 'weight', 1, 'because', json_array('the page that links to it')))
  FROM pages p WHERE p.url_id = links.parent_id AND links.url_id = ? AND links.score = 0 AND links.evidence = '{}'`

const REQUEUED = `
  UPDATE urls SET state = ${queued}, lost = 0, parents = (SELECT count(*) FROM links WHERE url_id = urls.id),
    (score, best_parent, best_link) = (
      SELECT max(urls.score, l.score), CASE WHEN l.score > best_link THEN l.parent_id ELSE best_parent END, max(best_link, l.score)
      FROM links l WHERE l.url_id = urls.id ORDER BY l.evidence IS NULL, l.score DESC, l.parent_id LIMIT 1)
  WHERE id = ?`

/** Queues URLs that are no longer excluded. */
export class Revivals {
  readonly #connection: Connection
  readonly #hosts: Hosts
  readonly #counters: Counters

  constructor(connection: Connection, hosts: Hosts, counters: Counters) {
    this.#connection = connection
    this.#hosts = hosts
    this.#counters = counters
  }

  async run(
    codes: readonly string[],
    isAllowed: (url: ExcludedUrl) => boolean,
    transaction: <T>(work: () => T) => T,
  ): Promise<number> {
    const wanted = JSON.stringify(codes)
    let revived = 0
    for (let after = 0; ; ) {
      const rows = this.#connection.all<Row>(NEXT, after, wanted)
      const last = rows.at(-1)
      if (!last) return revived
      after = last.id
      const back = rows.filter(isAllowed)
      if (back.length > 0) transaction(() => this.#requeue(back))
      revived += back.length
      if (rows.length < SLICE) return revived
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  #requeue(rows: readonly Row[]): void {
    for (const { id, host_id } of rows) {
      this.#connection.run(SCORED, id)
      this.#connection.run(REQUEUED, id)
      this.#connection.run('DELETE FROM endings WHERE url_id = ?', id)
      this.#hosts.touch(host_id)
    }
    this.#counters.add('queued', rows.length)
    this.#counters.add('excluded', -rows.length)
  }
}
