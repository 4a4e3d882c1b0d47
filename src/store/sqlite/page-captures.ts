import type { UrlId } from '../../model/crawl.ts'
import type { PageCapture } from '../reads.ts'
import { endBefore } from './archived-copy.ts'
import type { Connection } from './connection.ts'

/** What a browser may have asked for to show one page. */
const MOST_RESOURCES = 1_000

interface Row {
  id: number
  url_id: UrlId | null
  url: string | null
  fetched_at: string
  file: string
  offset: number
  length: number
  payload_digest: string
  record_id: string
  refers_to: string | null
}

const COLUMNS = 'id, url_id, url, fetched_at, file, offset, length, payload_digest, record_id, refers_to'

export function capturesOfPage(connection: Connection, id: UrlId): PageCapture[] {
  const own = connection.get<Row>(`SELECT ${COLUMNS} FROM captures WHERE url_id = ?`, id)
  if (!own) return []
  // What a browser asked for to show the page is noted right behind it, in the same transaction, without a URL of the frontier.
  const behind = connection.all<Row>(
    `SELECT ${COLUMNS} FROM captures WHERE id > ? ORDER BY id LIMIT ${MOST_RESOURCES}`,
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

/** A reference always leads to a whole response, never to another one. */
function originalOf(connection: Connection, { payload_digest, refers_to }: Row): PageCapture | null {
  const row = connection.get<Row>(
    `SELECT ${COLUMNS} FROM captures
     WHERE substr(payload_digest, 8, 12) = substr(?1, 8, 12) AND original = 1 AND record_id = ?2`,
    payload_digest,
    refers_to,
  )
  return row ? captureOf(connection, { ...row, refers_to: null }) : null
}
