import type { NewItem, UrlId } from '../../model/crawl.ts'
import { EventideError } from '../../model/errors.ts'
import type { CurationEntry, CurationRequest, SourceDecision } from '../records.ts'
import type { Connection } from './connection.ts'
import { type CuratedLinks, raised } from './curated-links.ts'
import type { KeptPages } from './kept-pages.ts'
import { plain } from './values.ts'

type Decision = CurationRequest['decision']

interface CuratedRow {
  ord: number
  url_id: UrlId
  kept: number
  judged: number | null
  curated: Decision
  source: string
}

const PAGE = `
  SELECT p.ord, p.url_id, p.kept, p.judged, p.curated, h.source
  FROM pages p CROSS JOIN urls u ON u.id = p.url_id CROSS JOIN hosts h ON h.id = u.host_id`

/** Decisions of curators and their effects in the store. Works inside the caller's transaction. */
export class Curation {
  readonly #connection: Connection
  readonly #kept: KeptPages
  readonly #links: CuratedLinks
  #sources: Map<string, SourceDecision> | null = null

  constructor(connection: Connection, kept: KeptPages, links: CuratedLinks) {
    this.#connection = connection
    this.#kept = kept
    this.#links = links
    connection.onRollback(() => {
      this.#sources = null
    })
  }

  /** The log entry, and the orders of the pages that are now kept or no longer kept. */
  decide(order: CurationRequest): { entry: CurationEntry; changed: number[] } {
    const { target } = order
    return 'page' in target ? this.#decidePage(target.page, order) : this.#decideSource(target.source, order)
  }

  entries(limit: number): CurationEntry[] {
    return this.#connection.all(
      'SELECT at, what, url_id AS page, target, decision, reason, links FROM curation ORDER BY id DESC LIMIT ?',
      limit,
    )
  }

  /** Current decisions on sources. */
  sources(): ReadonlyMap<string, SourceDecision> {
    this.#sources ??= new Map(
      this.#connection
        .all<{ source: string; decision: SourceDecision }>('SELECT source, decision FROM source_decisions')
        .map(({ source, decision }) => [source, decision]),
    )
    return this.#sources
  }

  /** Raises the scores of new links to accepted sources. */
  weighed(items: readonly NewItem[]): readonly NewItem[] {
    const sources = this.sources()
    if (sources.size === 0) return items
    return items.map((item) => (sources.get(item.source) === 'accepted' ? raised(item) : item))
  }

  /** The current decision on a page that is about to be replaced by a newly fetched version. */
  standsOn(id: UrlId): Decision {
    const sql = 'SELECT curated FROM pages WHERE url_id = ?'
    return this.#connection.get<{ curated: Decision }>(sql, id)?.curated ?? null
  }

  /** Applies earlier decisions to a page that was just written by its verdict alone. */
  follow(id: UrlId, source: string, stands: Decision): void {
    if (stands === null && this.sources().get(source) !== 'rejected') return
    this.#connection.run('UPDATE pages SET curated = ? WHERE url_id = ?', stands, id)
    const row = this.#connection.get<CuratedRow>(`${PAGE} WHERE p.url_id = ?`, id)
    if (row) this.#settle(row)
  }

  #decidePage(id: UrlId, order: CurationRequest) {
    const row = this.#connection.get<CuratedRow & { canonical: string }>(
      `SELECT page.*, u.canonical FROM (${PAGE} WHERE p.url_id = ?) page JOIN urls u ON u.id = page.url_id`,
      id,
    )
    if (!row) throw new EventideError('no-page', `this collection has no page with the number ${id}`)
    const { decision } = order
    this.#connection.run('UPDATE pages SET curated = ? WHERE ord = ?', decision, row.ord)
    const links = this.#links.ofPage(id, row.curated, decision)
    const changed = this.#settle({ ...row, curated: decision }) ? [row.ord] : []
    return { entry: this.#log('page', id, row.canonical, order, links), changed }
  }

  #decideSource(source: string, order: CurationRequest) {
    const hosts = this.#connection.all<{ id: number }>('SELECT id FROM hosts WHERE source = ?', source)
    if (hosts.length === 0)
      throw new EventideError(
        'no-source',
        `this collection knows no source "${source}"; a source is a registrable domain such as example.org`,
      )
    const before = this.sources().get(source) ?? null
    const { decision } = order
    if (decision === null) this.#connection.run('DELETE FROM source_decisions WHERE source = ?', source)
    else
      this.#connection.run(
        `INSERT INTO source_decisions VALUES (?, ?, ?)
         ON CONFLICT (source) DO UPDATE SET decision = excluded.decision, at = excluded.at`,
        source,
        decision,
        order.at,
      )
    this.#sources = null
    const ids = hosts.map((host) => host.id)
    const links = this.#links.ofHosts(ids, before, decision)
    const changed: number[] = []
    if ((before === 'rejected') !== (decision === 'rejected')) {
      const sql = `${PAGE} CROSS JOIN page_facets f ON f.ord = p.ord
        WHERE f.host_id IN (SELECT value FROM json_each(?)) AND (p.kept = 1 OR p.judged = 1) ORDER BY p.ord`
      for (const row of this.#connection.all<CuratedRow>(sql, JSON.stringify(ids)))
        if (this.#settle(row)) changed.push(row.ord)
    }
    return { entry: this.#log('source', null, source, order, links), changed }
  }

  /** Keeps or rejects a page by its own decision, else by that of its source, else by its verdict. True when that changed. */
  #settle(row: CuratedRow): boolean {
    const verdict = row.judged ?? row.kept
    const rejected = this.sources().get(row.source) === 'rejected'
    const word = row.curated ?? (rejected ? 'rejected' : null)
    const wanted = word === null ? verdict : word === 'accepted' ? 1 : 0
    const judged = wanted === verdict ? null : verdict
    this.#connection.run('UPDATE pages SET judged = ? WHERE ord = ?', judged, row.ord)
    if (wanted === row.kept) return false
    if (wanted) this.#kept.keep(row.ord)
    else this.#kept.drop(row.ord)
    return true
  }

  #log(
    what: 'page' | 'source',
    page: UrlId | null,
    target: string,
    { at, decision, reason }: CurationRequest,
    links: number,
  ): CurationEntry {
    const said = plain(reason)
    this.#connection.run(
      'INSERT INTO curation (at, what, url_id, target, decision, reason, links) VALUES (?, ?, ?, ?, ?, ?, ?)',
      at,
      what,
      page,
      target,
      decision,
      said,
      links,
    )
    return { at, what, page, target, decision, reason: said, links }
  }
}
