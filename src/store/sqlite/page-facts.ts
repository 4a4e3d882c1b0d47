import type { PageFacts } from '../catalogue.ts'
import type { PageKind } from '../records.ts'
import type { Connection } from './connection.ts'
import { termsOfPage } from './index-sizes.ts'

/** Rows as arrays: objects with names would take a third longer to read. */
type FactsRow = [
  order: number,
  id: number,
  host: number,
  kept: number,
  curated: PageFacts['curated'],
  relevance: number,
  language: string,
  kind: PageKind,
  published: string | null,
  copyOf: number | null,
  sizes: string,
  places: string,
  who: string,
]

/** Read from the narrow index, never from the wide rows. A page is in one of the two full-text indexes, or in none. */
const FACTS = `
  SELECT p.ord, p.url_id, f.host_id, p.kept, p.curated, p.relevance, p.language, p.kind, p.published, o.ord, hex(coalesce(k.sz, r.sz)),
    f.places, f.who
  FROM pages p INDEXED BY pages_columns
  CROSS JOIN page_facets f ON f.ord = p.ord
  LEFT JOIN pages o ON o.url_id = p.duplicate_of
  LEFT JOIN page_terms_docsize k ON k.id = p.ord LEFT JOIN rejected_terms_docsize r ON r.id = p.ord`

export function factsAfter(connection: Connection, afterOrder: number, limit: number): PageFacts[] {
  const sql = `${FACTS} WHERE p.ord > ? ORDER BY p.ord LIMIT ?`
  return connection.lists<FactsRow>(sql, afterOrder, limit).map(factsIn)
}

export function factsOf(connection: Connection, orders: readonly number[]): PageFacts[] {
  return orders.flatMap((order) => connection.lists<FactsRow>(`${FACTS} WHERE p.ord = ?`, order).map(factsIn))
}

function factsIn(row: FactsRow): PageFacts {
  return {
    order: row[0],
    id: row[1],
    host: row[2],
    kept: row[3] === 1,
    curated: row[4],
    relevance: row[5],
    language: row[6],
    kind: row[7],
    published: row[8],
    copyOf: row[9],
    terms: row[10] === '' ? null : termsOfPage(row[10]),
    places: numbersIn(row[11]),
    who: numbersIn(row[12]),
  }
}

function numbersIn(list: string): number[] {
  return list === '' ? [] : list.split(',').map(Number)
}
