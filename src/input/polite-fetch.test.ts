import { describe, expect, it } from 'vitest'
import type { Clock } from '../crawl/clock.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import { PoliteFetch } from './polite-fetch.ts'

type Answer = { status: number; body?: string; location?: string }

/** A web with fixed responses, and a clock that advances only when something waits. */
function setup(answers: Record<string, Answer>, delayMs = 1000) {
  let now = 0
  const asked: [string, number][] = []
  const clock: Clock = {
    now: () => now,
    wait: async (ms) => {
      now += Math.max(0, ms)
    },
  }
  const fetcher: Fetcher = {
    async fetch(url) {
      asked.push([url, now])
      const { status, body = '', location } = answers[url] ?? { status: 404 }
      const responseHeaders = location ? [['Location', location] as const] : []
      const bytes = Buffer.from(body)
      const exchange = {
        url,
        method: 'GET' as const,
        requestHeaders: [],
        status,
        statusText: '',
        responseHeaders,
        body: bytes,
        truncated: null,
        ip: null,
        startedAt: new Date(0),
      }
      return { exchange, body: bytes }
    },
    async close() {},
  }
  return { polite: new PoliteFetch({ fetcher, clock, delayMs }), asked }
}

describe('PoliteFetch', () => {
  it('requests robots.txt first and waits between requests to a host', async () => {
    const { polite, asked } = setup({
      'http://a.example/1': { status: 200, body: 'one' },
      'http://b.example/2': { status: 200 },
    })
    await polite.fetch('http://a.example/1')
    await polite.fetch('http://b.example/2')
    await polite.fetch('http://a.example/1')
    expect(asked).toEqual([
      ['http://a.example/robots.txt', 0],
      ['http://a.example/1', 1000],
      ['http://b.example/robots.txt', 1000],
      ['http://b.example/2', 2000],
      ['http://a.example/1', 2000],
    ])
  })

  it('obeys robots.txt and its Crawl-delay', async () => {
    const { polite, asked } = setup({
      'http://a.example/robots.txt': { status: 200, body: 'User-agent: *\nDisallow: /no\nCrawl-delay: 5' },
      'http://a.example/yes': { status: 200 },
    })
    await expect(polite.fetch('http://a.example/no/1')).rejects.toMatchObject({ code: 'robots' })
    await polite.fetch('http://a.example/yes')
    await polite.fetch('http://a.example/yes')
    expect(asked.at(-1)).toEqual(['http://a.example/yes', 10_000])
    expect(asked.map(([url]) => url)).not.toContain('http://a.example/no/1')
  })

  it('waits between requests to the hosts that robots.txt redirects to', async () => {
    const { polite, asked } = setup({
      'http://b.example/2': { status: 200 },
      'http://a.example/robots.txt': { status: 301, location: 'http://b.example/rules.txt' },
      'http://a.example/1': { status: 200 },
    })
    await polite.fetch('http://b.example/2')
    await polite.fetch('http://a.example/1')
    await polite.fetch('http://b.example/2')
    expect(asked.filter(([url]) => url.startsWith('http://b.example'))).toEqual([
      ['http://b.example/robots.txt', 0],
      ['http://b.example/2', 1000],
      ['http://b.example/rules.txt', 2000],
      ['http://b.example/2', 3000],
    ])
  })

  it('treats an unreachable robots.txt as a prohibition', async () => {
    const { polite } = setup({ 'http://a.example/robots.txt': { status: 503 } })
    await expect(polite.fetch('http://a.example/1')).rejects.toMatchObject({ code: 'robots' })
  })

  it('follows a limited number of redirects under the same rules', async () => {
    const { polite, asked } = setup({
      'http://a.example/1': { status: 302, location: 'http://b.example/2' },
      'http://b.example/2': { status: 200, body: 'there' },
      'http://c.example/loop': { status: 301, location: '/loop' },
    })
    expect(Buffer.from((await polite.fetch('http://a.example/1')).body).toString()).toBe('there')
    expect(asked.map(([url]) => url)).toContain('http://b.example/robots.txt')
    await expect(polite.fetch('http://c.example/loop')).rejects.toThrow(/redirects/)
  })
})
