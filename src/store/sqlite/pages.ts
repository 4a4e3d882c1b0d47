import type { Lease, Observation, Outcome, UrlId } from '../../model/crawl.ts'
import type { Capture } from '../../model/exchange.ts'
import type { DateSource } from '../../model/page.ts'
import { indexTermsOf } from '../../text/terms.ts'
import type { CaptureRecord, PageFilter, PageRecord } from '../records.ts'
import type { Connection } from './connection.ts'
import { finite, packText, plain, unpackText } from './values.ts'

export type PageOutcome = Extract<Outcome, { kind: 'page' }>

/** Rows read at a time by the streams: few enough to stay small, many enough that the query costs little. */
const CHUNK = 100

const RECORD = `
  SELECT p.ord, p.url_id, p.kept, p.relevance, p.evidence, p.link_score, p.depth, p.title, p.language, p.published,
    p.published_from, p.places, p.status, p.fetched_at, p.text_digest, p.summary, p.who, t.text, u.canonical, u.requested,
    h.source, parent.canonical AS parent, l.evidence AS link_evidence, c.file, c.offset, c.length, c.payload_digest
  FROM pages p
  CROSS JOIN page_texts t ON t.ord = p.ord
  CROSS JOIN urls u ON u.id = p.url_id
  CROSS JOIN hosts h ON h.id = u.host_id
  LEFT JOIN urls parent ON parent.id = u.parent
  LEFT JOIN links l ON l.url_id = u.id AND l.parent_id = u.best_parent
  LEFT JOIN captures c ON c.url_id = u.id`

interface PageRow {
  ord: number
  url_id: UrlId
  kept: number
  relevance: number
  evidence: string
  link_score: number
  depth: number
  title: string
  language: string
  published: string | null
  published_from: DateSource
  places: string
  status: number
  fetched_at: string
  text_digest: string
  summary: string
  who: string
  text: string | Uint8Array
  canonical: string
  requested: string | null
  source: string
  parent: string | null
  link_evidence: string | null
  file: string | null
  offset: number
  length: number
  payload_digest: string
}

/** Index terms of a page, ready for the full-text table. Costly, and pure: done before the transaction begins. */
export interface PageTerms {
  readonly title: string
  readonly body: string
}

export function pageTermsOf(outcome: PageOutcome): PageTerms | null {
  if (!outcome.verdict.relevant) return null
  const { page } = outcome
  const terms = (text: string) => plain(indexTermsOf(text, page.language).join(' '))
  return { title: terms(page.title), body: terms(textOf(outcome)) }
}

/** What is shown, searched and kept: the article; the whole page where no article was found. */
function textOf({ page }: PageOutcome): string {
  return page.mainText || page.text
}

/** Fetched pages, their texts, places and captures. Writing works inside the caller's transaction. */
export class Pages {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  write(lease: Lease, outcome: PageOutcome, terms: PageTerms | null): void {
    const { page, verdict } = outcome
    const { id: order } = this.#connection.run(
      `INSERT INTO pages (ord, url_id, kept, relevance, evidence, link_score, depth, title, language, published,
         published_from, places, status, content_type, fetched_at, text_digest, summary, who, memo)
       VALUES ((SELECT coalesce(max(ord), 0) + 1 FROM pages), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      lease.id,
      verdict.relevant ? 1 : 0,
      finite(verdict.relevance),
      JSON.stringify(verdict.evidence),
      lease.score,
      lease.depth,
      plain(page.title),
      page.language,
      page.published,
      page.publishedFrom,
      JSON.stringify(page.places),
      outcome.status,
      plain(outcome.contentType),
      outcome.fetchedAt.toISOString(),
      outcome.textDigest,
      plain(outcome.summary),
      JSON.stringify(outcome.who),
      outcome.memo === null ? null : plain(JSON.stringify(outcome.memo)),
    )
    this.#connection.run('INSERT INTO page_texts (ord, text) VALUES (?, ?)', order, packText(textOf(outcome)))
    if (terms) this.#index(order, outcome, terms)
  }

  writeCapture(of: { id: UrlId } | { url: string }, capture: Capture, status: number, fetchedAt: Date): void {
    const { location, payloadDigest, recordId } = capture
    this.#connection.run(
      `INSERT INTO captures (url_id, url, status, fetched_at, file, offset, length, payload_digest, record_id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      'id' in of ? of.id : null,
      'url' in of ? of.url : null,
      status,
      fetchedAt.toISOString(),
      location.file,
      location.offset,
      location.length,
      payloadDigest,
      recordId,
    )
    this.#connection.run(
      'INSERT INTO archive_ends VALUES (?, ?) ON CONFLICT (file) DO UPDATE SET end = max(end, excluded.end)',
      location.file,
      location.offset + location.length,
    )
  }

  archiveEnds(): Map<string, number> {
    const rows = this.#connection.all<{ file: string; end: number }>('SELECT file, end FROM archive_ends')
    return new Map(rows.map(({ file, end }) => [file, end]))
  }

  languages(): string[] {
    const sql = 'SELECT language, count(*) AS n FROM pages WHERE kept = 1 GROUP BY language ORDER BY n DESC'
    return this.#connection.all<{ language: string }>(sql).map((row) => row.language)
  }

  byId(id: UrlId): PageRecord | undefined {
    const row = this.#connection.get<PageRow>(`${RECORD} WHERE p.url_id = ?`, id)
    return row && recordOf(row)
  }

  byOrder(order: number): PageRecord | undefined {
    const row = this.#connection.get<PageRow>(`${RECORD} WHERE p.ord = ?`, order)
    return row && recordOf(row)
  }

  /** Each chunk is its own short read, so a slow consumer holds up neither the writer nor its checkpoints. */
  async *stream(filter: PageFilter): AsyncGenerator<PageRecord> {
    const sql = `${RECORD} WHERE p.ord > ? AND p.kept >= ? ORDER BY p.ord LIMIT ${CHUNK}`
    const kept = filter.all ? 0 : 1
    yield* chunks(
      (after) => this.#connection.all<PageRow>(sql, after, kept),
      (row) => row.ord,
      recordOf,
    )
  }

  async *observations(afterOrder: number): AsyncGenerator<Observation> {
    const sql = `
      SELECT p.ord, p.url_id, p.kept, p.relevance, p.link_score, p.depth, p.published, p.memo, u.canonical, u.requested,
        u.best_parent, h.host, h.source, l.evidence AS link_evidence
      FROM pages p CROSS JOIN urls u ON u.id = p.url_id CROSS JOIN hosts h ON h.id = u.host_id
      LEFT JOIN links l ON l.url_id = u.id AND l.parent_id = u.best_parent
      WHERE p.ord > ? ORDER BY p.ord LIMIT ${CHUNK}`
    yield* chunks(
      (after) => this.#connection.all<ObservedRow>(sql, after),
      (row) => row.ord,
      (row) => ({
        order: row.ord,
        id: row.url_id,
        url: row.requested ?? row.canonical,
        canonicalUrl: row.canonical,
        source: row.source,
        host: row.host,
        depth: row.depth,
        score: row.link_score,
        evidence: row.link_evidence ? JSON.parse(row.link_evidence) : {},
        bestParent: row.best_parent || null,
        memo: row.memo === null ? null : JSON.parse(row.memo),
        relevance: row.relevance,
        relevant: row.kept === 1,
        published: row.published,
      }),
      afterOrder,
    )
  }

  async *captures(): AsyncGenerator<CaptureRecord> {
    const sql = `
      SELECT c.id, c.url_id, c.status, c.fetched_at, c.file, c.offset, c.length, c.payload_digest, c.record_id,
        coalesce(c.url, u.requested, u.canonical) AS url
      FROM captures c LEFT JOIN urls u ON u.id = c.url_id WHERE c.id > ? ORDER BY c.id LIMIT ${CHUNK}`
    yield* chunks(
      (after) => this.#connection.all<CaptureRow>(sql, after),
      (row) => row.id,
      (row) => ({
        id: row.url_id,
        url: row.url,
        status: row.status,
        fetchedAt: row.fetched_at,
        warc: { file: row.file, offset: row.offset, length: row.length, payloadDigest: row.payload_digest },
        recordId: row.record_id,
      }),
    )
  }

  #index(order: number, { page }: PageOutcome, terms: PageTerms): void {
    this.#connection.run(
      'INSERT INTO page_terms (rowid, title, body) VALUES (?, ?, ?)',
      order,
      terms.title,
      terms.body,
    )
    for (const place of page.places) {
      this.#connection.run(
        'INSERT OR IGNORE INTO page_places (ord, place_id, lat, lon, count) VALUES (?, ?, ?, ?, ?)',
        order,
        place.id,
        finite(place.lat),
        finite(place.lon),
        Math.trunc(finite(place.count)),
      )
    }
  }
}

interface ObservedRow extends PageRow {
  host: string
  best_parent: UrlId
  memo: string | null
}

interface CaptureRow {
  id: number
  url_id: UrlId | null
  url: string
  status: number
  fetched_at: string
  file: string
  offset: number
  length: number
  payload_digest: string
  record_id: string
}

async function* chunks<Row, Item>(
  read: (after: number) => Row[],
  keyOf: (row: Row) => number,
  itemOf: (row: Row) => Item,
  start = 0,
): AsyncGenerator<Item> {
  let after = start
  for (;;) {
    const rows = read(after)
    for (const row of rows) yield itemOf(row)
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    after = keyOf(last)
  }
}

function recordOf(row: PageRow): PageRecord {
  const { file, offset, length } = row
  return {
    id: row.url_id,
    url: row.requested ?? row.canonical,
    canonicalUrl: row.canonical,
    title: row.title,
    language: row.language,
    published: row.published,
    publishedFrom: row.published_from,
    places: JSON.parse(row.places),
    relevance: row.relevance,
    relevant: row.kept === 1,
    evidence: JSON.parse(row.evidence),
    source: row.source,
    depth: row.depth,
    parent: row.parent,
    order: row.ord,
    fetchedAt: row.fetched_at,
    status: row.status,
    warc: file === null ? null : { file, offset, length, payloadDigest: row.payload_digest },
    textDigest: row.text_digest,
    summary: row.summary,
    who: JSON.parse(row.who),
    linkScore: row.link_score,
    linkEvidence: row.link_evidence ? JSON.parse(row.link_evidence) : {},
    text: unpackText(row.text),
  }
}
