import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { cp, mkdtemp, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { verifyArchive } from '../../src/archive/verify.ts'
import { archiveOf, databaseOf, openCollection } from '../../src/collection.ts'
import { PauseControl } from '../../src/crawl/loop/pause-control.ts'
import { archivedVisits } from '../../src/crawl/recovery/archived-visits.ts'
import { expectedCaptures } from '../../src/crawl/recovery/expected-captures.ts'
import { eventContext } from '../../src/event-context.ts'
import { rebuildCollection } from '../../src/rebuild/rebuild-collection.ts'
import { createIslandWeb } from '../kill/island-web.ts'
import { watch } from '../kill/watched-web.ts'
import { runCli } from '../support/run-cli.ts'
import { contentsOf, linksOf } from './contents.ts'
import { crawlExample, SEEDS } from './small-collection.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const PAGES = 8
/** One visit at a time: what is queued is then the same whenever it is made. */
const OPTIONS = { concurrency: 1 }

type Destroy = (dir: string) => unknown

/** What can happen to a database. */
const KINDS: Readonly<Record<string, Destroy>> = {
  removed: (dir) => rm(databaseOf(dir)),
  emptied: (dir) => truncate(databaseOf(dir), 0),
  'replaced by an empty file': async (dir) => {
    await rm(databaseOf(dir))
    await writeFile(databaseOf(dir), '')
  },
  'overwritten with garbage': async (dir) => overwrite(databaseOf(dir), (await stat(databaseOf(dir))).size),
  'removed with its log': async (dir) => {
    for (const part of ['', '-wal', '-shm']) await rm(databaseOf(dir) + part, { force: true })
  },
  'without its log': (dir) => rm(`${databaseOf(dir)}-wal`, { force: true }),
  'in a renamed folder': (dir) => rename(dir, `${dir}-renamed`),
}
const HARMLESS = ['without its log', 'in a renamed folder']

function overwrite(file: string, bytes: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(bytes, 'garbage '), 0, bytes, 0)
  closeSync(handle)
  utimesSync(file, 1, 1)
}

let folder: string
/** A stopped crawl with decisions. */
let stopped: string
let own: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-destroyed-'))
  await crawlExample(folder, PAGES, { after: curate, options: OPTIONS })
  stopped = folder
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  own = await mkdtemp(join(tmpdir(), 'eventide-destroyed-'))
})
afterEach(() => rm(own, { recursive: true, force: true }))

const curate: NonNullable<Parameters<typeof crawlExample>[2]>['after'] = async (run, store) => {
  const ids: number[] = []
  for await (const { id } of store.pages()) ids.push(id)
  const at = new Date().toISOString()
  await run.curate({ target: { page: ids[0]! }, decision: 'rejected', reason: 'off topic', at })
  const { source } = (await store.page(ids[1]!))!
  await run.curate({ target: { source }, decision: 'accepted', reason: 'local paper', at })
}

/** Copies the files of a database as they are at this moment; the collection is not written meanwhile, because nothing is awaited. */
function keepCopy(dir: string): string {
  const copy = join(own, 'copy')
  mkdirSync(copy)
  for (const name of ['event.yaml', 'collection.db', 'collection.db-wal', 'journal.jsonl'])
    if (existsSync(join(dir, name))) copyFileSync(join(dir, name), join(copy, name))
  return copy
}

/** At which moment of a crawl it happens, and how far the crawl is to go on after it. Returns the copy that was made just before. */
const STAGES: Readonly<Record<string, (destroy: Destroy) => Promise<string>>> = {
  'before the first page': (destroy) => destroyedAt(1, destroy),
  'during the crawl': (destroy) => destroyedAt(12, destroy),
  'at a pause': async (destroy) => {
    const pauseControl = new PauseControl()
    let copy = ''
    const onRequest = (requests: number) => {
      if (requests === 9) pauseControl.pause(Date.now())
    }
    const onPaused = async () => {
      copy = keepCopy(join(own, 'collection'))
      await destroy(join(own, 'collection'))
      pauseControl.resume(Date.now())
    }
    await refused(crawlExample(own, PAGES, { onRequest, onPaused, pauseControl, options: OPTIONS }))
    return copy
  },
  'during a look-again': async (destroy) => {
    await cp(stopped, own, { recursive: true })
    return destroyedAt(2, destroy, { lookAgain: 0 })
  },
  'after a stop': async (destroy) => {
    await cp(stopped, own, { recursive: true })
    const copy = keepCopy(join(own, 'collection'))
    await destroy(join(own, 'collection'))
    return copy
  },
}

async function destroyedAt(request: number, destroy: Destroy, more = {}): Promise<string> {
  let copy = ''
  const onRequest = async (requests: number) => {
    if (requests !== request) return
    copy = keepCopy(join(own, 'collection'))
    await destroy(join(own, 'collection'))
  }
  await refused(crawlExample(own, PAGES + 4, { onRequest, options: { ...OPTIONS, ...more } }))
  return copy
}

async function refused(crawl: Promise<unknown>): Promise<void> {
  const error = await crawl.then(
    () => null,
    (one: unknown) => one,
  )
  expect(error).toMatchObject({
    name: 'EventideError',
    code: 'store-changed',
    message: expect.stringMatching(/by another program while it was being written\. \w.* \w/),
  })
}

/** What `verify` says: the refusal to open, what is wrong inside, or nothing. */
async function alarms(dir: string): Promise<string[]> {
  try {
    const { store, archiveDir } = await openCollection(dir, eventContext)
    try {
      const problems = await store.check()
      for await (const { level, code } of verifyArchive(archiveDir, expectedCaptures(store)))
        if (level === 'error') problems.push(code)
      return problems
    } finally {
      await store.close()
    }
  } catch (error) {
    return [String((error as Error).message)]
  }
}

/** The verdicts that the archive itself holds, in order: a page that is fetched again keeps its first. */
async function archivedVerdicts(dir: string) {
  const verdicts = new Map<string, unknown>()
  for await (const step of archivedVisits(archiveOf(dir), 1e8)) {
    if (step.kind !== 'visit' || step.note.verdict === null) continue
    const { relevance, evidence } = step.note.verdict
    const { canonicalUrl } = step.note.link
    if (!verdicts.has(canonicalUrl)) verdicts.set(canonicalUrl, { relevance, evidence })
  }
  return verdicts
}

/** `isRebuilt`: what was archived and not stored yet is in it too. */
async function expectRestored(dir: string, copy: string, isRebuilt: boolean): Promise<void> {
  const after = await contentsOf(dir)
  expect(after.problems).toEqual([])
  const verdicts = new Map(
    after.pages.map((page) => [page.canonicalUrl, { relevance: page.relevance, evidence: page.evidence }]),
  )
  const archived = await archivedVerdicts(dir)
  if (isRebuilt) expect(verdicts).toEqual(archived)
  else for (const [url, verdict] of verdicts) expect([url, archived.get(url)]).toEqual([url, verdict])
  const before = await contentsOf(copy)
  expect(after.pages.slice(0, before.pages.length)).toEqual(before.pages)
  expect(after.curated).toEqual(before.curated)
  const links = linksOf(dir)
  for (const seed of SEEDS) expect(links.has(seed), seed).toBe(true)
  for (const [url, parents] of linksOf(copy)) {
    // A sitemap counts as a link of the page for which robots.txt was fetched, which may not have been fetched yet.
    if (parents.split(' ').every((parent) => parent === '' || archived.has(parent)))
      expect([url, links.get(url)]).toEqual([url, parents])
  }
}

const alive = describe.skipIf(process.platform === 'win32')

alive.each(Object.keys(STAGES))('%s, a database', (stage) => {
  it.each(Object.keys(KINDS))('%s is noticed, and made again with everything archived', async (kind) => {
    const copy = await STAGES[stage]!(KINDS[kind]!)
    const dir = join(own, kind === 'in a renamed folder' ? 'collection-renamed' : 'collection')
    const found = await alarms(dir)
    // What the log still holds repairs the file when it is closed: then nothing is lost either.
    if (found.length === 0) await expectRestored(dir, copy, false)
    else expect(found.join('\n')).toContain('--rebuild')
    if (HARMLESS.includes(kind)) expect(found).toEqual([])
    if (kind.startsWith('re')) expect(found).not.toEqual([])
    await rebuildCollection(dir, eventContext, { readingWorkers: 0 })
    expect(await alarms(dir)).toEqual([])
    await expectRestored(dir, copy, true)
  })
})

alive('the command line', () => {
  it('ends the crawl with what happened and what to do, without a stack trace', async () => {
    const islands = createIslandWeb()
    const web = await watch(islands)
    const dir = join(own, 'collection')
    let isDone = false
    web.onRequest(() => {
      if (web.requests() < 20 || isDone) return
      isDone = true
      rmSync(databaseOf(dir))
    })
    try {
      await writeFile(join(own, 'event.yaml'), islands.event)
      await writeFile(join(own, 'seeds.txt'), islands.seeds.join('\n'))
      const { code, out, err } = await runCli([
        ...['crawl', dir, '--event', join(own, 'event.yaml'), '--seeds', join(own, 'seeds.txt')],
        ...['--proxy', `http://127.0.0.1:${web.port}`, '--contact', 'test@example.org', '--delay', '0'],
        ...['--min-free', '0B', '--quiet', '--reading-workers', '0'],
      ])
      expect([code, out]).toEqual([7, ''])
      expect(err).toBe(
        `The database ${databaseOf(dir)} was removed by another program while it was being written. To go on, make the database again from the archived pages, which are not affected: eventide recover ${dir} --rebuild\n`,
      )
    } finally {
      await web.close()
    }
  })
})
