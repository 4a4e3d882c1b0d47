import type { UrlId } from '../../model/crawl.ts'
import type { PageName, PathStep } from '../reads.ts'
import type { Connection } from './connection.ts'
import { storedJson } from './stored-rows.ts'

/** Paths are shown to people; the depths a crawl reaches are far smaller. */
const MAX_HOPS = 64
/** Maximum number of copies listed with a page. */
const MAX_COPIES = 100

interface StepRow {
  id: UrlId
  url: string
  title: string | null
  kept: number | null
  anchor: string | null
  score: number | null
  evidence: string | null
}

/** Follows the shortest path, given by `parent` and `depth`. */
export function pathOf(connection: Connection, id: UrlId): PathStep[] {
  const rows = connection.all<StepRow>(
    `WITH RECURSIVE hops (id, parent, hop) AS (
       SELECT id, parent, 0 FROM urls WHERE id = ?1
       UNION ALL SELECT u.id, u.parent, hop + 1 FROM hops h JOIN urls u ON u.id = h.parent WHERE hop < ${MAX_HOPS})
     SELECT u.id, coalesce(u.requested, u.canonical) AS url, p.title, p.kept, l.anchor, l.score, l.evidence
     FROM hops h CROSS JOIN urls u ON u.id = h.id
     LEFT JOIN pages p ON p.url_id = u.id
     LEFT JOIN links l ON l.url_id = u.id AND l.parent_id = coalesce(u.parent, 0)
     ORDER BY h.hop DESC`,
    id,
  )
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    title: row.title ?? '',
    relevant: row.kept === null ? null : row.kept === 1,
    anchor: row.anchor ?? '',
    score: row.score ?? 0,
    evidence: row.evidence ? storedJson(row.evidence) : {},
  }))
}

export function originalOf(connection: Connection, id: UrlId): PageName | null {
  const sql = `${NAME} WHERE p.url_id = (SELECT duplicate_of FROM pages WHERE url_id = ?)`
  return connection.get<PageName>(sql, id) ?? null
}

const NAME = `SELECT p.url_id AS id, coalesce(u.requested, u.canonical) AS url, p.title, h.source
  FROM pages p CROSS JOIN urls u ON u.id = p.url_id CROSS JOIN hosts h ON h.id = u.host_id`

export function copiesOf(connection: Connection, id: UrlId): PageName[] {
  return connection.all<PageName>(`${NAME} WHERE p.duplicate_of = ? ORDER BY p.ord LIMIT ${MAX_COPIES}`, id)
}
