import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openForCrawl } from '../../collection.ts'
import { strategyCatalog } from '../../score/strategy-spec.ts'
import { readCrawlFile, writeCrawlFile } from './crawl-file.ts'
import { idleStatus } from './idle-crawl.ts'
import { checkSettings } from './settings.ts'
import { changedSettings, storedPart } from './stored-settings.ts'
import { reasonsOf } from './verdict-lines.ts'

const eventContext = { places: { find: () => [] } as never, strategies: strategyCatalog }
let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'eventide-crawl-file-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

describe('crawl.json', () => {
  it('reads what was written; a missing file is read as empty', async () => {
    const empty = await readCrawlFile(dir)
    expect(empty).toEqual({ settings: {}, web: null, run: null, last: null })
    const file = { ...empty, settings: { pages: 7 }, web: { example: { pages: 500, seed: 2 } } }
    await writeCrawlFile(dir, file)
    expect(await readCrawlFile(dir)).toEqual(file)
    expect(await readdir(dir)).toEqual(['crawl.json'])
  })

  it.each([
    'no json',
    '[]',
    '{"settings":{"pages":-1}}',
    '{"settings":{"__proto__x":1}}',
    '{"web":{"example":{"pages":1e9,"seed":1}}}',
  ])('names a damaged file: %s', async (text) => {
    await writeFile(join(dir, 'crawl.json'), text)
    await expect(readCrawlFile(dir)).rejects.toMatchObject({ code: 'bad-crawl-file' })
  })

  it('reports a run interrupted by the end of its server, and one that failed', async () => {
    await writeFile(join(dir, 'storm.yaml'), 'name: Storm\nwhat: [storm]\n')
    const into = { eventFile: join(dir, 'storm.yaml'), seeds: ['http://a.example/'] }
    const collection = await openForCrawl(join(dir, 'storm'), into, eventContext)
    const collections = {
      folder: dir,
      isCollection: false,
      ids: async () => ['storm'],
      dirOf: (id: string) => join(dir, id),
      identityOf: async () => null,
      open: async () => collection,
    }
    const status = () => idleStatus({ collections, eventContext }, 'storm')
    const file = await readCrawlFile(dir)
    await writeCrawlFile(join(dir, 'storm'), {
      ...file,
      run: { state: 'paused', since: '2026-01-01T00:00:00.000Z' },
    })
    expect(await status()).toMatchObject({
      state: 'idle',
      ended: 'The server ended while the crawl was paused; start it to resume',
      interrupted: true,
    })
    const last = {
      startedAt: '2026-01-01T00:00:00.000Z',
      ended: null,
      problem: 'it failed',
      errors: [],
      notices: [],
    }
    await writeCrawlFile(join(dir, 'storm'), { ...file, last })
    expect(await status()).toMatchObject({
      state: 'failed',
      problem: 'it failed',
      ended: null,
      interrupted: false,
    })
    await collection.store.close()
  })
})

describe('crawl.json of an earlier version', () => {
  it('is read with the current names of options', async () => {
    const settings = { minutes: 2, delayMs: 5, maxDepth: 3, allowHosts: ['a.example'], denyHosts: [] }
    await writeFile(join(dir, 'crawl.json'), JSON.stringify({ settings }))
    expect((await readCrawlFile(dir)).settings).toEqual({
      time: 120_000,
      delay: 5,
      depth: 3,
      allowHost: ['a.example'],
      denyHost: [],
    })
  })
})

describe('changedSettings', () => {
  it('keeps options that a change omits, and resets options set to null', () => {
    const before = { pages: 5, delay: 0, time: 60_000 }
    expect(changedSettings(before, { pages: 9, strategy: undefined, time: null })).toEqual({
      pages: 9,
      delay: 0,
    })
  })
})

describe('storedPart', () => {
  it('omits options that apply to one run or one machine', () => {
    const given = { pages: 5, lookAgain: 1, morePages: 2, proxy: 'http://u:secret@127.0.0.1', chromium: '/x' }
    expect(storedPart(given)).toEqual({ pages: 5 })
  })
})

describe('checkSettings', () => {
  it.each(['http://a.example', 'a example', 'a@b.example'])('refuses %s as a host', (host) => {
    expect(() => checkSettings({ denyHost: [host] })).toThrow(/is not a host/)
  })

  it('refuses a strategy that cannot be created', () => {
    expect(() => checkSettings({ strategy: 'addaptive' })).toThrow(/did you mean "?adaptive/i)
    expect(() => checkSettings({ strategy: { name: 'best-first', treshold: 1 } })).toThrow(/threshold/)
  })
})

describe('reasonsOf', () => {
  it('returns the parts with the highest weight, with a few short words each', () => {
    const part = (value: number | null, weight: number, ...because: string[]) => ({ value, weight, because })
    const words = ['a', 'b', 'c', 'd', 'e']
    const evidence = {
      date: part(0.1, 1, 'far away'),
      topic: part(0.9, 2, ...words),
      place: part(null, 5),
      who: part(1, 1, 'x'.repeat(500)),
      spam: part(1, -3, 'stuffed'),
    }
    expect(reasonsOf(evidence)).toEqual(['spam: stuffed', 'topic: a, b, c, d', `who: ${'x'.repeat(80)}`])
  })
})
