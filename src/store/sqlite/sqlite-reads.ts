import type { UrlId } from '../../model/crawl.ts'
import type { StrategySpec } from '../../model/strategy-spec.ts'
import type {
  ArchivedCopy,
  KeptKey,
  KeptPage,
  PageCapture,
  PageGraph,
  PageName,
  PathStep,
  Reads,
  SourceTallies,
  SummaryInput,
} from '../reads.ts'
import { captureAt, captureOf } from './archived-copy.ts'
import type { Connection } from './connection.ts'
import { capturesOfPage } from './page-captures.ts'
import { pageGraph } from './page-graph.ts'
import { tallySources } from './source-tallies.ts'
import { chunks, storedJson } from './stored-rows.ts'
import { keptPages, summaryInputs } from './summary-inputs.ts'
import { copiesOf, originalOf, pathOf } from './trails.ts'

/** The reads of the library, in one SQLite file. */
export class SqliteReads implements Reads {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  version(): string {
    // The first counts what others have committed, the second what this connection changed.
    const others = this.#connection.get<{ data_version: number }>('PRAGMA data_version')?.data_version ?? 0
    const own = this.#connection.get<{ n: number }>('SELECT total_changes() AS n')?.n ?? 0
    return `${others}.${own}`
  }

  decisions(): number {
    return this.#connection.get<{ n: number | null }>('SELECT max(id) AS n FROM curation')?.n ?? 0
  }

  async path(id: UrlId): Promise<PathStep[]> {
    return pathOf(this.#connection, id)
  }

  async original(id: UrlId): Promise<PageName | null> {
    return originalOf(this.#connection, id)
  }

  async copies(id: UrlId): Promise<PageName[]> {
    return copiesOf(this.#connection, id)
  }

  sources(): Promise<SourceTallies> {
    return tallySources(this.#connection)
  }

  graph(limit: number): Promise<PageGraph> {
    return pageGraph(this.#connection, limit)
  }

  keptPages(): Promise<KeptPage[]> {
    return keptPages(this.#connection)
  }

  summaryInputs(orders: readonly number[]): AsyncIterable<SummaryInput> {
    return summaryInputs(this.#connection, orders)
  }

  async *keptKeys(): AsyncGenerator<KeptKey> {
    const sql = `
      SELECT p.ord, u.canonical AS canonicalUrl, p.text_digest AS textDigest, h.source
      FROM pages p CROSS JOIN urls u ON u.id = p.url_id CROSS JOIN hosts h ON h.id = u.host_id
      WHERE p.ord > ? AND p.kept = 1 AND p.duplicate_of IS NULL ORDER BY p.ord LIMIT 100`
    yield* chunks(
      (after) => this.#connection.all<KeptKey & { ord: number }>(sql, after),
      (row) => row.ord,
      ({ canonicalUrl, textDigest, source }) => ({ canonicalUrl, textDigest, source }),
    )
  }

  async pageCaptures(id: UrlId): Promise<PageCapture[]> {
    return capturesOfPage(this.#connection, id)
  }

  async captureOf(id: UrlId): Promise<ArchivedCopy | undefined> {
    return captureOf(this.#connection, id)
  }

  async captureAt(url: string, canonical: string, near: string): Promise<ArchivedCopy | undefined> {
    return captureAt(this.#connection, url, canonical, near)
  }

  async strategy(): Promise<StrategySpec | null> {
    // Collections crawled before runs were recorded hold only the state of a strategy that learns.
    const sql = `SELECT json_extract(value, '$.name') AS name, json_extract(value, '$.options') AS options
      FROM meta WHERE key IN ('crawl-strategy', 'strategy') ORDER BY key LIMIT 1`
    const found = this.#connection.get<{ name: string | null; options: string | null }>(sql)
    if (typeof found?.name !== 'string') return null
    return { name: found.name, options: found.options === null ? {} : storedJson(found.options) }
  }
}
