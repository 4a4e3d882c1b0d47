import { describe, expect, it } from 'vitest'
import { FetchFailure } from '../../model/errors.ts'
import type { RobotsRecord } from '../../model/robots.ts'
import { RobotsGate } from './robots-gate.ts'

const never = new AbortController().signal
const DAY_MS = 24 * 3_600_000

/** A gate whose origin answers robots.txt as told; `asked` counts the requests. */
function bed(answer: () => { status: number; body: string } | FetchFailure) {
  const records = new Map<string, RobotsRecord>()
  let asked = 0
  const fetcher = {
    async fetch(url: string) {
      asked++
      const told = answer()
      if (told instanceof FetchFailure) throw told
      const body = Buffer.from(told.body)
      const exchange = {
        url,
        method: 'GET' as const,
        requestHeaders: [],
        status: told.status,
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
  return { open, asked: () => asked }
}

describe('RobotsGate', () => {
  it('asks once, learns the delay at once, and then decides from memory', async () => {
    const { open, asked } = bed(() => ({ status: 200, body: 'User-agent: *\nDisallow: /no\nCrawl-delay: 7' }))
    const gate = open()
    expect(await gate.decide('http://a.example/x', 0, never)).toEqual({
      kind: 'asked',
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
    expect(asked()).toBe(1)
  })

  it('tells of new rules before it remembers them, so that they are told again when that was cut short', async () => {
    const { open, asked } = bed(() => ({ status: 200, body: 'Sitemap: http://a.example/s.xml' }))
    const told: string[] = []
    const learn = async ({ sitemaps }: { sitemaps: readonly string[] }) => void told.push(...sitemaps)
    const cutShort = async () => {
      throw new Error('killed')
    }
    await expect(open().decide('http://a.example/x', 0, never, cutShort)).rejects.toThrow('killed')
    expect((await open().decide('http://a.example/x', 0, never, learn)).kind).toBe('asked')
    expect((await open().decide('http://a.example/x', 1, never, learn)).kind).toBe('allowed')
    expect({ told, asked: asked() }).toEqual({ told: ['http://a.example/s.xml'], asked: 2 })
  })

  it('remembers over a restart, but not longer than a day (RFC 9309)', async () => {
    const { open, asked } = bed(() => ({ status: 404, body: '' }))
    await open().decide('http://a.example/x', 0, never)
    expect((await open().decide('http://a.example/x', DAY_MS - 1, never)).kind).toBe('allowed')
    expect((await open().decide('http://a.example/x', DAY_MS, never)).kind).toBe('asked')
    expect(asked()).toBe(2)
  })

  it.each([
    ['an error', { status: 503, body: '' }],
    ['silence', new FetchFailure('timeout')],
  ])('takes %s for a no, and asks again after a while', async (_, answer) => {
    const { open } = bed(() => answer)
    const gate = open()
    await gate.decide('http://a.example/x', 0, never)
    const decision = await gate.decide('http://a.example/x', 1, never)
    expect(decision.kind).toBe('unreachable')
    const until = decision.kind === 'unreachable' ? decision.until : 0
    expect((await gate.decide('http://a.example/x', until, never)).kind).toBe('asked')
  })

  it('keeps origins apart: another port or scheme has its own rules', async () => {
    const { open, asked } = bed(() => ({ status: 200, body: '' }))
    const gate = open()
    for (const origin of ['http://a.example', 'https://a.example', 'http://a.example:8080']) {
      expect((await gate.decide(`${origin}/x`, 0, never)).kind).toBe('asked')
    }
    expect(asked()).toBe(3)
  })
})
