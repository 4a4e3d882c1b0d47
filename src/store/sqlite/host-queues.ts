import type { HostQueue } from '../records.ts'
import type { Connection } from './connection.ts'
import { HOST_STATE, URL_STATE } from './schema.ts'

interface Row {
  host: string
  queued: number
  best_score: number | null
  state: number
  next_at: number
  delay_ms: number | null
}

/** One pass over the index of the queue; no row of a URL is read. */
const BUSIEST = `
  SELECT h.host, q.queued, h.best_score, h.state, h.next_at, h.delay_ms FROM (
    SELECT host_id, count(*) AS queued FROM urls INDEXED BY urls_queue WHERE state = ${URL_STATE.queued}
    GROUP BY host_id ORDER BY queued DESC LIMIT ?) q
  CROSS JOIN hosts h ON h.id = q.host_id ORDER BY q.queued DESC, h.id`

export function queueByHost(connection: Connection, limit: number, now: number): HostQueue[] {
  return connection.all<Row>(BUSIEST, limit).map((row) => {
    const resting = row.state === HOST_STATE.waiting && row.next_at > now
    return {
      host: row.host,
      queued: row.queued,
      bestScore: row.best_score,
      state: row.state === HOST_STATE.leased ? 'busy' : resting ? 'resting' : 'ready',
      until: resting ? row.next_at : null,
      delayMs: row.delay_ms,
    }
  })
}
