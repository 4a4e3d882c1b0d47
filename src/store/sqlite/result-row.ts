import type { UrlId } from '../../model/crawl.ts'
import type { PageKind, PageRecord, ResultRecord } from '../records.ts'
import type { Connection } from './connection.ts'
import { storedJson } from './stored-rows.ts'
import { unpackText } from './values.ts'

/** Without links, verdict and captures, which would take half of the time of a search. */
const RESULT = `
  SELECT p.ord, p.url_id, coalesce(u.requested, u.canonical), p.title, h.source, p.language, p.published, p.fetched_at, p.relevance,
    p.kept, p.curated, p.kind, p.places, p.summary, t.text, EXISTS (SELECT 1 FROM captures c WHERE c.url_id = p.url_id AND c.file IS NOT NULL)
  FROM pages p CROSS JOIN page_texts t ON t.ord = p.ord CROSS JOIN urls u ON u.id = p.url_id CROSS JOIN hosts h ON h.id = u.host_id
  WHERE p.ord = ?`

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

export function resultAt(connection: Connection, order: number): ResultRecord | undefined {
  const [row] = connection.lists<ResultRow>(RESULT, order)
  if (!row) return undefined
  const [, id, url, title, source, language, published, fetchedAt, relevance, kept, curated, kind] = row
  return {
    ...{ order, id, url, title, source, language, published, fetchedAt, relevance, curated, kind },
    relevant: kept === 1,
    places: storedJson(row[12]),
    summary: row[13],
    text: unpackText(row[14]),
    archived: row[15] === 1,
  }
}
