import type { UrlId } from '../../model/crawl.ts'
import type { EarlierCopy } from '../records.ts'
import { endBefore } from './archived-copy.ts'
import type { Connection } from './connection.ts'

interface Row {
  id: number
  url: string
  fetched_at: string
  file: string
  offset: number
  length: number
  payload_digest: string
  record_id: string
  refers_to: string | null
  original: number
}

const CAPTURE = `SELECT c.id, coalesce(c.url, u.requested, u.canonical) AS url, c.fetched_at, c.file, c.offset, c.length,
  c.payload_digest, c.record_id, c.refers_to, c.original FROM captures c LEFT JOIN urls u ON u.id = c.url_id`

/** The first capture of a URL is filed under its id, those of later looks under its address. */
const LAST_PAGE = `${CAPTURE} WHERE c.status = 200 AND (c.url_id = ?1
  OR c.url = (SELECT coalesce(requested, canonical) FROM urls WHERE id = ?1)) ORDER BY c.id DESC LIMIT 1`

const PAYLOAD = `${CAPTURE}
  WHERE substr(c.payload_digest, 8, 12) = substr(?1, 8, 12) AND c.original = 1 AND c.record_id = ?2`

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
