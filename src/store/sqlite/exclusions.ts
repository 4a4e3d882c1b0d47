import type { Excluded, ExclusionCount } from '../records.ts'
import type { Connection } from './connection.ts'
import { URL_STATE } from './schema.ts'

const LEFT_OUT = `endings e CROSS JOIN urls u ON u.id = e.url_id
  WHERE u.state IN (${URL_STATE.excluded}, ${URL_STATE.dropped})`

export function exclusionCounts(connection: Connection): ExclusionCount[] {
  return connection.all(
    `SELECT e.code, count(*) AS count FROM ${LEFT_OUT} GROUP BY e.code ORDER BY count(*) DESC, e.code`,
  )
}

/** Those with a message first: a message is recorded when a URL is about to be fetched, not when it is found. */
export function excludedWith(connection: Connection, code: string, limit: number): Excluded[] {
  return connection.all(
    `SELECT u.canonical AS canonicalUrl, e.message FROM ${LEFT_OUT} AND e.code = ?
     ORDER BY e.message = '', u.id LIMIT ?`,
    code,
    Math.max(0, Math.trunc(limit)),
  )
}
