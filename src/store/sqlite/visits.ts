import type { AddResult, NewItem, UrlId, Visit } from '../../model/crawl.ts'
import type { Connection } from './connection.ts'
import { CHUNK, chunks } from './stored-rows.ts'

const VISIT = `
  SELECT p.ord, p.url_id, u.canonical, h.host, h.source, parent.canonical AS parent, p.kept, p.duplicate_of,
    coalesce(p.sketch, '') AS sketch, p.not_found, p.fresh
  FROM pages p CROSS JOIN urls u ON u.id = p.url_id CROSS JOIN hosts h ON h.id = u.host_id
  LEFT JOIN urls parent ON parent.id = u.best_parent`

interface VisitRow {
  ord: number
  url_id: UrlId
  canonical: string
  host: string
  source: string
  parent: string | null
  kept: number
  duplicate_of: UrlId | null
  sketch: string
  not_found: number
  fresh: number
}

/** The outcome of each fetched page. */
export class Visits {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  byId(id: UrlId): Visit | undefined {
    const row = this.#connection.get<VisitRow>(`${VISIT} WHERE p.url_id = ?`, id)
    return row && visitOf(row)
  }

  after(order: number): AsyncGenerator<Visit> {
    const sql = `${VISIT} WHERE p.ord > ? ORDER BY p.ord LIMIT ${CHUNK}`
    return chunks(
      (after) => this.#connection.all<VisitRow>(sql, after),
      (row) => row.ord,
      visitOf,
      order,
    )
  }
}

/** Number of a page's links that were unknown, except those with its own URL pattern. */
export function freshOf(links: readonly NewItem[], added: readonly AddResult[]): number {
  let fresh = 0
  links.forEach((link, i) => {
    if (added[i] === 'added' && link.excluded === undefined && !link.sameListing) fresh++
  })
  return fresh
}

function visitOf(row: VisitRow): Visit {
  return {
    order: row.ord,
    id: row.url_id,
    canonicalUrl: row.canonical,
    host: row.host,
    source: row.source,
    bestParent: row.parent,
    relevant: row.kept === 1,
    duplicateOf: row.duplicate_of,
    sketch: row.sketch,
    notFound: row.not_found === 1,
    fresh: row.fresh,
  }
}
