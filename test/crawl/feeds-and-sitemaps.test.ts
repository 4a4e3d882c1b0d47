import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openArchive } from '../../src/archive/warc-writer.ts'
import { systemClock } from '../../src/crawl/clock.ts'
import { seedItem } from '../../src/crawl/links/link-items.ts'
import { LiveOptions } from '../../src/crawl/live-options.ts'
import { emptyStats } from '../../src/crawl/loop/stats.ts'
import type { Fetcher } from '../../src/fetch/fetcher.ts'
import { createScope } from '../../src/frontier/scope/scope.ts'
import { createExampleWeb } from '../../src/lab/web/example-web.ts'
import type { WebResponse } from '../../src/lab/web/web.ts'
import { createWebFetcher } from '../../src/lab/web/web-fetcher.ts'
import { readPage } from '../../src/page/read-page.ts'
import { runPipeline } from '../../src/pipeline.ts'
import { createStrategy } from '../../src/score/registry.ts'
import type { PageRecord } from '../../src/store/records.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'

const EVENT = {
  name: 'x',
  what: [{ term: 'storm', weight: 1 }],
  where: [],
  when: { start: '2024-11-08', interest: [] },
  who: [],
  languages: [],
  seeds: [],
}
const never = new AbortController().signal

describe('pages found through feeds and sitemaps', () => {
  let folder: string
  let store: Store

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eventide-feeds-'))
    store = await openSqliteStore(join(folder, 'collection.db'))
  })

  afterEach(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function crawl(fetcher: Fetcher, seeds: readonly string[], given = {}): Promise<PageRecord[]> {
    await store.add(seeds.flatMap((url) => seedItem(url) ?? []))
    const archive = await openArchive(join(folder, 'archive'), { software: 'test' })
    const options = new LiveOptions({ delay: 0, concurrency: 1, ...given })
    const parts = {
      store,
      archive,
      fetcher,
      strategy: createStrategy('breadth-first', { event: EVENT, random: () => 0.5 }),
      read: (input: Parameters<typeof readPage>[0]) => readPage(input),
      scope: createScope(),
      clock: systemClock,
      random: () => 0.5,
      drawsAt: () => () => 0.5,
    }
    await runPipeline(parts, options, emptyStats(0, 0), { drain: never, abandon: never })
    await archive.close()
    const pages: PageRecord[] = []
    for await (const page of store.pages({ all: true })) pages.push(page)
    return pages
  }

  const pathOf = (url: string) => new URL(url).pathname + new URL(url).search

  const withoutLinks = (body: Uint8Array) =>
    Buffer.from(
      Buffer.from(body)
        .toString('latin1')
        .replace(/<(?:a|link|iframe)\b/gi, '<i'),
      'latin1',
    )

  it('on the example web', async () => {
    const web = createExampleWeb({ pages: 1_000 })
    const [seed = ''] = web.seeds
    const { host } = new URL(seed)
    // A single site whose stories have no links: pages are found only by its feed and sitemaps.
    const fetcher = createWebFetcher({
      respond: (url) => {
        const answer = new URL(url).host === host ? web.respond(url) : null
        const article = answer?.status === 200 && url !== seed && web.truth(url) !== null
        return article ? { ...answer, body: withoutLinks(answer.body) } : answer
      },
    })
    const pages = await crawl(fetcher, [seed], { pages: 150 })
    const from = (parent: RegExp) => pages.filter((page) => parent.test(page.parent ?? ''))
    const lists = pages.filter(({ canonicalUrl }) => /\/(feed\.xml|sitemap[^/]*)$/.test(canonicalUrl))
    expect(lists.length).toBeGreaterThan(3)
    for (const list of lists) expect(list).toMatchObject({ relevant: false })
    expect(from(/\/feed\.xml$/).length).toBeGreaterThan(5)
    expect(from(/\/sitemap-\d+\.xml$/).length).toBeGreaterThan(5)
    const index = pages.find(({ canonicalUrl }) => canonicalUrl.endsWith('/sitemap.xml'))
    expect(index?.linkEvidence.discovery?.because).toEqual([`robots.txt of ${host}`])
  })

  describe('on a small site', () => {
    const xml = (body: string | Uint8Array, type = 'application/xml'): WebResponse => ({
      status: 200,
      headers: [['Content-Type', type]],
      body: Buffer.from(body),
    })
    const story = (more = '') =>
      xml(`<title>Storm</title>${more}<p>The storm reached the coast.</p>`, 'text/html')
    const site = new Map<string, WebResponse>([
      [
        '/robots.txt',
        xml('Sitemap: http://a.example/maps.xml\nSitemap: http://other.example/s.xml', 'text/plain'),
      ],
      ['/', story('<link rel=alternate type="application/feed+json" href="/feed.json">')],
      [
        '/maps.xml',
        xml('<sitemapindex><sitemap><loc>http://a.example/map.xml.gz</loc></sitemap></sitemapindex>'),
      ],
      [
        '/map.xml.gz',
        xml(gzipSync('<urlset><url><loc>http://a.example/mapped</loc></url></urlset>'), 'application/x-gzip'),
      ],
      [
        '/feed.json',
        xml(
          '{"version":"https://jsonfeed.org/version/1","title":"Storm","items":[{"id":"1","url":"/fed","title":"Storm"}]}',
          'application/feed+json',
        ),
      ],
      ['/data.json', xml('{"a":"storm"}', 'application/json')],
      ['/mapped', story()],
      ['/fed', story()],
    ])
    const fetcher = createWebFetcher({
      respond: (url) => {
        const { host, pathname } = new URL(url)
        return host === 'a.example' ? (site.get(pathname) ?? null) : null
      },
    })

    it('are fetched and kept, while the feeds and sitemaps themselves are not kept', async () => {
      const pages = await crawl(fetcher, ['http://a.example/'])
      expect(pages.map(({ url, relevant }) => [pathOf(url), relevant]).sort()).toEqual([
        ['/', true],
        ['/fed', true],
        ['/feed.json', false],
        ['/map.xml.gz', false],
        ['/mapped', true],
        ['/maps.xml', false],
      ])
      const feed = pages.find(({ url }) => url.endsWith('/feed.json'))
      expect(feed?.relevance).toBeGreaterThan(0.5)
      expect(await store.explain('http://other.example/s.xml')).toMatchObject({
        depth: 1,
        foundBy: [{ evidence: { discovery: { because: ['robots.txt of a.example'] } } }],
      })
    })

    it('are not fetched when disabled', async () => {
      const pages = await crawl(fetcher, ['http://a.example/'], { sitemaps: false })
      expect(pages.map(({ url }) => pathOf(url)).sort()).toEqual(['/', '/fed', '/feed.json'])
    })

    it('are not read from other media types', async () => {
      await crawl(fetcher, ['http://a.example/data.json'], { sitemaps: false })
      expect(await store.explain('http://a.example/data.json')).toMatchObject({
        state: 'excluded',
        ending: { code: 'content-type' },
      })
    })
  })
})
