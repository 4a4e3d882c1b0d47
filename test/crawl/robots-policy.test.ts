import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseResponse } from '../../src/archive/http-block.ts'
import { readWarcFile } from '../../src/archive/warc-reader.ts'
import { openArchive } from '../../src/archive/warc-writer.ts'
import { systemClock } from '../../src/crawl/clock.ts'
import { seedItem } from '../../src/crawl/links/link-items.ts'
import { LiveOptions } from '../../src/crawl/live-options.ts'
import { emptyStats } from '../../src/crawl/loop/stats.ts'
import { createEgress } from '../../src/fetch/egress.ts'
import { POLITENESS } from '../../src/frontier/politeness.ts'
import { createScope } from '../../src/frontier/scope/scope.ts'
import { readPage } from '../../src/page/read-page.ts'
import { runPipeline } from '../../src/pipeline.ts'
import { createStrategy } from '../../src/score/registry.ts'
import type { CaptureRecord } from '../../src/store/records.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { respond } from '../hostile-web/respond.ts'
import { type HostileWeb, startHostileWeb } from '../hostile-web/server.ts'
import { type Answer, delaysOf, PAGE, PolitenessHarness } from './politeness-harness.ts'

const never = new AbortController().signal
const EVENT = {
  name: 'x',
  what: [{ term: 'fine', weight: 1 }],
  where: [],
  when: { interest: [] },
  who: [],
  languages: [],
  seeds: [],
}

/** Pages fetched of a host with /open and /private/x: both, the open one, or none. */
const BOTH = ['done', 'done']
const OPEN = ['done', 'excluded']
const NEITHER = ['queued', 'queued']

const EXPECTED: readonly (readonly [string, readonly string[]])[] = [
  ['rules', OPEN],
  ['status-201', OPEN],
  ['redirects-5', OPEN],
  ['redirects-6', BOTH],
  ['no-location', BOTH],
  ['status-401', BOTH],
  ['status-403', BOTH],
  ['status-404', BOTH],
  ['status-410', BOTH],
  ['status-429', NEITHER],
  ['status-500', NEITHER],
  ['status-503', NEITHER],
  ['silent', NEITHER],
  ['hang-up', NEITHER],
  ['partial', NEITHER],
  ['unresolved', NEITHER],
  ['empty', BOTH],
  ['html', BOTH],
  ['octets', OPEN],
  ['utf8-mark', OPEN],
  ['utf16', OPEN],
  ['big-endian', OPEN],
  ['cr-only', OPEN],
  ['at450k', OPEN],
  ['at550k', BOTH],
  ['long-line', OPEN],
  ['behind-long-line', OPEN],
  ['odd-names', OPEN],
  ['stars', BOTH],
]

describe('4.10 robots.txt, through the whole crawl of a hostile web', () => {
  let folder: string
  let store: Store
  let web: HostileWeb
  const captures: CaptureRecord[] = []

  const address = (host: string, path: string) => `http://${host}.test:${web.port}${path}`
  const known = (host: string, path: string) =>
    store.explain(seedItem(address(host, path))?.canonicalUrl ?? '')

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eventide-robots-'))
    store = await openSqliteStore(join(folder, 'collection.db'))
    const page = (socket: Parameters<typeof respond>[0]) =>
      respond(socket, 200, { 'Content-Type': 'text/html' }, '<p>fine</p>')
    web = await startHostileWeb({ routes: { '/open': page, '/private': page } })
    const seeds = EXPECTED.flatMap(([host]) => [address(host, '/open'), address(host, '/private/x')])
    await store.add(seeds.flatMap((url) => seedItem(url) ?? []))
    const archive = await openArchive(join(folder, 'archive'), { software: 'test' })
    const fetcher = createEgress({
      allowPrivate: true,
      resolver: async (host) => (host.startsWith('unresolved') ? [] : ['127.0.0.1']),
      // Long enough that only the silent server times out.
      limits: { headersMs: 5_000 },
    })
    const parts = {
      store,
      archive,
      fetcher,
      strategy: createStrategy('best-first', { event: EVENT, random: () => 0.5 }),
      read: (input: Parameters<typeof readPage>[0]) => readPage(input),
      scope: createScope(),
      clock: systemClock,
      random: () => 0.5,
      drawsAt: () => () => 0.5,
    }
    const politeness = { backOffMs: 1, maxBackOffMs: 1, maxDelayMs: 1 }
    const options = new LiveOptions({ patience: 2_000, delay: 0 }, politeness)
    // Only hosts with unreachable robots.txt are left, to be tried again in ten minutes.
    expect(await runPipeline(parts, options, emptyStats(0, 0), { drain: never, abandon: never })).toBe(
      'waiting',
    )
    await archive.close()
    await fetcher.close()
    for await (const capture of store.captures()) captures.push(capture)
  }, 60_000)

  afterAll(async () => {
    await web.close()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  it.each(EXPECTED)('%s', async (host, [open, closed]) => {
    expect([(await known(host, '/open'))?.state, (await known(host, '/private/x'))?.state]).toEqual([
      open,
      closed,
    ])
    const requestCount = (path: string) =>
      web.hits.filter((hit) => hit.host.startsWith(`${host}.test`) && hit.path === path).length
    expect([requestCount('/open') > 0, requestCount('/private/x') > 0]).toEqual([
      open === 'done',
      closed === 'done',
    ])
  })

  it('records the line that forbids each page, and the WARC record of the robots.txt', async () => {
    const { ending } = (await known('rules', '/private/x')) ?? { ending: null }
    expect(ending?.code).toBe('disallowed')
    const [, line, url, when, record] =
      /^Disallow: \/private\/ \(line (\d+) of (\S+) of (\S+), record (\S+)\)$/.exec(ending?.message ?? '') ??
      []
    expect([line, url]).toEqual(['2', address('rules', '/robots.txt')])
    const capture = captures.find(({ recordId }) => recordId === record)
    expect(capture).toMatchObject({ id: null, url, status: 200 })
    const apart = Date.parse(capture?.fetchedAt ?? '') - Date.parse(when ?? '')
    expect(Math.abs(apart)).toBeLessThan(10_000)
  })

  it('archives every robots.txt response, including redirects and errors, with its interpretation', async () => {
    const of = (host: string) =>
      captures
        .filter(({ url }) => url.startsWith(`${address(host, '/robots.txt')}`))
        .map(({ status }) => status)
    expect(of('redirects-5')).toEqual([301, 301, 301, 301, 301, 200])
    expect([of('status-404'), of('status-503'), of('silent')]).toEqual([[404], [503], []])

    const file = join(folder, 'archive', captures[0]?.warc.file ?? '')
    const bodies = new Map<string, string>()
    const notes: string[] = []
    for await (const event of readWarcFile(file)) {
      if (event.kind === 'problem') throw new Error(event.problem.what)
      const { type, url, block } = event.record
      if (!url.endsWith('/robots.txt')) continue
      if (type === 'response') bodies.set(url, Buffer.from(parseResponse(block)?.body ?? []).toString())
      if (type === 'metadata') notes.push(`${url} ${Buffer.from(block).toString()}`)
    }
    expect(bodies.get(address('rules', '/robots.txt'))).toContain('Disallow: /private/')
    const note = (host: string) => notes.find((text) => text.includes(address(host, '/robots.txt')))
    expect(note('rules')).toContain('as its rules say')
    expect(note('status-404')).toContain('all allowed')
    expect(note('status-503')).toContain('nothing allowed for now')
  })
})

describe('4.10 robots.txt over time', () => {
  const DAY_MS = 24 * 3_600_000
  const NOON = Date.UTC(2026, 10, 16, 12)

  async function withBed(work: (harness: PolitenessHarness) => Promise<void>): Promise<void> {
    const harness = await PolitenessHarness.make(NOON)
    try {
      await work(harness)
    } finally {
      await harness.remove()
    }
  }
  const serving =
    (rules: string) =>
    ({ pathname }: URL): Answer =>
      pathname === '/robots.txt' ? { status: 200, body: `User-agent: *\n${rules}` } : PAGE
  const requestPaths = (harness: PolitenessHarness) =>
    harness.arrivals.map(({ url }) => new URL(url).pathname)

  it('applies changed rules to the queue of a resumed crawl once the old ones are a day old', () =>
    withBed(async (harness) => {
      const seeds = ['http://a.example/1', 'http://a.example/2', 'http://a.example/3']
      await harness.run(
        { answer: serving('Disallow: /no') },
        { seeds: [...seeds, 'http://a.example/no'], crawl: { pages: 1 } },
      )
      expect(requestPaths(harness)).toEqual(['/robots.txt', '/1'])
      // Cached rules are used for a day.
      await harness.run(
        { answer: serving('Disallow: /') },
        { crawl: { pages: 1 }, at: NOON + DAY_MS - 60_000 },
      )
      expect(requestPaths(harness)).toEqual(['/robots.txt', '/1', '/2'])
      await harness.run({ answer: serving('Disallow: /') }, { at: NOON + DAY_MS + 60_000 })
      expect(requestPaths(harness)).toEqual(['/robots.txt', '/1', '/2', '/robots.txt'])
      expect((await harness.explain('http://a.example/3'))?.ending?.message).toContain('Disallow: / (line 2')
    }))

  it('fetches robots.txt again in a crawl that runs longer than a day', () =>
    withBed(async (harness) => {
      const seeds = Array.from({ length: 30 }, (_, i) => `http://a.example/${i}`)
      await harness.run({ answer: serving('Disallow: /no') }, { seeds, crawl: { delay: 3_600_000 } })
      const files = harness.arrivals.filter(({ url }) => url.endsWith('/robots.txt'))
      expect(files).toHaveLength(2)
      const apart = (files[1]?.start ?? 0) - (files[0]?.start ?? 0)
      expect(apart).toBeGreaterThanOrEqual(DAY_MS)
      expect(apart).toBeLessThan(DAY_MS + 2 * 3_600_000)
    }))

  it('waits between the hops of a redirected robots.txt', () =>
    withBed(async (harness) => {
      const answer = ({ pathname, search }: URL): Answer => {
        if (pathname !== '/robots.txt') return PAGE
        const hop = Number(search.slice(1))
        return hop < 5
          ? { status: 301, headers: [['Location', `/robots.txt?${hop + 1}`]] }
          : { status: 200, body: 'User-agent: *\nCrawl-delay: 7' }
      }
      await harness.run({ answer }, { seeds: ['http://a.example/1', 'http://a.example/2'] })
      expect(harness.arrivals).toHaveLength(8)
      const delays = delaysOf(harness.arrivals)
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(POLITENESS.delayMs)
      expect(delays.slice(5)).toEqual([7_000, 7_000])
    }))
})
