import { setImmediate as nextTurn } from 'node:timers/promises'
import type { UrlId } from '../../model/crawl.ts'
import type { PageGraph, PageNode } from '../reads.ts'
import type { Connection } from './connection.ts'

/** Maximum number of links read per page, of the earliest pages first: some pages are linked from every other page. */
const MAX_LINKS = 300
/** Maximum path length, beyond what a crawl reaches. */
const MAX_HOPS = 64

/** The kept pages of highest relevance, each with the pages that led to it. Takes a few lookups per node, whatever the number of pages. */
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
/** Nodes read before yielding to the event loop. */
const AT_ONCE = 50

function chooseNodes(connection: Connection, limit: number) {
  const chosen = new Set<UrlId>()
  // One more than the limit shows whether any is omitted.
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

/** From the seed to the page itself: the graph always includes the complete path to a page. */
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

/** The link on the path, which is always included, and links from the earliest pages. */
function linksInto(connection: Connection, to: UrlId, chosen: ReadonlySet<UrlId>): Edge[] {
  const rows = connection.all<{ parent_id: UrlId; score: number }>(
    `SELECT parent_id, score FROM (SELECT parent_id, score FROM links WHERE url_id = ?1 AND parent_id > 0 ORDER BY parent_id LIMIT ${MAX_LINKS})
     UNION SELECT l.parent_id, l.score FROM urls u JOIN links l ON l.url_id = u.id AND l.parent_id = u.parent WHERE u.id = ?1
     ORDER BY parent_id`,
    to,
  )
  return rows.flatMap(({ parent_id: from, score }) => (chosen.has(from) ? [{ from, to, score }] : []))
}
