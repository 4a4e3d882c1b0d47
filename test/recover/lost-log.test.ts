import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { databaseOf, openCollection, openForCrawl } from '../../src/collection.ts'
import { curateStopped } from '../../src/crawl/memory/curate-stopped.ts'
import { missedEntries } from '../../src/crawl/recovery/missed-entries.ts'
import { seedItems } from '../../src/crawl/seeds.ts'
import { eventContext } from '../../src/event-context.ts'
import { rebuildCollection } from '../../src/rebuild/rebuild-collection.ts'
import { contentsOf } from './contents.ts'
import { crawlExample } from './small-collection.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const EXTRA = 'http://extra.example/story?utm_source=letter'
let folder: string
let dir: string
let before: Awaited<ReturnType<typeof contentsOf>>

/** A seed and two decisions are told to a collection; then its database is that of before, as without the log that held them. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-log-'))
  dir = await crawlExample(folder, 4)
  const older = join(folder, 'older.db')
  await copyFile(databaseOf(dir), older)
  await crawlExample(folder, 5, {
    after: async (run, store) => {
      await store.add(seedItems([EXTRA]))
      const [last, earlier] = await store.latest(2)
      const decide = (page: number, decision: 'accepted' | 'rejected') =>
        run.curate({ target: { page }, decision, reason: '', at: new Date().toISOString() })
      await decide(earlier!.id, 'rejected')
      // Of a page that the older database does not have.
      await decide(last!.id, 'accepted')
    },
  })
  before = await contentsOf(dir)
  for (const part of ['-wal', '-shm']) await rm(databaseOf(dir) + part, { force: true })
  await copyFile(older, databaseOf(dir))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function missing() {
  const { store } = await openCollection(dir, eventContext)
  try {
    const { seeds, decisions } = await missedEntries(store)
    return { seeds: seeds.length, decisions: decisions.length }
  } finally {
    await store.close()
  }
}

describe('seeds and decisions that the database lost with its log', () => {
  it('are noticed and repeated by the next crawl, those about lost pages when they are there again', async () => {
    expect(await missing()).toEqual({ seeds: 1, decisions: 2 })
    await crawlExample(folder, 4)
    expect(await missing()).toEqual({ seeds: 0, decisions: 1 })
    await crawlExample(folder, 5)
    await crawlExample(folder, 5)
    expect(await missing()).toEqual({ seeds: 0, decisions: 0 })
    const after = await contentsOf(dir)
    expect(after.curated).toEqual(before.curated)
    expect(after.problems).toEqual([])
  })

  it('are repeated before a later decision', async () => {
    const collection = await openForCrawl(dir, { seeds: [] }, eventContext)
    try {
      const target = { page: (await collection.store.latest(1))[0]!.id }
      await curateStopped(collection, { target, decision: null, reason: '', at: '2030-01-01T00:00:00.000Z' })
      const [latest, repeated] = await collection.store.curation(2)
      expect([latest?.decision, repeated]).toMatchObject([null, { decision: 'rejected', page: target.page }])
    } finally {
      await collection.store.close()
    }
  })

  it('are taken in by recover --rebuild with the pages', async () => {
    await rebuildCollection(dir, eventContext, { readingWorkers: 0 })
    const { counts: _, ...after } = await contentsOf(dir)
    const { counts: __, ...expected } = before
    expect(after).toEqual(expected)
    expect(await missing()).toEqual({ seeds: 0, decisions: 0 })
  })

  it('stay noted when the journal itself is removed while a crawl runs', async () => {
    await rebuildCollection(dir, eventContext, { readingWorkers: 0 })
    const journal = join(dir, 'journal.jsonl')
    const entries = async () => (await readFile(journal, 'utf8')).trim().split('\n')
    const noted = new Set(await entries())
    await crawlExample(folder, 5, {
      after: async (_, store) => {
        await rm(journal)
        await store.add(seedItems(['http://another.example/']))
      },
    })
    expect(new Set(await entries())).toEqual(noted.add('{"seed":"http://another.example/"}'))
    await writeFile(journal, '')
    expect(await missing()).toEqual({ seeds: 0, decisions: 0 })
  })
})
