import type { PageFacts } from '../catalogue.ts'
import type { PageKind } from '../records.ts'
import type { Connection } from './connection.ts'

interface FactsRow {
  ord: number
  url_id: number
  host_id: number
  kept: number
  curated: PageFacts['curated']
  relevance: number
  language: string
  kind: PageKind
  published: string | null
  copy_of: number | null
  places: string
  who: string
}

/** Read from the narrow index, never from the wide rows. */
const FACTS = `
  SELECT p.ord, p.url_id, f.host_id, p.kept, p.curated, p.relevance, p.language, p.kind, p.published, o.ord AS copy_of, f.places, f.who
  FROM pages p INDEXED BY pages_columns
  CROSS JOIN page_facets f ON f.ord = p.ord
  LEFT JOIN pages o ON o.url_id = p.duplicate_of`

export function factsAfter(connection: Connection, afterOrder: number, limit: number): PageFacts[] {
  const sql = `${FACTS} WHERE p.ord > ? ORDER BY p.ord LIMIT ?`
  return connection.all<FactsRow>(sql, afterOrder, limit).map(factsIn)
}

export function factsOf(connection: Connection, orders: readonly number[]): PageFacts[] {
  return orders.flatMap((order) => {
    const row = connection.get<FactsRow>(`${FACTS} WHERE p.ord = ?`, order)
    return row ? [factsIn(row)] : []
  })
}

function factsIn(row: FactsRow): PageFacts {
  return {
    order: row.ord,
    id: row.url_id,
    host: row.host_id,
    kept: row.kept === 1,
    curated: row.curated,
    relevance: row.relevance,
    language: row.language,
    kind: row.kind,
    published: row.published,
    copyOf: row.copy_of,
    places: numbersIn(row.places),
    who: numbersIn(row.who),
  }
}

function numbersIn(list: string): number[] {
  return list === '' ? [] : list.split(',').map(Number)
}
