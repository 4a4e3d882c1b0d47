import type { UrlId } from '../../model/crawl.ts'
import type { Capture, Original } from '../../model/exchange.ts'
import type { CaptureRecord } from '../records.ts'
import type { Connection } from './connection.ts'
import { CHUNK, chunks } from './stored-rows.ts'

export interface CaptureRow {
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
  refers_to: string | null
}

/** A capture that was removed, and its URL. */
export interface ForgottenCapture {
  /** Null for a robots.txt. */
  readonly urlId: UrlId | null
  readonly url: string
}

const ADDRESS = 'coalesce(c.url, u.requested, u.canonical)'

/** The capture of a payload with this digest (?1) and record id (?2). A reference always leads to a whole response, never to another one. */
export const HOLDS_PAYLOAD =
  'substr(payload_digest, 8, 12) = substr(?1, 8, 12) AND original = 1 AND record_id = ?2'

/** The location of every record in the archive. Writes happen inside the caller's transaction. */
export class Captures {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  write(of: { id: UrlId } | { url: string }, capture: Capture, status: number, fetchedAt: Date): void {
    const { location, payloadDigest, recordId, refersTo, original } = capture
    this.#connection.run(
      `INSERT INTO captures (url_id, url, status, fetched_at, file, offset, length, payload_digest, record_id, refers_to, original)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      'id' in of ? of.id : null,
      'url' in of ? of.url : null,
      status,
      fetchedAt.toISOString(),
      location.file,
      location.offset,
      location.length,
      payloadDigest,
      recordId,
      refersTo ?? null,
      original ? 1 : 0,
    )
    this.#connection.run(
      'INSERT INTO archive_ends VALUES (?, ?) ON CONFLICT (file) DO UPDATE SET end = max(end, excluded.end)',
      location.file,
      location.offset + location.length,
    )
  }

  has(id: UrlId): boolean {
    return this.#connection.get('SELECT 1 FROM captures WHERE url_id = ?', id) !== undefined
  }

  /** Call before the URL is requested in another form: its captures keep the URL they were requested with. */
  keepAddress(id: UrlId): void {
    this.#connection.run(
      'UPDATE captures SET url = (SELECT coalesce(requested, canonical) FROM urls WHERE id = ?1) WHERE url_id = ?1 AND url IS NULL',
      id,
    )
  }

  /** Call when a URL is tried again: its first response is kept, stored under its URL. */
  supersede(id: UrlId): void {
    this.keepAddress(id)
    this.#connection.run('UPDATE captures SET url_id = NULL WHERE url_id = ?', id)
  }

  ends(): Map<string, number> {
    const rows = this.#connection.all<{ file: string; end: number }>('SELECT file, end FROM archive_ends')
    return new Map(rows.map(({ file, end }) => [file, end]))
  }

  /** The oldest one. All later captures refer to it, so that there are no chains of references. */
  originalOf(payloadDigest: string): Original | undefined {
    const row = this.#connection.get<{ record_id: string; url: string; fetched_at: string }>(
      `SELECT c.record_id, ${ADDRESS} AS url, c.fetched_at FROM captures c LEFT JOIN urls u ON u.id = c.url_id
       WHERE substr(c.payload_digest, 8, 12) = substr(?1, 8, 12) AND c.original = 1 AND c.payload_digest = ?1
       ORDER BY c.id LIMIT 1`,
      payloadDigest,
    )
    return row && { recordId: row.record_id, url: row.url, date: row.fetched_at }
  }

  async *all(): AsyncGenerator<CaptureRecord> {
    const sql = `
      SELECT c.id, c.url_id, c.status, c.fetched_at, c.file, c.offset, c.length, c.payload_digest, c.record_id,
        c.refers_to, ${ADDRESS} AS url
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
        ...(row.refers_to === null ? {} : { refersTo: row.refers_to }),
      }),
    )
  }

  /** Forgets these records and those whose payload is in one of them. */
  forget(recordIds: readonly string[]): ForgottenCapture[] {
    const gone = this.#connection.all<{ id: number; url_id: UrlId | null; url: string; file: string }>(
      `WITH lost AS (SELECT value FROM json_each(?))
       SELECT c.id, c.url_id, ${ADDRESS} AS url, c.file FROM captures c LEFT JOIN urls u ON u.id = c.url_id
       WHERE c.record_id IN lost OR c.refers_to IN lost`,
      JSON.stringify(recordIds),
    )
    for (const { id } of gone) this.#connection.run('DELETE FROM captures WHERE id = ?', id)
    for (const file of new Set(gone.map((row) => row.file))) {
      this.#connection.run('DELETE FROM archive_ends WHERE file = ?', file)
      this.#connection.run(
        `INSERT INTO archive_ends SELECT file, max(offset + length) FROM captures WHERE file = ? GROUP BY file`,
        file,
      )
    }
    return gone.map((row) => ({ urlId: row.url_id, url: row.url }))
  }
}
