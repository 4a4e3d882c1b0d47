import type {
  Catalogue,
  CatalogueVersion,
  NamedHost,
  NamedPlace,
  NamedWho,
  Occurrences,
  PageFacts,
  TextIndex,
  TextQuery,
  TextRun,
} from '../catalogue.ts'
import type { PageRecord, ResultRecord } from '../records.ts'
import type { Connection } from './connection.ts'
import { factsAfter, factsOf } from './page-facts.ts'
import type { Pages } from './pages.ts'
import { resultsAt } from './result-row.ts'
import { unreadableRow } from './stored-rows.ts'
import { matchingOrders } from './text-match.ts'
import { phraseOccurrences, wordOccurrences } from './text-occurrences.ts'

/** The catalogue behind search, in one SQLite file. */
export class SqliteCatalogue implements Catalogue {
  readonly #connection: Connection
  readonly #pages: Pages

  constructor(connection: Connection, pages: Pages) {
    this.#connection = connection
    this.#pages = pages
  }

  async version(): Promise<CatalogueVersion> {
    const sql = 'SELECT (SELECT max(ord) FROM pages) AS pages, (SELECT max(n) FROM page_changes) AS changes'
    const row = this.#connection.get<{ pages: number | null; changes: number | null }>(sql)
    return { pages: row?.pages ?? 0, changes: row?.changes ?? 0 }
  }

  async facts(afterOrder: number, limit: number): Promise<PageFacts[]> {
    return factsAfter(this.#connection, afterOrder, limit)
  }

  async factsOf(orders: readonly number[]): Promise<PageFacts[]> {
    return factsOf(this.#connection, orders)
  }

  async changed(afterChange: number): Promise<number[]> {
    const sql = 'SELECT DISTINCT ord FROM page_changes WHERE n > ?'
    return this.#connection.all<{ ord: number }>(sql, afterChange).map((row) => row.ord)
  }

  async hosts(numbers: readonly number[]): Promise<NamedHost[]> {
    const sql = 'SELECT id AS number, host, source FROM hosts WHERE id = ?'
    return numbers.flatMap((number) => this.#connection.get<NamedHost>(sql, number) ?? [])
  }

  async places(afterNumber: number, limit: number): Promise<NamedPlace[]> {
    const sql = 'SELECT n AS number, id, name, lat, lon FROM place_names WHERE n > ? ORDER BY n LIMIT ?'
    return withNames(this.#connection.all<NamedPlace>(sql, afterNumber, limit))
  }

  async who(afterNumber: number, limit: number): Promise<NamedWho[]> {
    const sql = 'SELECT n AS number, name, kind FROM who_names WHERE n > ? ORDER BY n LIMIT ?'
    return withNames(this.#connection.all<NamedWho>(sql, afterNumber, limit))
  }

  async matching(
    index: TextIndex,
    query: TextQuery,
    range: { readonly from: number; readonly to: number },
    inTitle = false,
  ): Promise<Uint32Array> {
    return matchingOrders(this.#connection, index, query, range, inTitle)
  }

  async wordOccurrences(index: TextIndex, run: TextRun): Promise<Occurrences | null> {
    return wordOccurrences(this.#connection, index, run)
  }

  async occurrences(
    index: TextIndex,
    run: TextRun,
    range: { readonly from: number; readonly to: number },
    among: Uint8Array | null,
  ): Promise<Occurrences> {
    return phraseOccurrences(this.#connection, index, run, range, among)
  }

  async results(orders: readonly number[]): Promise<ResultRecord[]> {
    return resultsAt(this.#connection, orders)
  }

  async pages(orders: readonly number[]): Promise<PageRecord[]> {
    return orders.flatMap((order) => this.#pages.byOrder(order) ?? [])
  }
}

/** In a damaged database a column can hold a value of any type. */
function withNames<Row extends { readonly name: unknown }>(rows: Row[]): Row[] {
  if (rows.some(({ name }) => typeof name !== 'string')) throw unreadableRow()
  return rows
}
