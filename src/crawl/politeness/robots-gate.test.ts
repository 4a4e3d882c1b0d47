import { describe, expect, it } from 'vitest'
import { FetchFailure } from '../../model/errors.ts'
import type { RobotsRecord } from '../../model/robots.ts'
import { RobotsGate } from './robots-gate.ts'

const never = new AbortController().signal
const DAY_MS = 24 * 3_600_000

/** A gate whose origin answers as `respond` returns; `requests` counts the requests. */
function bed(respond: () => { status: number; body: string } | FetchFailure) {
  const records = new Map<string, RobotsRecord>()
  let count = 0
  const fetcher = {
    async fetch(url: string) {
      count++
      const response = respond()
      if (response instanceof FetchFailure) throw response
      const body = Buffer.from(response.body)
      const exchange = {
        url,
        method: 'GET' as const,
        requestHeaders: [],
        status: response.status,
        statusText: '',
        responseHeaders: [],
        body,
        truncated: null,
        ip: null,
        startedAt: new Date(0),
      }
      return { exchange, body }
    },
    async close() {},
  }
  const store = {
    getRobots: async (origin: string) => records.get(origin),
    putRobots: async (record: RobotsRecord) => void records.set(record.origin, record),
  }
  const open = () => new RobotsGate({ store, fetcher, archive: null })
  return { open, requests: () => count }
}

describe('RobotsGate', () => {
  it('fetches robots.txt once, learns the delay from it, and then decides from memory', async () => {
    const { open, requests } = bed(() => ({
      status: 200,
      body: 'User-agent: *\nDisallow: /no\nCrawl-delay: 7',
    }))
    const gate = open()
    expect(await gate.decide('http://a.example/x', 0, never)).toEqual({
      kind: 'fetched',
      status: 200,
      crawlDelaySeconds: 7,
      retryAfter: undefined,
    })
    expect(await gate.decide('http://a.example/x', 1, never)).toEqual({
      kind: 'allowed',
      crawlDelaySeconds: 7,
      allowedBy: null,
    })
    expect(await gate.decide('http://a.example/no/1', 2, never)).toEqual({
      kind: 'disallowed',
      why: 'Disallow: /no (line 2 of http://a.example/robots.txt of 1970-01-01T00:00:00.000Z)',
    })
    expect(requests()).toBe(1)
  })

  it('reports new rules before storing them, so that they are reported again after an interruption', async () => {
    const { open, requests } = bed(() => ({ status: 200, body: 'Sitemap: http://a.example/s.xml' }))
    const reported: string[] = []
    const learn = async ({ sitemaps }: { sitemaps: readonly string[] }) => void reported.push(...sitemaps)
    const interrupt = async () => {
      throw new Error('killed')
    }
    await expect(open().decide('http://a.example/x', 0, never, interrupt)).rejects.toThrow('killed')
    expect((await open().decide('http://a.example/x', 0, never, learn)).kind).toBe('fetched')
    expect((await open().decide('http://a.example/x', 1, never, learn)).kind).toBe('allowed')
    expect({ reported, requests: requests() }).toEqual({ reported: ['http://a.example/s.xml'], requests: 2 })
  })

  it('remembers rules across a restart, but no longer than a day (RFC 9309)', async () => {
    const { open, requests } = bed(() => ({ status: 404, body: '' }))
    await open().decide('http://a.example/x', 0, never)
    expect((await open().decide('http://a.example/x', DAY_MS - 1, never)).kind).toBe('allowed')
    expect((await open().decide('http://a.example/x', DAY_MS, never)).kind).toBe('fetched')
    expect(requests()).toBe(2)
  })

  it.each([
    ['an error', { status: 503, body: '' }],
    ['silence', new FetchFailure('timeout')],
  ])('allows nothing after %s, and retries later', async (_, answer) => {
    const { open } = bed(() => answer)
    const gate = open()
    await gate.decide('http://a.example/x', 0, never)
    const decision = await gate.decide('http://a.example/x', 1, never)
    expect(decision.kind).toBe('unreachable')
    const until = decision.kind === 'unreachable' ? decision.until : 0
    expect((await gate.decide('http://a.example/x', until, never)).kind).toBe('fetched')
  })

  it('keeps origins apart: another port or scheme has its own rules', async () => {
    const { open, requests } = bed(() => ({ status: 200, body: '' }))
    const gate = open()
    for (const origin of ['http://a.example', 'https://a.example', 'http://a.example:8080']) {
      expect((await gate.decide(`${origin}/x`, 0, never)).kind).toBe('fetched')
    }
    expect(requests()).toBe(3)
  })
})
