import type { UrlId } from '../../model/crawl.ts'
import type { PageCapture } from '../reads.ts'
import { endBefore } from './archived-copy.ts'
import { type CaptureRow, HOLDS_PAYLOAD } from './captures.ts'
import type { Connection } from './connection.ts'

/** Maximum number of requests for rendering one page. */
const MAX_RESOURCES = 1_000

/** A capture of a frontier URL does not repeat the URL. */
type Row = Omit<CaptureRow, 'url' | 'status'> & { url: string | null }

const COLUMNS = 'id, url_id, url, fetched_at, file, offset, length, payload_digest, record_id, refers_to'

export function capturesOfPage(connection: Connection, id: UrlId): PageCapture[] {
  const own = connection.get<Row>(`SELECT ${COLUMNS} FROM captures WHERE url_id = ?`, id)
  if (!own) return []
  // Resources of a rendered page follow it, written in the same transaction, without a frontier URL.
  const behind = connection.all<Row>(
    `SELECT ${COLUMNS} FROM captures WHERE id > ? ORDER BY id LIMIT ${MAX_RESOURCES}`,
    own.id,
  )
  const end = behind.findIndex((row) => row.url_id !== null)
  const resources = (end < 0 ? behind : behind.slice(0, end)).filter((row) => !isRobots(row.url))
  return [own, ...resources].map((row) => captureOf(connection, row))
}

function isRobots(url: string | null): boolean {
  return url !== null && URL.canParse(url) && new URL(url).pathname === '/robots.txt'
}

function captureOf(connection: Connection, row: Row): PageCapture {
  const { file, offset, length, record_id: recordId, fetched_at: fetchedAt } = row
  const capture = {
    warc: { file, offset, length },
    recordId,
    fetchedAt,
    companionsFrom: endBefore(connection, row),
  }
  return row.refers_to === null ? capture : { ...capture, original: originalOf(connection, row) }
}

function originalOf(connection: Connection, { payload_digest, refers_to }: Row): PageCapture | null {
  const row = connection.get<Row>(
    `SELECT ${COLUMNS} FROM captures WHERE ${HOLDS_PAYLOAD}`,
    payload_digest,
    refers_to,
  )
  return row ? captureOf(connection, { ...row, refers_to: null }) : null
}
