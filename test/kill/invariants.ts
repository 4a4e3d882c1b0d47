import { existsSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { recoverArchive } from '../../src/archive/recover.ts'
import { verifyArchive } from '../../src/archive/verify.ts'
import { readEvent } from '../../src/collection.ts'
import { StrategyMemory } from '../../src/crawl/memory/strategy-memory.ts'
import { expectedCaptures } from '../../src/crawl/recovery/expected-captures.ts'
import { identityOf } from '../../src/frontier/canonical-url.ts'
import type { Lease } from '../../src/model/crawl.ts'
import { loadGazetteer } from '../../src/place/load-gazetteer.ts'
import { seededRandom } from '../../src/random/seeded-random.ts'
import { createStrategy, DEFAULT_STRATEGY } from '../../src/score/registry.ts'
import { strategyCatalog } from '../../src/score/strategy-spec.ts'
import { FORMATS } from '../../src/store/sqlite/formats.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { ledToBy } from './island-web.ts'

interface HostRow {
  readonly host: string
  readonly nextAt: number
  readonly leased: number
  readonly lastAsked: string | null
}

/** The state of the database before it is opened again. */
interface Left {
  readonly leases: readonly Lease[]
  readonly hosts: readonly HostRow[]
}

/**
 * Checks the guarantees of section 2 of the fault catalogue on a copy, so that the collection stays unchanged. Returns the
 * violations, each with its number.
 */
export async function brokenInvariants(collection: string, delayMs: number): Promise<string[]> {
  // A crawler killed early may have no database, or an empty one.
  if (!existsSync(join(collection, 'collection.db'))) return []
  const copy = `${collection}-copy`
  await cp(collection, copy, { recursive: true })
  const problems: string[] = []
  try {
    problems.push(...(await alarms(copy)))
    const left = leftBehind(join(copy, 'collection.db'))
    const now = Date.now()
    const store = await openSqliteStore(join(copy, 'collection.db'), { now: () => now, restMs: delayMs })
    try {
      problems.push(...(await store.check()).map((problem) => `1: ${problem}`))
      problems.push(...(await archiveProblems(join(copy, 'archive'), store)))
      problems.push(...(await linkProblems(store)))
      problems.push(...(await leaseProblems(store, left.leases)))
      problems.push(...(await memoryProblems(copy, store)))
      problems.push(...clockProblems(left.hosts, leftBehind(join(copy, 'collection.db')).hosts, delayMs, now))
    } finally {
      await store.close()
    }
  } finally {
    await rm(copy, { recursive: true })
  }
  return problems
}

/** What `eventide verify` reports as an error: it must not take what a kill leaves behind for damage. */
async function alarms(collection: string): Promise<string[]> {
  const path = join(collection, 'collection.db')
  // Killed before the collection was made.
  if (formatOf(path) < FORMATS.length) return []
  const store = await openSqliteStore(path, { readOnly: true })
  try {
    const problems = (await store.check()).map((what) => `verify: ${what}`)
    const index = join(collection, 'indexes', 'index.cdxj')
    for await (const { level, code, file, what } of verifyArchive(
      join(collection, 'archive'),
      expectedCaptures(store),
      { index },
    ))
      if (level === 'error') problems.push(`verify: ${code} in ${file}: ${what}`)
    return problems
  } finally {
    await store.close()
  }
}

function formatOf(path: string): number {
  const database = new DatabaseSync(path)
  try {
    return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
  } finally {
    database.close()
  }
}

function leftBehind(path: string): Left {
  const database = new DatabaseSync(path)
  try {
    if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'leases'").get())
      return { leases: [], hosts: [] }
    return {
      leases: database.prepare('SELECT url_id AS id, token FROM leases').all() as unknown as Lease[],
      hosts: database
        .prepare(
          `SELECT h.host, h.next_at AS nextAt, h.state = 3 AS leased, max(c.fetched_at) AS lastAsked
           FROM hosts h JOIN urls u ON u.host_id = h.id LEFT JOIN captures c ON c.url_id = u.id GROUP BY h.id`,
        )
        .all() as unknown as HostRow[],
    }
  } finally {
    database.close()
  }
}

/** 2 and 5: every capture is complete and where the database says; an incomplete tail is cut off, kept and reported once. */
async function archiveProblems(dir: string, store: Store): Promise<string[]> {
  const problems: string[] = []
  const recover = async () => recoverArchive(dir, { exclusive: true, knownEnds: await store.archiveEnds() })
  for (const { file, state, cut } of await recover()) {
    if (state === 'short') problems.push(`2: ${file} is shorter than the database knows`)
    if (state === 'live') problems.push(`5: ${file} is taken for a living one`)
    if (cut && (cut.bytes <= 0 || cut.keptAs === null)) problems.push(`5: the tail of ${file} was not kept`)
  }
  if ((await recover()).length > 0) problems.push('5: a second recovery changes the archive again')
  const verification = verifyArchive(dir, expectedCaptures(store))
  for await (const { level, code, file, what } of verification)
    if (level === 'error') problems.push(`2: ${code} in ${file}: ${what}`)
  const { expected, confirmed } = verification.summary
  if (expected !== confirmed)
    problems.push(`5: ${confirmed} of ${expected} captures are in the archive as stored`)
  return problems
}

/** 3: all links of finished pages are known. */
async function linkProblems(store: Store): Promise<string[]> {
  const problems: string[] = []
  for await (const { url } of store.captures()) {
    for (const target of ledToBy(url))
      if (!(await store.explain(target))) problems.push(`3: ${url} is done, its link ${target} is not known`)
  }
  return problems
}

/** 4: no lease lasts forever, and the holder of a lease from before the kill can change nothing. */
async function leaseProblems(store: Store, leases: readonly Lease[]): Promise<string[]> {
  const before = await store.counts()
  const problems = before.leased === 0 ? [] : [`4: ${before.leased} leases outlive their holder`]
  const outcome = { kind: 'failed', code: 'late', message: '', status: null } as const
  for (const lease of leases) {
    const late = [
      (await store.complete(lease, outcome, [], { notBefore: 0 })).state,
      await store.release(lease, { notBefore: 0 }),
    ]
    if (late.some((answer) => answer !== 'lost-lease'))
      problems.push(`4: a worker with a lost lease changed URL ${lease.id}`)
  }
  if (JSON.stringify(before) !== JSON.stringify(await store.counts()))
    problems.push('4: a late worker changed the counts')
  return problems
}

const world = { places: loadGazetteer(), strategies: strategyCatalog }

/** 6: the last snapshot and the pages stored since then give the same strategy state as all pages. */
async function memoryProblems(dir: string, store: Store): Promise<string[]> {
  const event = await readEvent(join(dir, 'event.yaml'), world)
  const fresh = () =>
    createStrategy(DEFAULT_STRATEGY, { event, random: seededRandom(1), canonical: identityOf })
  const restored = fresh()
  await StrategyMemory.restore(restored, store)
  const replayed = fresh()
  for await (const observation of store.observations(0)) replayed.observe?.(observation)
  const same = JSON.stringify(restored.snapshot?.()) === JSON.stringify(replayed.snapshot?.())
  return same ? [] : ['6: the strategy remembers something else than it was taught']
}

/** Maximum drift between the monotonic clock of delays and the wall clock of captures. */
const CLOCKS_APART_MS = 100

/** 7: hosts are delayed after their last request as without a kill, and in full if its time is unknown. */
function clockProblems(
  left: readonly HostRow[],
  reopened: readonly HostRow[],
  delayMs: number,
  now: number,
): string[] {
  const early = left.filter(
    ({ leased, lastAsked, nextAt }) =>
      !leased && lastAsked !== null && nextAt < Date.parse(lastAsked) + delayMs - CLOCKS_APART_MS,
  )
  const lost = new Set(left.filter(({ leased }) => leased).map(({ host }) => host))
  const unrested = reopened.filter(({ host, nextAt }) => lost.has(host) && nextAt < now + delayMs)
  return [...early, ...unrested].map(
    ({ host }) => `7: ${host} may be requested again before its delay is over`,
  )
}
