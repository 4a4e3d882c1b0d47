import type { UrlId, UrlState } from '../../model/crawl.ts'
import type { FoundBy, UrlRecord } from '../records.ts'
import type { Connection } from './connection.ts'
import { URL_STATE, type UrlStateCode } from './schema.ts'
import { storedJson } from './stored-rows.ts'
import { fingerprintOf } from './urls.ts'

const STATE_NAME = new Map<UrlStateCode, UrlState>([
  [URL_STATE.queued, 'queued'],
  [URL_STATE.leased, 'leased'],
  [URL_STATE.done, 'done'],
  [URL_STATE.failed, 'failed'],
  [URL_STATE.excluded, 'excluded'],
  [URL_STATE.dropped, 'excluded'],
])

interface Row {
  id: UrlId
  canonical: string
  requested: string | null
  host: string
  source: string
  state: UrlStateCode
  score: number
  depth: number
  attempts: number
  parents: number
  code: string | null
  message: string
  status: number | null
}

export function explainUrl(connection: Connection, canonicalUrl: string): UrlRecord | undefined {
  const row = connection.get<Row>(
    `SELECT u.id, u.canonical, u.requested, h.host, h.source, u.state, u.score, u.depth, u.attempts,
       (SELECT count(*) FROM links WHERE url_id = u.id) AS parents, e.code, e.message, e.status
     FROM urls u CROSS JOIN hosts h ON h.id = u.host_id LEFT JOIN endings e ON e.url_id = u.id
     WHERE u.fingerprint = ? AND u.canonical = ?`,
    fingerprintOf(canonicalUrl),
    canonicalUrl,
  )
  if (!row) return undefined
  const { id, canonical, requested, host, source, score, depth, attempts, parents, code, message, status } =
    row
  return {
    id,
    url: requested ?? canonical,
    canonicalUrl: canonical,
    host,
    source,
    state: STATE_NAME.get(row.state) ?? 'failed',
    score,
    depth,
    attempts,
    parents,
    ending: code === null ? null : { code, message, status },
    foundBy: foundBy(connection, id),
  }
}

function foundBy(connection: Connection, id: UrlId): FoundBy[] {
  const rows = connection.all<{
    parent: string | null
    score: number
    anchor: string
    evidence: string | null
  }>(
    `SELECT p.canonical AS parent, l.score, l.anchor, l.evidence
     FROM links l LEFT JOIN urls p ON p.id = l.parent_id
     WHERE l.url_id = ? ORDER BY l.score DESC, l.parent_id LIMIT 100`,
    id,
  )
  return rows.map(({ parent, score, anchor, evidence }) => ({
    parent,
    score,
    anchor,
    evidence: evidence ? storedJson(evidence) : {},
  }))
}
