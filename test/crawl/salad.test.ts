import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NO_ARCHIVE } from '../../src/lab/crawl/no-archive.ts'
import { VirtualClock } from '../../src/lab/crawl/virtual-clock.ts'
import { createWebFetcher } from '../../src/lab/web/web-fetcher.ts'
import { openRun } from '../../src/open-run.ts'
import { readPage } from '../../src/page/read-page.ts'
import type { PageRecord } from '../../src/store/records.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { GENERATORS, isSalad, PAPER_REPORTS, saladWeb } from '../hostile-web/salad-web.ts'

const EVENT = {
  name: 'Typhoon Haiyan',
  what: [
    { term: 'typhoon', weight: 1 },
    { term: 'haiyan', weight: 0.9 },
    { term: 'storm surge', weight: 0.5 },
  ],
  where: [],
  when: { start: '2013-11-07', end: '2013-11-12', interest: [] },
  who: [],
  languages: [],
  seeds: ['http://hub.test/'],
}
const PAGES = 200
const TIMEOUT = 120_000
const never = new AbortController().signal

async function crawl(generator: (typeof GENERATORS)[string], strategy: string, pages = PAGES) {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-salad-'))
  const clock = new VirtualClock(Date.UTC(2014, 0, 1))
  const store = await openSqliteStore(join(folder, 'collection.db'))
  try {
    const run = await openRun(
      { event: EVENT, store: clock.trackVisits(store) },
      { pages, strategy, concurrency: 4, patience: 1e9 },
      {
        clock,
        archive: NO_ARCHIVE,
        fetcher: createWebFetcher(saladWeb(generator)),
        read: (input) => readPage(input),
      },
    )
    const { end } = await run.crawl({ drain: never, abandon: never })
    await run.close()
    const fetched: PageRecord[] = []
    for await (const page of store.pages({ all: true })) fetched.push(page)
    expect(await store.check()).toEqual([])
    return { end, pages: fetched, ms: clock.now() - Date.UTC(2014, 0, 1) }
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

describe('a source with endless hosts of generated text', () => {
  it.each(Object.entries(GENERATORS))(
    'does not keep the crawl from the other sources: %s',
    async (_, generator) => {
      for (const strategy of ['adaptive', 'best-first', 'breadth-first']) {
        const { pages } = await crawl(generator, strategy)
        const kept = new Set(pages.filter(({ relevant }) => relevant).map(({ url }) => url))
        expect(PAPER_REPORTS.filter((url) => !kept.has(url))).toEqual([])
        // Until the last report was fetched, others were waiting.
        const last = Math.max(...PAPER_REPORTS.map((url) => pages.findIndex((page) => page.url === url)))
        expect(pages.slice(0, last).filter(({ url }) => isSalad(url)).length).toBeLessThanOrEqual(last / 2)
      }
    },
    TIMEOUT,
  )

  it.each([
    'event words in random order',
    'shuffled words of articles',
    'shuffled words with full stops',
    'template sentences',
  ])(
    'is not kept: %s',
    async (name) => {
      const { pages } = await crawl(GENERATORS[name] as never, 'best-first')
      const salad = pages.filter(({ url }) => isSalad(url))
      expect(salad.length).toBeGreaterThan(10)
      expect(salad.filter(({ relevant }) => relevant).length).toBeLessThan(salad.length / 5)
      expect(salad.some(({ evidence }) => evidence.prose !== undefined)).toBe(true)
    },
    TIMEOUT,
  )

  it('is requested at the rate of a few hosts', async () => {
    const { pages, ms } = await crawl(GENERATORS['sentences in random order'] as never, 'best-first')
    const salad = pages.filter(({ url }) => isSalad(url)).length
    // Each host gets two requests, for robots.txt and a page, and the source five per second.
    expect(ms).toBeGreaterThanOrEqual((salad - 1) * 200)
  })
})
