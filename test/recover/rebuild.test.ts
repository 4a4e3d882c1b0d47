import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseOf, openCollection, openForCrawl } from '../../src/collection.ts'
import { eventContext } from '../../src/event-context.ts'
import { rebuildCollection } from '../../src/rebuild/rebuild-collection.ts'
import { runCli } from '../support/run-cli.ts'
import { contentsOf, countsLike } from './contents.ts'
import { crawlExample } from './small-collection.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const PAGES = 60
let folder: string
let whole: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-rebuild-'))
  whole = await crawlExample(folder, PAGES, {
    after: async (run, store) => {
      const at = new Date().toISOString()
      const ids: number[] = []
      for await (const { id } of store.pages()) ids.push(id)
      await run.curate({ target: { page: ids[0]! }, decision: 'rejected', reason: 'off topic', at })
      const { source } = (await store.page(ids[3]!))!
      await run.curate({ target: { source }, decision: 'accepted', reason: 'local paper', at })
    },
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function copyOf(dir: string, name: string): Promise<string> {
  const copy = join(folder, name)
  await cp(dir, copy, { recursive: true })
  return copy
}

const DAMAGES: readonly [string, (database: string) => Promise<unknown>][] = [
  ['deleted', (database) => rm(database)],
  ['emptied', (database) => truncate(database, 0)],
  ['cut after its header', (database) => truncate(database, 100)],
  ['cut in half', async (database) => truncate(database, Math.floor((await readFile(database)).length / 2))],
  ['another file', (database) => writeFile(database, 'not a database at all. '.repeat(100))],
]

describe('a lost database', () => {
  it.each(DAMAGES)('that was %s is named and not replaced in silence', async (_, damage) => {
    const dir = await copyOf(whole, 'named')
    try {
      await damage(databaseOf(dir))
      const before = existsSync(databaseOf(dir)) ? await readFile(databaseOf(dir)) : null
      for (const open of [
        () => openCollection(dir, eventContext),
        () => openForCrawl(dir, { seeds: [] }, eventContext),
      ]) {
        const opened = open().then(async ({ store }) => {
          // What is left of a file that was cut may open: then the check says what is wrong.
          const problems = await store.check().finally(() => store.close())
          expect(problems).not.toEqual([])
        })
        await opened.catch((error: Error) => {
          expect(error).toMatchObject({ name: 'EventideError', exit: 'store' })
          expect(error.message).toContain(`eventide recover ${dir} --rebuild`)
        })
      }
      if (before) expect((await readFile(databaseOf(dir))).equals(before)).toBe(true)
      else expect(existsSync(databaseOf(dir))).toBe(false)
    } finally {
      await rm(dir, { recursive: true })
    }
  })

  it('is made again from the archive as it was', async () => {
    const dir = await copyOf(whole, 'again')
    const before = await contentsOf(dir)
    expect(before.pages.length).toBe(PAGES)
    await truncate(databaseOf(dir), 0)
    const { setAside, unreadable, lostDecisions } = await rebuildCollection(dir, eventContext, {
      readingWorkers: 0,
    })
    expect({ unreadable, lostDecisions }).toEqual({ unreadable: [], lostDecisions: 0 })
    expect(setAside.every((name) => existsSync(join(dir, name)))).toBe(true)
    const after = await contentsOf(dir)
    expect(after.problems).toEqual([])
    expect(after).toEqual({ ...before, counts: countsLike(before.counts, after.counts) })
    await rm(dir, { recursive: true })
  })

  it.each([0, 1, 12])('is made again after %i pages, and the crawl goes on from there', async (pages) => {
    const own = await mkdtemp(join(folder, 'stage-'))
    const dir = await crawlExample(own, pages)
    const before = await contentsOf(dir)
    for (const name of readdirSync(dir).filter((one) => one.startsWith('collection.db')))
      await rm(join(dir, name))
    await expect(openForCrawl(dir, { seeds: [] }, eventContext)).rejects.toMatchObject({
      code: 'store-missing',
    })
    await rebuildCollection(dir, eventContext, { readingWorkers: 0 })
    const after = await contentsOf(dir)
    expect(after).toEqual({ ...before, counts: countsLike(before.counts, after.counts) })
    expect(after.counts.queued).toBeGreaterThanOrEqual(0.9 * before.counts.queued)
    await crawlExample(own, pages + 10)
    const later = await contentsOf(dir)
    expect(later.pages.length).toBe(pages + 10)
    expect(later.pages.slice(0, pages)).toEqual(before.pages)
    expect(later.problems).toEqual([])
  })

  it('is made again by the command, which repairs the archive too and leaves a sound collection', async () => {
    const dir = await copyOf(whole, 'command')
    await writeFile(databaseOf(dir), 'no database')
    const refused = await runCli(['recover', dir])
    expect(refused.code, refused.err).toBe(7)
    expect(refused.err).toContain('--rebuild')
    const done = await runCli(['recover', dir, '--rebuild', '--json'])
    expect(done.code, done.err).toBe(0)
    expect(JSON.parse(done.out)).toMatchObject({
      requeued: 0,
      rebuilt: { visits: expect.any(Number), counts: { fetched: PAGES } },
    })
    const verified = await runCli(['verify', dir])
    expect(verified.code, verified.out).toBe(0)
  })
})
