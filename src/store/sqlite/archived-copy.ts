import type { UrlId } from '../../model/crawl.ts'
import type { ArchivedCopy } from '../reads.ts'
import { type CaptureRow, HOLDS_PAYLOAD } from './captures.ts'
import type { Connection } from './connection.ts'
import { fingerprintOf } from './urls.ts'

type Row = Omit<CaptureRow, 'url_id'>

const COPY = `SELECT c.id, coalesce(c.url, u.requested, u.canonical) AS url, c.status, c.fetched_at, c.file, c.offset, c.length,
  c.payload_digest, c.record_id, c.refers_to FROM captures c LEFT JOIN urls u ON u.id = c.url_id`

/** Rows are in about the order of the records in the files: one of this many neighbours is the record before this one. */
const NEIGHBOURS = 100

/** The capture of a URL of the frontier. */
export function captureOf(connection: Connection, id: UrlId): ArchivedCopy | undefined {
  const row = connection.get<Row>(`${COPY} WHERE c.url_id = ?`, id)
  return row && copyFrom(connection, row)
}

/** The capture of a URL: of a page's resource, the one nearest in time to that page, or of the page itself. */
export function captureAt(
  connection: Connection,
  url: string,
  canonicalUrl: string,
  near: string,
): ArchivedCopy | undefined {
  const resource = connection.get<Row>(
    `${COPY} WHERE c.url = ?1 ORDER BY abs(julianday(c.fetched_at) - julianday(?2)), c.id LIMIT 1`,
    url,
    near,
  )
  if (resource && resource.status < 400) return copyFrom(connection, resource)
  const page = connection.get<{ id: UrlId }>(
    'SELECT id FROM urls WHERE fingerprint = ? AND canonical = ?',
    fingerprintOf(canonicalUrl),
    canonicalUrl,
  )
  // A URL that failed before it became a page has both: the failure is stored under its URL.
  return (page && captureOf(connection, page.id)) ?? (resource && copyFrom(connection, resource))
}

function copyFrom(connection: Connection, row: Row): ArchivedCopy {
  const { url, status, file, offset, length, record_id: recordId, fetched_at: fetchedAt } = row
  return {
    ...{ url, status, fetchedAt, recordId },
    warc: { file, offset, length },
    companionsFrom: endBefore(connection, row),
    payload: row.refers_to === null ? null : payloadOf(connection, row),
  }
}

/** Where the companion records of a capture may begin: after the previous capture in its file. */
export function endBefore(
  connection: Connection,
  { id, file, offset }: Pick<Row, 'id' | 'file' | 'offset'>,
): number {
  const row = connection.get<{ end: number | null }>(
    `SELECT max(offset + length) AS end FROM captures
     WHERE id BETWEEN ?1 - ${NEIGHBOURS} AND ?1 + ${NEIGHBOURS} AND file = ?2 AND offset + length <= ?3`,
    id,
    file,
    offset,
  )
  return row?.end ?? 0
}

function payloadOf(connection: Connection, { payload_digest, refers_to }: Row) {
  const row = connection.get<Pick<Row, 'file' | 'offset' | 'length'>>(
    `SELECT file, offset, length FROM captures WHERE ${HOLDS_PAYLOAD}`,
    payload_digest,
    refers_to,
  )
  return row ?? null
}
