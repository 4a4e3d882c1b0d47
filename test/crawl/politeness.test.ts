import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../src/crawl/clock.ts'
import { createEgress } from '../../src/fetch/egress.ts'
import { POLITENESS } from '../../src/frontier/politeness.ts'
import { startHostileWeb } from '../hostile-web/server.ts'
import { type Answer, delaysOf, PAGE, PolitenessHarness } from './politeness-harness.ts'

const NOON = Date.UTC(2026, 10, 16, 12)
const DAY_MS = 24 * 3_600_000

let harness: PolitenessHarness
beforeEach(async () => {
  harness = await PolitenessHarness.make(NOON)
})
afterEach(() => harness.remove())

const pagesOf = (host: string, count: number) =>
  Array.from({ length: count }, (_, i) => `http://${host}/${i + 1}`)

async function doneOf(): Promise<number> {
  const store = await harness.open()
  const { done } = await store.counts()
  await store.close()
  return done
}

describe('4.23 politeness under stress', () => {
  it('keeps the delay of one host with 500 URLs, 64 workers and two kills', async () => {
    const seeds = pagesOf('a.example', 500)
    const crawl = { concurrency: 64 }
    const answer = () => PAGE
    expect(await harness.run({ answer, killAt: 100 }, { seeds, crawl })).toBe('killed')
    expect(await harness.run({ answer, killAt: 150 }, { crawl })).toBe('killed')
    expect(await harness.run({ answer }, { crawl })).toBe('exhausted')
    expect(await doneOf()).toBe(500)
    // Each page once, robots.txt once, and the pages in progress at the kill a second time.
    expect(harness.arrivals).toHaveLength(503)
    expect(Math.min(...delaysOf(harness.arrivals))).toBeGreaterThanOrEqual(POLITENESS.delayMs)
  })

  it('keeps a long Crawl-delay after a kill, and caps an excessive one at a minute', async () => {
    const answer = ({ pathname }: URL): Answer =>
      pathname === '/robots.txt' ? { status: 200, body: 'User-agent: *\nCrawl-delay: 86400' } : PAGE
    const seeds = pagesOf('a.example', 6)
    expect(await harness.run({ answer, killAt: 4 }, { seeds })).toBe('killed')
    expect(await harness.run({ answer })).toBe('exhausted')
    expect(new Set(delaysOf(harness.arrivals))).toEqual(new Set([POLITENESS.maxCrawlDelayMs]))
  })

  it.each([
    ['429', 429, undefined],
    ['503', 503, undefined],
    ['429 with seconds', 429, () => '120'],
    ['503 with a date', 503, (end: number) => new Date(end + 120_000).toUTCString()],
    ['429 with an absurd date', 429, () => 'Wed, 21 Oct 2099 07:28:00 GMT'],
  ])(
    'backs off after repeated %s without using up attempts, also after a restart',
    async (_, status, header) => {
      const seeds = pagesOf('a.example', 20)
      const requests = { pages: 0 }
      /** Requests 4 to 9 get the overload response. */
      const answer = ({ pathname }: URL): Answer | undefined => {
        if (pathname === '/robots.txt') return undefined
        requests.pages += 1
        if (requests.pages < 4 || requests.pages > 9) return PAGE
        const retryAfter = header?.(harness.clock.now())
        return { status, headers: retryAfter === undefined ? [] : [['Retry-After', retryAfter]] }
      }
      expect(await harness.run({ answer, killAt: 13 }, { seeds })).toBe('killed')
      expect(await harness.run({ answer })).toBe('exhausted')
      expect(await doneOf()).toBe(20)
      const delays = delaysOf(harness.arrivals)
      // robots.txt, three pages, six refusals: each delay is at least twice the previous one, or the requested one.
      const afterRefusals = delays.slice(4, 10)
      const asksFor =
        header === undefined ? 0 : header(0).includes('2099') ? POLITENESS.maxRetryAfterMs : 119_000
      expect(Math.min(...afterRefusals)).toBeGreaterThanOrEqual(Math.max(5_000, asksFor))
      for (const [i, rest] of afterRefusals.entries())
        if (i > 0 && asksFor === 0) expect(rest).toBeGreaterThanOrEqual(1.5 * (afterRefusals[i - 1] ?? 0))
      // Doubled six times, then reduced by a twentieth per success, also after the kill.
      const recovering = delays.slice(10)
      expect(recovering[0]).toBeGreaterThan(50_000)
      for (const [i, rest] of recovering.entries())
        if (i > 0) expect(rest).toBeGreaterThanOrEqual(0.94 * (recovering[i - 1] ?? 0))
      expect(recovering.at(-1)).toBeLessThan(recovering[0] ?? 0)
      const { attempts } = (await harness.explain('http://a.example/4')) ?? { attempts: -1 }
      expect(attempts).toBe(0)
    },
  )

  it('ends although a host never recovers', async () => {
    const answer = ({ pathname }: URL): Answer | undefined =>
      pathname === '/robots.txt' ? undefined : { status: 429 }
    expect(await harness.run({ answer }, { seeds: pagesOf('a.example', 1) })).toBe('exhausted')
    expect(harness.arrivals.length).toBeLessThan(15)
    expect((await harness.explain('http://a.example/1'))?.ending?.code).toBe('http-429')
  })

  it('backs off after a robots.txt with status 429 without using up attempts', async () => {
    const robots = { requests: 0 }
    const answer = ({ pathname }: URL): Answer | undefined => {
      if (pathname !== '/robots.txt') return PAGE
      robots.requests += 1
      return robots.requests <= 5 ? { status: 429, headers: [['Retry-After', '1800']] } : undefined
    }
    expect(await harness.run({ answer }, { seeds: pagesOf('a.example', 1) })).toBe('exhausted')
    expect((await harness.explain('http://a.example/1'))?.state).toBe('done')
    expect(Math.min(...delaysOf(harness.arrivals).slice(0, 5))).toBeGreaterThanOrEqual(1_800_000)
  })
})

describe('4.23 many host names on one IP', () => {
  const hosts = Array.from({ length: 40 }, (_, i) => `h${i}.example`)
  const seeds = hosts.flatMap((host) => pagesOf(host, 3))
  const answer = () => PAGE
  const startsOf = (address: (host: string) => boolean) =>
    harness.arrivals.filter(({ host }) => address(host)).map(({ start }) => start)
  const gapsOf = (starts: readonly number[]) => starts.slice(1).map((start, i) => start - (starts[i] ?? 0))

  it('share its delay: a fifth of the host delay between two requests', async () => {
    expect(await harness.run({ answer }, { seeds })).toBe('exhausted')
    expect(await doneOf()).toBe(seeds.length)
    const gaps = gapsOf(startsOf(() => true))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(POLITENESS.delayMs / 5)
    expect(Math.min(...delaysOf(harness.arrivals))).toBeGreaterThanOrEqual(POLITENESS.delayMs)
    // No IP idles: 160 requests, five per second.
    expect(Math.max(...startsOf(() => true)) - NOON).toBeLessThan(45_000)
  })

  it('do not delay hosts on other IPs', async () => {
    const elsewhere = (host: string) => host === 'h0.example'
    const addressOf = (host: string) => (elsewhere(host) ? '198.51.100.1' : '192.0.2.1')
    await harness.run({ answer, addressOf }, { seeds, crawl: { concurrency: 4 } })
    expect(Math.max(...startsOf(elsewhere)) - NOON).toBeLessThan(15_000)
    expect(Math.min(...gapsOf(startsOf((host) => !elsewhere(host))))).toBeGreaterThanOrEqual(200)
  })

  it('use the delay per IP that is set', async () => {
    const slow = { addressDelay: 2_500 }
    await harness.run({ answer }, { seeds: seeds.slice(0, 12), crawl: slow })
    expect(Math.min(...gapsOf(startsOf(() => true)))).toBeGreaterThanOrEqual(2_500)
  })

  it('are delayed by host name only when the delay per IP is 0', async () => {
    const off = { addressDelay: 0 }
    await harness.run({ answer }, { seeds, crawl: off })
    expect(Math.min(...gapsOf(startsOf(() => true)))).toBe(0)
  })
})

describe('4.23 the fetcher', () => {
  it('waits for the IP it is connected to before sending anything, and sends nothing after a refusal', async () => {
    const web = await startHostileWeb()
    const fetcher = createEgress({ allowPrivate: true, resolver: async () => ['127.0.0.1'] })
    const seen: [string, number][] = []
    const turn = async (address: string) => void seen.push([address, web.hits.length])
    const url = `http://many-names.test:${web.port}/ok`
    await fetcher.fetch(url, undefined, { turn })
    await fetcher.fetch(url, undefined, { turn })
    expect(seen).toEqual([
      ['127.0.0.1', 0],
      ['127.0.0.1', 1],
    ])
    const busy = new Error('busy')
    const refused = fetcher.fetch(url, undefined, { turn: () => Promise.reject(busy) })
    await expect(refused).rejects.toBe(busy)
    expect(web.hits).toHaveLength(2)
    await fetcher.close()
    await web.close()
  })
})

describe('4.23 clock changes', () => {
  it('a clock set back by a month between two runs does not delay hosts for a month', async () => {
    const answer = ({ pathname }: URL): Answer | undefined => (pathname === '/robots.txt' ? undefined : PAGE)
    expect(await harness.run({ answer, killAt: 4 }, { seeds: pagesOf('a.example', 5) })).toBe('killed')
    const back = NOON - 30 * DAY_MS
    expect(await harness.run({ answer }, { at: back })).toBe('exhausted')
    const second = harness.arrivals.filter(({ start }) => start < NOON)
    expect(second.at(-1)?.start).toBeLessThan(back + 60_000)
    expect((second[0]?.start ?? 0) - back).toBeGreaterThanOrEqual(POLITENESS.delayMs)
    expect(Math.min(...delaysOf(second))).toBeGreaterThanOrEqual(POLITENESS.delayMs)
    // Rules dated in the future are fetched again.
    expect(second[0]?.url).toBe('http://a.example/robots.txt')
  })

  it('a clock set forward by a year keeps the delays of the new run', async () => {
    const answer = () => PAGE
    await harness.run({ answer, killAt: 3 }, { seeds: pagesOf('a.example', 5) })
    expect(await harness.run({ answer }, { at: NOON + 365 * DAY_MS })).toBe('exhausted')
    expect(Math.min(...delaysOf(harness.arrivals))).toBeGreaterThanOrEqual(POLITENESS.delayMs)
  })

  it('a clock change during a run has no effect', () => {
    const before = systemClock.now()
    const now = vi.spyOn(Date, 'now').mockReturnValue(before - 3_600_000)
    expect(systemClock.now()).toBeGreaterThanOrEqual(before)
    now.mockReturnValue(before + 3_600_000)
    expect(systemClock.now()).toBeLessThan(before + 3_600_000)
    now.mockRestore()
  })
})
