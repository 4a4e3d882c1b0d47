import { setImmediate as nextTurn } from 'node:timers/promises'
import type { UrlId } from '../../model/crawl.ts'
import type { KeptPage, SummaryInput } from '../reads.ts'
import type { Connection } from './connection.ts'
import { keyRanges, storedJson } from './stored-rows.ts'
import { unpackText } from './values.ts'

/** Rows read before yielding to the event loop. */
const AT_ONCE = 2_500

/** Reads only an index: three small values per page. */
export async function keptPages(connection: Connection): Promise<KeptPage[]> {
  const sql = `
    SELECT ord AS "order", published, relevance FROM pages INDEXED BY pages_columns
    WHERE ord > ?1 AND ord <= ?1 + ${AT_ONCE} AND kept = 1 AND duplicate_of IS NULL ORDER BY ord`
  const found: KeptPage[] = []
  for (const after of keyRanges(connection, 'SELECT min(ord) AS key FROM pages WHERE ord > ?', AT_ONCE)) {
    for (const page of connection.all<KeptPage>(sql, after)) found.push(page)
    await nextTurn()
  }
  return found
}

interface Row {
  id: UrlId
  title: string
  source: string
  language: string
  published: string | null
  relevance: number
  places: string
  who: string
  text: string | Uint8Array
}

export async function* summaryInputs(
  connection: Connection,
  orders: readonly number[],
): AsyncGenerator<SummaryInput> {
  const sql = `
    SELECT p.url_id AS id, p.title, h.source, p.language, p.published, p.relevance, p.places, p.who, t.text
    FROM pages p CROSS JOIN page_texts t ON t.ord = p.ord CROSS JOIN urls u ON u.id = p.url_id
    CROSS JOIN hosts h ON h.id = u.host_id WHERE p.ord = ?`
  for (const order of orders) {
    const row = connection.get<Row>(sql, order)
    if (!row) continue
    const { id, title, source, language, published, relevance } = row
    const places = storedJson<SummaryInput['places']>(row.places)
    const who = storedJson<SummaryInput['who']>(row.who)
    yield { id, title, source, language, published, relevance, places, who, text: unpackText(row.text) }
  }
}
