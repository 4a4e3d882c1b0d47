import type { SearchHit, SearchRequest } from '../records.ts'
import type { Connection } from './connection.ts'
import type { Copies } from './copies.ts'
import type { Pages } from './pages.ts'
import { plain } from './values.ts'

/** A word in the title says more about a page than one in its text: the usual order of magnitude for BM25F fields. */
const RANK = '-bm25(page_terms, 4.0, 1.0)'

const ORDER = {
  relevance: 'rank DESC, p.ord',
  /** Newest first; pages without a date last. */
  time: 'p.published IS NULL, p.published DESC, p.ord',
} as const

const EARTH_KM = 6371
const KM_PER_DEGREE = (EARTH_KM * Math.PI) / 180
/** Great-circle distance from a point (its latitude twice, then its longitude) to a row's place. */
const AWAY_KM = `2 * ${EARTH_KM} * asin(min(1, sqrt(pow(sin(radians(lat - ?) / 2), 2)
  + cos(radians(?)) * cos(radians(lat)) * pow(sin(radians(lon - ?) / 2), 2))))`

/** `CROSS JOIN` fixes the order: the words first, then the pages they are on, never the other way round. */
interface Query {
  readonly from: string
  readonly where: string
  readonly rank: string
  readonly values: readonly (string | number)[]
}

/** Full text, days and places over the kept pages, each once. */
export class Search {
  readonly #connection: Connection
  readonly #pages: Pages
  readonly #copies: Copies

  constructor(connection: Connection, pages: Pages, copies: Copies) {
    this.#connection = connection
    this.#pages = pages
    this.#copies = copies
  }

  run(request: SearchRequest): { total: number; hits: SearchHit[] } {
    const query = queryOf(request)
    if (!query) return { total: 0, hits: [] }
    const { from, where, rank, values } = query
    const counted = this.#connection.get<{ n: number }>(`SELECT count(*) AS n ${from} ${where}`, ...values)
    const rows = this.#connection.all<{ ord: number; rank: number }>(
      `SELECT p.ord, ${rank} AS rank ${from} ${where} ORDER BY ${ORDER[request.sort]} LIMIT ? OFFSET ?`,
      ...values,
      Math.max(0, Math.trunc(request.limit)),
      Math.max(0, Math.trunc(request.offset)),
    )
    const hits: SearchHit[] = []
    for (const row of rows) {
      const page = this.#pages.byOrder(row.ord)
      if (page) hits.push({ page, rank: row.rank, copies: this.#copies.of(page.id) })
    }
    return { total: counted?.n ?? 0, hits }
  }
}

/** Null when a group has no alternative left: nothing can match it. */
function queryOf(request: SearchRequest): Query | null {
  const groups = request.must.map(groupOf)
  if (groups.includes('')) return null
  const must = groups.join(' AND ')
  const not = request.not.map(groupOf).filter(Boolean).join(' OR ')
  const where = ['p.kept = 1', 'p.duplicate_of IS NULL']
  const values: (string | number)[] = []
  const add = (condition: string, ...bound: (string | number)[]) => {
    where.push(condition)
    values.push(...bound)
  }
  if (must) add('page_terms MATCH ?', must)
  if (not) add('p.ord NOT IN (SELECT rowid FROM page_terms WHERE page_terms MATCH ?)', not)
  if (request.from !== undefined) add('p.published >= ?', request.from)
  if (request.to !== undefined) add('p.published <= ?', request.to)
  if (request.box) {
    const [west, south, east, north] = request.box
    const between = west <= east ? 'lon >= ? AND lon <= ?' : '(lon >= ? OR lon <= ?)'
    const inBox = `SELECT ord FROM page_places WHERE lat >= ? AND lat <= ? AND ${between}`
    add(`p.ord IN (${inBox})`, south, north, west, east)
  }
  if (request.near) {
    const { lat, lon, km } = request.near
    const reach = km / KM_PER_DEGREE
    const inCircle = `SELECT ord FROM page_places WHERE lat >= ? AND lat <= ? AND ${AWAY_KM} <= ?`
    add(`p.ord IN (${inCircle})`, lat - reach, lat + reach, lat, lat, lon, km)
  }
  return {
    from: must ? 'FROM page_terms CROSS JOIN pages p ON p.ord = page_terms.rowid' : 'FROM pages p',
    where: `WHERE ${where.join(' AND ')}`,
    rank: must ? RANK : 'p.relevance',
    values,
  }
}

/** Terms reach FTS5 only inside quotes, where nothing but a quote is special. */
function groupOf(alternatives: readonly (readonly string[])[]): string {
  const phrases = alternatives
    .map((terms) => plain(terms.join(' ')).trim())
    .filter(Boolean)
    .map((phrase) => `"${phrase.replaceAll('"', '""')}"`)
  return phrases.length ? `(${phrases.join(' OR ')})` : ''
}
