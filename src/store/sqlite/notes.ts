import type { Json } from '../../model/json.ts'
import type { RobotsRecord } from '../store.ts'
import type { Connection } from './connection.ts'
import { plain, wholeMs } from './values.ts'

/** Small things by name: the run's own notes, and what each origin's robots.txt said. */
export class Notes {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  getMeta(key: string): Json | undefined {
    const row = this.#connection.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)
    return row && (JSON.parse(row.value) as Json)
  }

  setMeta(key: string, value: Json): void {
    this.#connection.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, JSON.stringify(value))
  }

  getRobots(origin: string): RobotsRecord | undefined {
    const row = this.#connection.get<{ fetched_at: number; status: number; body: string }>(
      'SELECT fetched_at, status, body FROM robots WHERE origin = ?',
      origin,
    )
    return row && { origin, fetchedAt: row.fetched_at, status: row.status, body: row.body }
  }

  putRobots(record: RobotsRecord): void {
    this.#connection.run(
      'INSERT OR REPLACE INTO robots (origin, fetched_at, status, body) VALUES (?, ?, ?, ?)',
      record.origin,
      wholeMs(record.fetchedAt),
      record.status,
      plain(record.body),
    )
  }
}
