import type { Json } from '../../model/json.ts'
import type { RobotsRecord } from '../../model/robots.ts'
import type { Connection } from './connection.ts'
import { storedJson } from './stored-rows.ts'
import { plain, wholeMs } from './values.ts'

interface RobotsRow {
  fetched_at: number
  status: number
  body: string
  record_id: string | null
}

/** Small values by name: notes of the run, and the robots.txt of each origin. */
export class Notes {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  getMeta(key: string): Json | undefined {
    const row = this.#connection.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)
    return row && storedJson<Json>(row.value)
  }

  setMeta(key: string, value: Json): void {
    this.#connection.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, JSON.stringify(value))
  }

  getRobots(origin: string): RobotsRecord | undefined {
    const row = this.#connection.get<RobotsRow>(
      'SELECT fetched_at, status, body, record_id FROM robots WHERE origin = ?',
      origin,
    )
    if (!row) return undefined
    const { fetched_at: fetchedAt, status, body, record_id: recordId } = row
    return { origin, fetchedAt, status, body, ...(recordId !== null && { recordId }) }
  }

  forgetRobots(origin: string): void {
    this.#connection.run('DELETE FROM robots WHERE origin = ?', origin)
  }

  putRobots(record: RobotsRecord): void {
    this.#connection.run(
      'INSERT OR REPLACE INTO robots (origin, fetched_at, status, body, record_id) VALUES (?, ?, ?, ?, ?)',
      record.origin,
      wholeMs(record.fetchedAt),
      record.status,
      plain(record.body),
      record.recordId ?? null,
    )
  }
}
