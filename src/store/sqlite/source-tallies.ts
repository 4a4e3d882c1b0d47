import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SourceLink, SourceTallies, SourceTally } from '../reads.ts'
import type { SourceDecision } from '../records.ts'
import type { Connection } from './connection.ts'
import { HOST_STATE, URL_STATE } from './schema.ts'
import { keyRanges, unreadableRow } from './stored-rows.ts'

/** Rows counted before yielding to the event loop: a few milliseconds of work. */
const QUEUES_AT_ONCE = 100
const ENDINGS_AT_ONCE = 5_000
const PAGES_AT_ONCE = 1_000
const HOSTS_AT_ONCE = 2_000

interface Open {
  hosts: number
  fetched: number
  kept: number
  copies: number
  queued: number
  failed: number
  excluded: number
  delayMs: number | null
  failures: number
  restingUntil: number
  errors: Map<string, number>
  firstPublished: string | null
  lastPublished: string | null
  relevance: number
  depth: number
  curated: SourceDecision | null
}

/**
 * Totals of every source. SQL groups each slice of rows by host, so that only a few numbers per host are transferred; between slices
 * the event loop is free.
 */
export async function tallySources(connection: Connection): Promise<SourceTallies> {
  const sources = new Map<string, Open>()
  const bySource = new Map<number, string>()
  const openOf = (hostId: number): Open => {
    const source = bySource.get(hostId) ?? ''
    const open = sources.get(source) ?? opened()
    sources.set(source, open)
    return open
  }
  await readHosts(connection, bySource, openOf)
  await readQueues(connection, openOf)
  await readEndings(connection, openOf)
  const links = await readPages(connection, bySource, openOf)
  const decided = 'SELECT source, decision FROM source_decisions'
  for (const { source, decision } of connection.all<{ source: string; decision: SourceDecision }>(decided)) {
    const open = sources.get(source)
    if (open) open.curated = decision
  }
  return {
    sources: [...sources]
      .map(([source, open]) => closed(source, open))
      .sort((a, b) => compare(a.source, b.source)),
    links: [...links.values()].sort((a, b) => compare(a.from, b.from) || compare(a.to, b.to)),
  }
}

type OpenOf = (hostId: number) => Open

interface HostRow {
  id: number
  source: string
  state: number
  next_at: number
  delay_ms: number | null
  failures: number | null
}

async function readHosts(
  connection: Connection,
  bySource: Map<number, string>,
  openOf: OpenOf,
): Promise<void> {
  const sql = `SELECT id, source, state, next_at, delay_ms, failures FROM hosts WHERE id > ? ORDER BY id LIMIT ${HOSTS_AT_ONCE}`
  for (let after = 0; ; await nextTurn()) {
    const rows = connection.all<HostRow>(sql, after)
    for (const { id, source, state, next_at, delay_ms, failures } of rows) {
      bySource.set(id, source)
      const open = openOf(id)
      open.hosts++
      if (delay_ms !== null) open.delayMs = Math.max(open.delayMs ?? 0, delay_ms)
      open.failures = Math.max(open.failures, failures ?? 0)
      // A source is paused until the first of its hosts with queued URLs is ready.
      const until =
        state === HOST_STATE.waiting ? next_at : state === HOST_STATE.idle ? Number.POSITIVE_INFINITY : 0
      open.restingUntil = Math.min(open.restingUntil, until)
    }
    const last = rows.at(-1)
    if (!last) return
    if (!(last.id > after)) throw unreadableRow()
    after = last.id
  }
}

/** Reads only the index of the queue, host by host. */
async function readQueues(connection: Connection, openOf: OpenOf): Promise<void> {
  const sql = `
    SELECT host_id, count(*) AS n FROM urls INDEXED BY urls_queue
    WHERE state = ${URL_STATE.queued} AND host_id > ?1 AND host_id <= ?1 + ${QUEUES_AT_ONCE} GROUP BY host_id`
  for (const after of keyRanges(
    connection,
    'SELECT min(id) AS key FROM hosts WHERE id > ?',
    QUEUES_AT_ONCE,
  )) {
    for (const { host_id, n } of connection.all<{ host_id: number; n: number }>(sql, after))
      openOf(host_id).queued += n
    await nextTurn()
  }
}

/** Every failed, excluded or redirected URL has an ending. */
async function readEndings(connection: Connection, openOf: OpenOf): Promise<void> {
  const next = 'SELECT min(url_id) AS key FROM endings WHERE url_id > ?'
  const sql = `
    SELECT u.host_id, u.state, iif(u.state = ${URL_STATE.failed}, e.code, NULL) AS code, count(*) AS n
    FROM endings e CROSS JOIN urls u ON u.id = e.url_id
    WHERE e.url_id > ?1 AND e.url_id <= ?1 + ${ENDINGS_AT_ONCE} AND u.state >= ${URL_STATE.failed} GROUP BY 1, 2, 3`
  for (const after of keyRanges(connection, next, ENDINGS_AT_ONCE)) {
    const rows = connection.all<{ host_id: number; state: number; code: string | null; n: number }>(
      sql,
      after,
    )
    for (const { host_id, state, code, n } of rows) {
      const open = openOf(host_id)
      if (state === URL_STATE.failed) open.failed += n
      else open.excluded += n
      if (code !== null) open.errors.set(code, (open.errors.get(code) ?? 0) + n)
    }
    await nextTurn()
  }
}

interface PagesRow {
  host_id: number
  parent_host: number | null
  kept: number
  copy: number
  n: number
  first: string | null
  last: string | null
  relevance: number
  depth: number
}

async function readPages(
  connection: Connection,
  bySource: ReadonlyMap<number, string>,
  openOf: OpenOf,
): Promise<Map<string, SourceLink>> {
  const sql = `
    SELECT u.host_id, b.host_id AS parent_host, p.kept, p.duplicate_of IS NOT NULL AS copy, count(*) AS n,
      min(p.published) AS first, max(p.published) AS last, sum(p.relevance) AS relevance, min(u.depth) AS depth
    FROM pages p INDEXED BY pages_columns CROSS JOIN urls u ON u.id = p.url_id LEFT JOIN urls b ON b.id = u.best_parent
    WHERE p.ord > ?1 AND p.ord <= ?1 + ${PAGES_AT_ONCE} GROUP BY u.host_id, parent_host, p.kept, copy`
  const links = new Map<string, { from: string; to: string; pages: number }>()
  for (const after of keyRanges(
    connection,
    'SELECT min(ord) AS key FROM pages WHERE ord > ?',
    PAGES_AT_ONCE,
  )) {
    for (const row of connection.all<PagesRow>(sql, after)) {
      const open = openOf(row.host_id)
      open.depth = open.fetched === 0 ? row.depth : Math.min(open.depth, row.depth)
      open.fetched += row.n
      open.relevance += row.relevance
      if (row.kept === 1) {
        if (row.copy === 1) open.copies += row.n
        else open.kept += row.n
        if (row.first !== null && (open.firstPublished === null || row.first < open.firstPublished))
          open.firstPublished = row.first
        if (row.last !== null && (open.lastPublished === null || row.last > open.lastPublished))
          open.lastPublished = row.last
      }
      if (row.parent_host === null) continue
      const [from, to] = [bySource.get(row.parent_host) ?? '', bySource.get(row.host_id) ?? '']
      const key = `${from}\n${to}`
      const link = links.get(key)
      if (link) link.pages += row.n
      else links.set(key, { from, to, pages: row.n })
    }
    await nextTurn()
  }
  return links
}

function opened(): Open {
  return {
    hosts: 0,
    fetched: 0,
    kept: 0,
    copies: 0,
    queued: 0,
    failed: 0,
    excluded: 0,
    delayMs: null,
    failures: 0,
    restingUntil: Number.POSITIVE_INFINITY,
    errors: new Map(),
    firstPublished: null,
    lastPublished: null,
    relevance: 0,
    depth: 0,
    curated: null,
  }
}

function closed(source: string, open: Open): SourceTally {
  return {
    ...open,
    source,
    restingUntil: Number.isFinite(open.restingUntil) ? open.restingUntil : 0,
    errors: [...open.errors]
      .map(([code, count]) => ({ code, count }))
      .sort((a, b) => b.count - a.count || compare(a.code, b.code)),
    relevance: open.fetched === 0 ? 0 : open.relevance / open.fetched,
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
