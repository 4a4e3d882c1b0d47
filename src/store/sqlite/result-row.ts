import type { UrlId } from '../../model/crawl.ts'
import type { PageKind, PageRecord, ResultRecord } from '../records.ts'
import type { Connection } from './connection.ts'
import { storedJson } from './stored-rows.ts'
import { unpackText } from './values.ts'

/** Without links, verdict and captures, which would take half of the time of a search. All rows in one statement, which takes a third of the time. */
const RESULTS = `
  SELECT p.ord, p.url_id, coalesce(u.requested, u.canonical), p.title, h.source, p.language, p.published, p.fetched_at, p.relevance,
    p.kept, p.curated, p.kind, p.places, p.summary, t.text, EXISTS (SELECT 1 FROM captures c WHERE c.url_id = p.url_id AND c.file IS NOT NULL)
  FROM json_each(?) wanted CROSS JOIN pages p ON p.ord = wanted.value CROSS JOIN page_texts t ON t.ord = p.ord
  CROSS JOIN urls u ON u.id = p.url_id CROSS JOIN hosts h ON h.id = u.host_id`

type ResultRow = [
  order: number,
  id: UrlId,
  url: string,
  title: string,
  source: string,
  language: string,
  published: string | null,
  fetchedAt: string,
  relevance: number,
  kept: number,
  curated: PageRecord['curated'],
  kind: PageKind,
  places: string,
  summary: string,
  text: string | Uint8Array,
  archived: number,
]

/** In the given order; missing pages are omitted. */
export function resultsAt(connection: Connection, orders: readonly number[]): ResultRecord[] {
  return connection.lists<ResultRow>(RESULTS, JSON.stringify(orders)).map(resultIn)
}

function resultIn(row: ResultRow): ResultRecord {
  const [order, id, url, title, source, language, published, fetchedAt, relevance, kept, curated, kind] = row
  return {
    ...{ order, id, url, title, source, language, published, fetchedAt, relevance, curated, kind },
    relevant: kept === 1,
    places: storedJson(row[12]),
    summary: row[13],
    text: unpackText(row[14]),
    archived: row[15] === 1,
  }
}
