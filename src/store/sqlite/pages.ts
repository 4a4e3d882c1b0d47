import type { Lease, Observation, Outcome, RobotsNote, UrlId } from '../../model/crawl.ts'
import type { DateSource } from '../../model/page.ts'
import { type Fingerprint, fingerprintOf, sketchOf } from '../../page/fingerprint.ts'
import { pageKind } from '../../score/features/page-kind.ts'
import { indexTermsOf } from '../../text/terms.ts'
import type { PageFilter, PageKind, PageRecord } from '../records.ts'
import type { Connection } from './connection.ts'
import { CHUNK, chunks, storedJson } from './stored-rows.ts'
import { finite, packText, plain, unpackText } from './values.ts'

export type PageOutcome = Extract<Outcome, { kind: 'page' }>

const RECORD = `
  SELECT p.ord, p.url_id, p.kept, p.relevance, p.evidence, p.link_score, p.depth, p.title, p.language, p.published,
    p.published_from, p.places, p.status, p.fetched_at, p.text_digest, p.summary, p.who, p.robots, p.kind, p.curated, t.text, u.canonical, u.requested,
    h.source, parent.canonical AS parent, original.canonical AS original, l.evidence AS link_evidence, c.file, c.offset, c.length, c.payload_digest
  FROM pages p
  CROSS JOIN page_texts t ON t.ord = p.ord
  CROSS JOIN urls u ON u.id = p.url_id
  CROSS JOIN hosts h ON h.id = u.host_id
  LEFT JOIN urls parent ON parent.id = u.parent
  LEFT JOIN urls original ON original.id = p.duplicate_of
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
  robots: string | null
  kind: PageKind
  curated: PageRecord['curated']
  text: string | Uint8Array
  canonical: string
  requested: string | null
  source: string
  parent: string | null
  original: string | null
  link_evidence: string | null
  file: string | null
  offset: number
  length: number
  payload_digest: string
}

/** Index terms of a page for the full-text table. Expensive and pure, so computed before the transaction begins. */
export interface PageTerms {
  readonly title: string
  readonly body: string
}

/** The whole text of a kept page, title and summary of a rejected one. */
export function pageTermsOf(outcome: PageOutcome): PageTerms {
  const { page, verdict } = outcome
  const terms = (text: string) => plain(indexTermsOf(text, page.language).join(' '))
  return { title: terms(page.title), body: terms(verdict.relevant ? textOf(outcome) : outcome.summary) }
}

function kindOf({ page, verdict }: PageOutcome): PageKind {
  if (verdict.evidence.notFound !== undefined) return 'not-found'
  return page.form === 'sitemap' ? 'sitemap' : pageKind(page)
}

/** The keys for finding copies of a kept page; null for others. Expensive and pure. */
export function fingerprintOfPage(outcome: PageOutcome): Fingerprint | null {
  return outcome.verdict.relevant ? fingerprintOf(plain(outcome.page.title), plain(textOf(outcome))) : null
}

/** The text that is shown, searched and stored: the article, or the whole page if none was found. */
function textOf({ page }: PageOutcome): string {
  return page.mainText || page.text
}

/** Null if the site has no directives for the page, as is usual. */
function robotsNoteOf({ page, allowedBy = null, withheld = false }: PageOutcome): RobotsNote | null {
  if (allowedBy === null && page.robots.because.length === 0) return null
  return { ...page.robots, allowedBy, withheld }
}

/** What the store itself determines about a page. */
interface PageNote {
  /** The kept page that it is a copy of. */
  readonly original: UrlId | null
  /** Number of its links that were unknown. */
  readonly fresh: number
  /** Its order, if it replaces an older page; null for the next. */
  readonly place: number | null
}

const INSERT_PAGE = `
  INSERT INTO pages (ord, url_id, kept, relevance, evidence, link_score, depth, title, language, published,
    published_from, places, status, content_type, fetched_at, text_digest, summary, who, memo, kind, robots, duplicate_of,
    sketch, not_found, fresh)
  VALUES (coalesce(?, (SELECT coalesce(max(ord), 0) + 1 FROM pages)), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** Fetched pages, their texts and places. Writing works inside the caller's transaction. */
export class Pages {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  write(lease: Lease, outcome: PageOutcome, terms: PageTerms, { original, fresh, place }: PageNote): number {
    const { page, verdict } = outcome
    const robots = robotsNoteOf(outcome)
    const { id: order } = this.#connection.run(
      INSERT_PAGE,
      place,
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
      kindOf(outcome),
      robots && plain(JSON.stringify(robots)),
      original,
      sketchOf(page),
      verdict.evidence.notFound === undefined ? 0 : 1,
      fresh,
    )
    const text = outcome.withheld ? '' : textOf(outcome)
    this.#connection.run('INSERT INTO page_texts (ord, text) VALUES (?, ?)', order, packText(text))
    if (original === null) this.#index(order, outcome, terms)
    return order
  }

  /** Removes the page of a URL; returns its order, and whether it was kept. */
  remove(id: UrlId): { place: number; kept: boolean } | undefined {
    const row = this.#connection.get<{ ord: number; kept: number }>(
      'SELECT ord, kept FROM pages WHERE url_id = ?',
      id,
    )
    if (!row) return undefined
    for (const table of ['page_texts', 'page_places', 'page_facets', 'pages'])
      this.#connection.run(`DELETE FROM ${table} WHERE ord = ?`, row.ord)
    for (const table of ['page_terms', 'rejected_terms'])
      this.#connection.run(`DELETE FROM ${table} WHERE rowid = ?`, row.ord)
    return { place: row.ord, kept: row.kept === 1 }
  }

  byId(id: UrlId): PageRecord | undefined {
    const row = this.#connection.get<PageRow>(`${RECORD} WHERE p.url_id = ?`, id)
    return row && recordOf(row)
  }

  byOrder(order: number): PageRecord | undefined {
    const row = this.#connection.get<PageRow>(`${RECORD} WHERE p.ord = ?`, order)
    return row && recordOf(row)
  }

  latest(limit: number): PageRecord[] {
    return this.#connection.all<PageRow>(`${RECORD} ORDER BY p.ord DESC LIMIT ?`, limit).map(recordOf)
  }

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
    const sql = `${OBSERVED} WHERE p.ord > ? ORDER BY p.ord LIMIT ${CHUNK}`
    yield* chunks(
      (after) => this.#connection.all<ObservedRow>(sql, after),
      (row) => row.ord,
      observationOf,
      afterOrder,
    )
  }

  observation(order: number): Observation | undefined {
    const row = this.#connection.get<ObservedRow>(`${OBSERVED} WHERE p.ord = ?`, order)
    return row && observationOf(row)
  }

  #index(order: number, { page, verdict }: PageOutcome, terms: PageTerms): void {
    this.#connection.run(
      `INSERT INTO ${verdict.relevant ? 'page_terms' : 'rejected_terms'} (rowid, title, body) VALUES (?, ?, ?)`,
      order,
      terms.title,
      terms.body,
    )
    if (!verdict.relevant) return
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

/** If a curator has overruled the verdict, relevance is 0 or 1. */
const OBSERVED = `
  SELECT p.ord, p.url_id, p.kept, CASE WHEN p.judged IS NULL THEN p.relevance ELSE p.kept END AS relevance, p.link_score, p.depth,
    p.published, p.memo, p.duplicate_of, u.canonical, u.requested, u.best_parent, h.host, h.source, l.evidence AS link_evidence
  FROM pages p CROSS JOIN urls u ON u.id = p.url_id CROSS JOIN hosts h ON h.id = u.host_id
  LEFT JOIN links l ON l.url_id = u.id AND l.parent_id = u.best_parent`

function observationOf(row: ObservedRow): Observation {
  return {
    order: row.ord,
    id: row.url_id,
    url: row.requested ?? row.canonical,
    canonicalUrl: row.canonical,
    source: row.source,
    host: row.host,
    depth: row.depth,
    score: row.link_score,
    evidence: row.link_evidence ? storedJson(row.link_evidence) : {},
    bestParent: row.best_parent || null,
    memo: row.memo === null ? null : storedJson(row.memo),
    relevance: row.relevance,
    relevant: row.kept === 1,
    published: row.published,
    duplicateOf: row.duplicate_of,
  }
}

interface ObservedRow extends PageRow {
  host: string
  best_parent: UrlId
  memo: string | null
  duplicate_of: UrlId | null
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
    places: storedJson(row.places),
    relevance: row.relevance,
    relevant: row.kept === 1,
    evidence: storedJson(row.evidence),
    source: row.source,
    depth: row.depth,
    parent: row.parent,
    duplicateOf: row.original,
    order: row.ord,
    fetchedAt: row.fetched_at,
    status: row.status,
    warc: file === null ? null : { file, offset, length, payloadDigest: row.payload_digest },
    textDigest: row.text_digest,
    summary: row.summary,
    who: storedJson(row.who),
    robots: row.robots === null ? null : storedJson(row.robots),
    kind: row.kind,
    curated: row.curated,
    linkScore: row.link_score,
    linkEvidence: row.link_evidence ? storedJson(row.link_evidence) : {},
    text: unpackText(row.text),
  }
}
