import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seedItem } from '../../src/crawl/links/link-items.ts'
import { LiveOptions } from '../../src/crawl/live-options.ts'
import { type CrawlStats, emptyStats } from '../../src/crawl/loop/stats.ts'
import { TrapMemory } from '../../src/crawl/memory/trap-memory.ts'
import { identityOf } from '../../src/frontier/canonical-url.ts'
import { createScope } from '../../src/frontier/scope/scope.ts'
import { spanOf } from '../../src/frontier/traps/url-span.ts'
import { NO_ARCHIVE } from '../../src/lab/crawl/no-archive.ts'
import { VirtualClock } from '../../src/lab/crawl/virtual-clock.ts'
import type { WebResponse } from '../../src/lab/web/web.ts'
import { createWebFetcher } from '../../src/lab/web/web-fetcher.ts'
import { readPage } from '../../src/page/read-page.ts'
import { runPipeline } from '../../src/pipeline.ts'
import { seededRandom } from '../../src/random/seeded-random.ts'
import { createStrategy } from '../../src/score/registry.ts'
import type { PageRecord } from '../../src/store/records.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { HONEST_REPORTS, isCollapsed, isSpam, spamWeb } from '../hostile-web/spam-web.ts'
import { article, EVENT_ANCHOR, htmlPage, link, realPages, TRAPS, trapWeb } from '../hostile-web/trap-web.ts'

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
  seeds: [],
}
const EVENT_DAYS = spanOf('2013-11-07', '2013-11-12') ?? undefined
const never = new AbortController().signal
/** Complete crawls, possibly on a busy machine. */
const TIMEOUT = 180_000

let folder: string
let store: Store

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-traps-'))
  store = await openSqliteStore(join(folder, 'collection.db'))
})

afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

interface Crawled {
  readonly end: string
  readonly pages: readonly PageRecord[]
  readonly stats: CrawlStats
}

/** A crawl with the default strategy and a virtual clock. */
async function crawl(
  web: { respond(url: string): WebResponse | null },
  seeds: readonly string[],
  pages: number,
  strategy = 'adaptive',
): Promise<Crawled> {
  const clock = new VirtualClock(Date.UTC(2014, 0, 1))
  const watched = clock.trackVisits(store)
  await store.add(seeds.flatMap((url) => seedItem(url) ?? []))
  const options = new LiveOptions({ pages, concurrency: 2, patience: Number.POSITIVE_INFINITY })
  const stats = emptyStats(0, 0)
  const parts = {
    store: watched,
    archive: NO_ARCHIVE,
    fetcher: createWebFetcher(web),
    strategy: createStrategy(strategy, { event: EVENT, random: seededRandom(1), canonical: identityOf }),
    read: (input: Parameters<typeof readPage>[0]) => readPage(input),
    scope: createScope(),
    clock,
    eventDays: EVENT_DAYS,
    random: seededRandom(2),
    drawsAt: (fetched: number) => seededRandom(fetched),
  }
  const end = await runPipeline(parts, options, stats, { drain: never, abandon: never })
  const fetched: PageRecord[] = []
  for await (const page of store.pages({ all: true })) fetched.push(page)
  expect(await store.check()).toEqual([])
  return { end, pages: fetched, stats }
}

const keptOf = ({ pages }: Crawled) => new Set(pages.filter(({ relevant }) => relevant).map(({ url }) => url))

describe('4.9 traps', () => {
  /** Page limits by trap, including the real pages behind it. */
  const MAX: Readonly<Record<string, number>> = {
    'path-loop': 120,
    calendar: 240,
    'known-session': 15,
    'unknown-session': 50,
    facets: 90,
    'soft-404': 10,
    'same-body': 120,
    'wildcard-hosts': 40,
  }

  it.each(Object.entries(MAX))(
    'bounds the pages of %s and finds the pages behind it',
    async (trap, maxPages) => {
      const crawled = await crawl(trapWeb, [`http://${trap}.test/`], 400, 'best-first')
      expect(crawled.end).toBe('exhausted')
      expect(crawled.pages.length).toBeLessThan(maxPages)
      for (const url of realPages(trap)) expect(keptOf(crawled)).toContain(url)
    },
    TIMEOUT,
  )

  it(
    'reaches every real page with all traps and a page of ten thousand links in the crawl',
    async () => {
      const names = Object.keys(TRAPS)
      const crawled = await crawl(
        trapWeb,
        names.map((trap) => `http://${trap}.test/`),
        900,
        'best-first',
      )
      const kept = keptOf(crawled)
      for (const url of names.flatMap(realPages)) expect(kept).toContain(url)
    },
    TIMEOUT,
  )

  it(
    'recognizes the same traps after a restart, from the snapshot or from the pages alone',
    async () => {
      await crawl(trapWeb, ['http://calendar.test/', 'http://wildcard-hosts.test/'], 160, 'best-first')
      const options = { eventDays: EVENT_DAYS }
      const restored = await TrapMemory.restore(store, options)
      const codes = restored.closedPatterns().map(({ code }) => code)
      expect(codes).toContain('no-yield')
      expect(codes).toContain('source-hosts')
      const forgetful = new Proxy(store, {
        get: (target, key) =>
          key === 'getMeta' ? async () => undefined : Reflect.get(target, key).bind(target),
      })
      expect((await TrapMemory.restore(forgetful, options)).closedPatterns()).toEqual(
        restored.closedPatterns(),
      )
    },
    TIMEOUT,
  )

  it(
    'records why a URL is excluded as part of a trap',
    async () => {
      await crawl(trapWeb, ['http://unknown-session.test/'], 400, 'best-first')
      const why = await store.exclusions()
      expect(why).toContainEqual({ code: 'same-content', count: expect.any(Number) })
      const [left] = await store.excluded('same-content', 1)
      expect(left?.message).toMatch(
        /the last \d+ of \d+ pages like unknown-session\.test\/a\?visit had the same content/,
      )
    },
    TIMEOUT,
  )
})

describe('4.26 poisoned relevance', () => {
  it(
    'does not let a spam site, its link farm or a bait site take over the crawl',
    async () => {
      const crawled = await crawl(spamWeb, ['http://hub.test/'], 240)
      const urls = crawled.pages.map(({ url }) => url)
      const kept = keptOf(crawled)
      for (const url of HONEST_REPORTS) expect(kept).toContain(url)
      // While other pages remain, the hostile sites together get less than half of the fetches.
      const last = Math.max(...HONEST_REPORTS.map((url) => urls.indexOf(url)))
      const until = urls.slice(0, last + 1)
      expect(until.filter(isSpam).length / until.length).toBeLessThan(0.5)
      expect(urls.filter(isCollapsed).length / urls.length).toBeLessThan(0.1)
    },
    TIMEOUT,
  )

  it(
    'keeps one of several copies of a page',
    async () => {
      const crawled = await crawl(mirrorWeb, ['http://hub.test/'], 60, 'best-first')
      const copies = crawled.pages.filter(({ duplicateOf }) => duplicateOf !== null)
      expect(copies).toHaveLength(MIRRORS - 1)
      expect(await store.counts()).toMatchObject({ kept: 2, copies: MIRRORS - 1 })
      expect(crawled.stats).toMatchObject({ kept: 2, copies: MIRRORS - 1 })
      const question = { must: [[{ terms: ['haiyan'] }]], not: [] }
      expect(await store.catalogue.matching('kept', question, { from: 1, to: 60 })).toHaveLength(2)
      const facts = await store.catalogue.facts(0, 60)
      expect(new Set(facts.flatMap(({ copyOf }) => copyOf ?? []))).toHaveLength(1)
    },
    TIMEOUT,
  )
})

const MIRRORS = 8
/** One report on many hosts, each with its own dateline and ending, and one other report. */
const mirrorWeb = {
  respond(url: string): WebResponse | null {
    const { hostname, pathname } = new URL(url)
    const n = Number(/^mirror(\d)\.test$/.exec(hostname)?.[1] ?? -1)
    const links = Array.from({ length: MIRRORS + 1 }, (_, i) =>
      link(`http://mirror${i}.test/report`, EVENT_ANCHOR),
    )
    const page =
      hostname === 'hub.test'
        ? htmlPage('Links', links.join('').replaceAll(EVENT_ANCHOR, 'Report'))
        : article(n === MIRRORS ? 2_000 : 1_999).replace(
            '<main>',
            `<main><p>Printed on ${n} May by mirror${n}</p>`,
          )
    const body = pathname === '/robots.txt' ? null : page
    const headers = [['Content-Type', 'text/html; charset=utf-8']] as const
    return { status: body === null ? 404 : 200, headers, body: Buffer.from(body ?? 'gone') }
  },
}
