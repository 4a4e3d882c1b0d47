import { setImmediate as nextTurn } from 'node:timers/promises'
import type { UrlId } from '../../model/crawl.ts'
import type { PageGraph, PageNode } from '../reads.ts'
import type { Connection } from './connection.ts'

/** Links looked at for one page, of the pages that were known first: a page that every other names has one for each of them. */
const MAX_LINKS = 300
/** Longer paths than a crawl makes. */
const MAX_HOPS = 64

/** The kept pages of highest relevance, each with the pages that led to it. Costs a few lookups for each node, whatever the number of pages. */
export async function pageGraph(connection: Connection, limit: number): Promise<PageGraph> {
  const { chosen, truncated } = chooseNodes(connection, limit)
  const nodes: PageNode[] = []
  const edges: Edge[] = []
  let read = 0
  for (const id of chosen) {
    const node = nodeOf(connection, id)
    if (node) nodes.push(node)
    for (const edge of linksInto(connection, id, chosen)) edges.push(edge)
    if (++read % AT_ONCE === 0) await nextTurn()
  }
  return { nodes, edges, truncated }
}

type Edge = PageGraph['edges'][number]
/** Nodes read before others get their turn. */
const AT_ONCE = 50

function chooseNodes(connection: Connection, limit: number) {
  const chosen = new Set<UrlId>()
  // One more than could be shown tells whether any is left out.
  const best = connection.all<{ id: UrlId }>(
    `SELECT url_id AS id FROM pages WHERE kept = 1 AND duplicate_of IS NULL ORDER BY relevance DESC, ord LIMIT ?`,
    limit + 1,
  )
  for (const { id } of best) {
    const path = ancestors(connection, id).filter((step) => !chosen.has(step))
    if (chosen.size + path.length > limit) continue
    for (const step of path) chosen.add(step)
  }
  return { chosen, truncated: best.some(({ id }) => !chosen.has(id)) }
}

/** From the seed down, the page itself last: a page never stands in the graph without the way to it. */
function ancestors(connection: Connection, id: UrlId): UrlId[] {
  const path: UrlId[] = []
  const sql = 'SELECT parent FROM urls WHERE id = ?'
  for (let step: UrlId | null = id; step !== null && path.length <= MAX_HOPS; ) {
    path.push(step)
    step = connection.get<{ parent: UrlId | null }>(sql, step)?.parent ?? null
  }
  return path.reverse()
}

interface NodeRow {
  id: UrlId
  url: string
  title: string | null
  kept: number | null
  relevance: number | null
  depth: number
}

function nodeOf(connection: Connection, id: UrlId): PageNode | undefined {
  const row = connection.get<NodeRow>(
    `SELECT u.id, coalesce(u.requested, u.canonical) AS url, p.title, p.kept, p.relevance, u.depth
     FROM urls u LEFT JOIN pages p ON p.url_id = u.id WHERE u.id = ?`,
    id,
  )
  return (
    row && {
      id: row.id,
      url: row.url,
      title: row.title ?? '',
      fetched: row.kept !== null,
      kept: row.kept === 1,
      relevance: row.relevance ?? 0,
      depth: row.depth,
    }
  )
}

/** The link of the path, which is always there, and those of the pages that were found first. */
function linksInto(connection: Connection, to: UrlId, chosen: ReadonlySet<UrlId>): Edge[] {
  const rows = connection.all<{ parent_id: UrlId; score: number }>(
    `SELECT parent_id, score FROM (SELECT parent_id, score FROM links WHERE url_id = ?1 AND parent_id > 0 ORDER BY parent_id LIMIT ${MAX_LINKS})
     UNION SELECT l.parent_id, l.score FROM urls u JOIN links l ON l.url_id = u.id AND l.parent_id = u.parent WHERE u.id = ?1
     ORDER BY parent_id`,
    to,
  )
  return rows.flatMap(({ parent_id: from, score }) => (chosen.has(from) ? [{ from, to, score }] : []))
}
