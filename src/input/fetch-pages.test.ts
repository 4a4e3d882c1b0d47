import { describe, expect, it } from 'vitest'
import type { Clock } from '../crawl/clock.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import { FetchFailure } from '../model/errors.ts'
import { fetchPages } from './fetch-pages.ts'
import { PoliteFetch } from './polite-fetch.ts'
import { PoliteHosts } from './polite-hosts.ts'

/** A web whose responses wait until `answer` is called; `asked` lists the requests. */
function slowWeb() {
  const waiting = new Map<string, () => void>()
  const asked: string[] = []
  const fetcher: Fetcher = {
    async fetch(url, signal) {
      asked.push(url)
      if (!url.endsWith('/robots.txt')) await new Promise<void>((resolve) => waiting.set(url, resolve))
      if (signal?.aborted) throw new FetchFailure('timeout')
      const body = Buffer.from(url.endsWith('/robots.txt') ? '' : `<title>${url}</title>`)
      const exchange = {
        ...{ url, method: 'GET' as const, requestHeaders: [], status: url.includes('gone') ? 410 : 200 },
        ...{ statusText: '', responseHeaders: [], body, truncated: null, ip: null, startedAt: new Date(0) },
      }
      return { exchange, body }
    },
    async close() {},
  }
  const clock: Clock = { now: () => 0, wait: async () => {} }
  const answer = async (url: string) => {
    while (!waiting.has(url)) await new Promise((resolve) => setImmediate(resolve))
    waiting.get(url)?.()
  }
  return { fetcher, clock, asked, answer }
}

const never = new AbortController().signal

describe('fetchPages', () => {
  it('returns pages in the requested order while hosts are fetched in parallel, and failures with their reason', async () => {
    const { fetcher, answer } = slowWeb()
    const urls = ['http://a.example/', 'ftp://b.example/', 'http://gone.example/', 'http://c.example/']
    const pages = fetchPages(urls, fetcher, never)
    const all = (async () => {
      const got = []
      for await (const page of pages)
        got.push('problem' in page ? `${page.url}: ${page.problem}` : page.input.url)
      return got
    })()
    for (const url of ['http://c.example/', 'http://gone.example/', 'http://a.example/']) await answer(url)
    expect(await all).toEqual([
      'http://a.example/',
      'ftp://b.example/: it is not an http or https URL',
      'http://gone.example/: the server answered 410',
      'http://c.example/',
    ])
  })

  it('reports pages that take too long', async () => {
    const stop = new AbortController()
    const fetcher: Fetcher = {
      fetch: (_, signal) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      async close() {},
    }
    const page = fetchPages(['http://a.example/'], fetcher, stop.signal).next()
    stop.abort()
    expect((await page).value).toEqual({
      url: 'http://a.example/',
      problem: 'the response did not arrive in time',
    })
  })

  it('stops fetching when the caller stops reading', async () => {
    const { fetcher, asked } = slowWeb()
    const urls = Array.from({ length: 30 }, (_, i) => `http://h${i}.example/`)
    await fetchPages(['nothing', ...urls], fetcher, never).next()
    expect(asked.length).toBeLessThanOrEqual(8)
  })
})

describe('PoliteHosts shared by several callers', () => {
  it('sends one request at a time to a host, and requests robots.txt once', async () => {
    const { fetcher, clock, asked, answer } = slowWeb()
    const hosts = new PoliteHosts()
    const [one, two] = [0, 1].map(() => new PoliteFetch({ fetcher, clock, delayMs: 5, hosts }))
    const first = one!.fetch('http://a.example/1')
    const second = two!.fetch('http://a.example/2')
    await answer('http://a.example/1')
    expect(asked).toEqual(['http://a.example/robots.txt', 'http://a.example/1'])
    await first
    await answer('http://a.example/2')
    await second
    expect(asked).toEqual(['http://a.example/robots.txt', 'http://a.example/1', 'http://a.example/2'])
  })

  it('sends no request for a caller that has aborted', async () => {
    const { fetcher, clock, asked } = slowWeb()
    const gone = AbortSignal.abort()
    await expect(
      new PoliteFetch({ fetcher, clock, delayMs: 5 }).fetch('http://a.example/', gone),
    ).rejects.toThrow(FetchFailure)
    expect(asked).not.toContain('http://a.example/')
  })
})
