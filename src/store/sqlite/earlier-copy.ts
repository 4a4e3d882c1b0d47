import type { UrlId } from '../../model/crawl.ts'
import type { EarlierCopy } from '../records.ts'
import { endBefore } from './archived-copy.ts'
import { type CaptureRow, HOLDS_PAYLOAD } from './captures.ts'
import type { Connection } from './connection.ts'

type Row = Omit<CaptureRow, 'url_id' | 'status'> & { original: number }

const CAPTURE = `SELECT c.id, coalesce(c.url, u.requested, u.canonical) AS url, c.fetched_at, c.file, c.offset, c.length,
  c.payload_digest, c.record_id, c.refers_to, c.original FROM captures c LEFT JOIN urls u ON u.id = c.url_id`

/** The first capture of a URL is filed under its id, later captures under its URL. */
const LAST_PAGE = `${CAPTURE} WHERE c.status = 200 AND (c.url_id = ?1
  OR c.url = (SELECT coalesce(requested, canonical) FROM urls WHERE id = ?1)) ORDER BY c.id DESC LIMIT 1`

const PAYLOAD = `${CAPTURE} WHERE ${HOLDS_PAYLOAD}`

export function earlierCopy(connection: Connection, id: UrlId): EarlierCopy | undefined {
  const last = connection.get<Row>(LAST_PAGE, id)
  const payload =
    last?.refers_to == null ? last : connection.get<Row>(PAYLOAD, last.payload_digest, last.refers_to)
  if (!last || !payload?.original) return undefined
  const { url, file, offset, length, record_id: recordId } = last
  return {
    ...{ url, recordId },
    warc: { file, offset, length },
    companionsFrom: endBefore(connection, last),
    payload: {
      recordId: payload.record_id,
      url: payload.url,
      date: payload.fetched_at,
      payloadDigest: payload.payload_digest,
    },
  }
}
