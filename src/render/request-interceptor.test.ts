import { describe, expect, it } from 'vitest'
import type { Fetcher, FetchOptions, FetchResult } from '../fetch/fetcher.ts'
import { FetchFailure } from '../model/errors.ts'
import type { HeaderField } from '../model/exchange.ts'
import { DEFAULT_RENDER_LIMITS, type RenderLimits } from './limits.ts'
import { type Paused, RequestInterceptor } from './request-interceptor.ts'
import { ResourceCache } from './resource-cache.ts'

type Headers = readonly HeaderField[]

function answerTo(url: string, body = 'x', status = 200, responseHeaders: Headers = []): FetchResult {
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
}

interface Bed {
  readonly limits?: Partial<RenderLimits>
  readonly permits?: (url: string) => boolean
  readonly answer?: (url: string) => FetchResult
}

const PAGE = 'http://site.example/page'

function intercepting({ limits, permits = () => true, answer = (url) => answerTo(url) }: Bed = {}) {
  const requests: { url: string; options?: FetchOptions }[] = []
  const fetcher: Fetcher = {
    async fetch(url, _signal, options) {
      requests.push({ url, options })
      return answer(url)
    },
    async close() {},
  }
  const interceptor = new RequestInterceptor({
    request: {
      url: PAGE,
      result: answerTo(PAGE, '<p>page', 200, [
        ['Content-Type', 'text/html'],
        ['Set-Cookie', 'a=b'],
        ['Content-Encoding', 'gzip'],
      ]),
      permits: async (url) => permits(url),
    },
    fetcher,
    cache: new ResourceCache(1_000_000, () => 0),
    limits: { ...DEFAULT_RENDER_LIMITS, ...limits },
    signal: new AbortController().signal,
  })
  return { interceptor, requests }
}

const ask = (url: string, more: Partial<Paused> = {}): Paused => ({
  url,
  method: 'GET',
  headers: {},
  type: 'Fetch',
  from: 'inside',
  ...more,
})

describe('the page itself', () => {
  it('is delivered once, without another request', async () => {
    const { interceptor: it, requests } = intercepting()
    const page = await it.answer(ask(PAGE, { type: 'Document', from: 'page' }))
    expect(page).toMatchObject({ kind: 'answered', status: 200, headers: [['Content-Type', 'text/html']] })
    expect(await it.answer(ask(PAGE, { type: 'Document', from: 'page' }))).toMatchObject({ kind: 'refused' })
    expect(it.leadsTo).toBeNull()
    expect(requests).toEqual([])
  })

  it('cannot be left, and the target is recorded', async () => {
    const { interceptor: it, requests } = intercepting()
    const away = ask('http://else.example/', { type: 'Document', from: 'page' })
    expect(await it.answer({ ...away, method: 'POST' })).toEqual({ kind: 'refused', reason: 'Aborted' })
    expect(it.leadsTo).toBeNull()
    expect(await it.answer(away)).toEqual({ kind: 'refused', reason: 'Aborted' })
    expect(it.leadsTo).toBe('http://else.example/')
    expect(requests).toEqual([])
  })

  it('gets no response for windows it opens', async () => {
    const { interceptor: it, requests } = intercepting()
    await it.answer(ask('http://else.example/', { type: 'Document', from: 'popup' }))
    expect(requests).toEqual([])
  })
})

describe('requests of a page', () => {
  it('are made by the fetcher, with Accept and Origin and nothing about the reader', async () => {
    const { interceptor: it, requests } = intercepting()
    const headers = {
      Accept: 'application/json',
      Origin: 'http://site.example',
      Cookie: 'a=b',
      Referer: PAGE,
      'X-Key': '1',
    }
    expect(await it.answer(ask('http://api.example/data', { headers }))).toMatchObject({ kind: 'answered' })
    expect(requests[0]?.options?.headers).toEqual([
      ['Accept', 'application/json'],
      ['Origin', 'http://site.example'],
    ])
    expect(it.exchanges.map(({ url, resource }) => [url, resource])).toEqual([
      ['http://api.example/data', 'fetch'],
    ])
  })

  it.each([
    ['POST', { method: 'POST' }],
    ['film', { type: 'Media' }],
    ['a beacon', { type: 'Ping' }],
    ['a stream of events', { headers: { accept: 'text/event-stream' } }],
    ['what it may want later', { headers: { 'Sec-Purpose': 'prefetch;prerender' } }],
    ['a file', { url: 'file:///etc/passwd' }],
    ['another protocol', { url: 'ftp://site.example/' }],
  ])('excludes %s', async (_, more) => {
    const { interceptor: it, requests } = intercepting()
    expect(await it.answer(ask('http://site.example/x', more))).toEqual({
      kind: 'refused',
      reason: 'BlockedByClient',
    })
    expect(requests).toEqual([])
  })

  it('are refused when robots.txt or the crawl forbids them', async () => {
    const { interceptor: it, requests } = intercepting({ permits: (url) => !url.includes('private') })
    expect(await it.answer(ask('http://site.example/private.js'))).toMatchObject({ kind: 'refused' })
    expect(await it.answer(ask('http://site.example/public.js'))).toMatchObject({ kind: 'answered' })
    expect(requests.map(({ url }) => url)).toEqual(['http://site.example/public.js'])
  })

  it('return redirects, whose targets come back as new requests', async () => {
    const target = 'http://127.0.0.1/'
    const { interceptor: it } = intercepting({
      answer: (url) => answerTo(url, '', 302, [['Location', target]]),
    })
    expect(await it.answer(ask('http://site.example/r'))).toMatchObject({
      status: 302,
      headers: [['Location', target]],
    })
  })

  it('answer preflights without contacting a server', async () => {
    const { interceptor: it, requests } = intercepting()
    const headers = { Origin: 'http://site.example', 'Access-Control-Request-Headers': 'x-key' }
    expect(await it.answer(ask('http://api.example/', { method: 'OPTIONS', headers }))).toMatchObject({
      status: 204,
    })
    expect(requests).toEqual([])
  })

  it('are refused when the fetch fails', async () => {
    const failing = intercepting({
      answer: () => {
        throw new FetchFailure('private-address')
      },
    })
    expect(await failing.interceptor.answer(ask('http://a.example/'))).toEqual({
      kind: 'refused',
      reason: 'BlockedByClient',
    })
    const broken = intercepting({
      answer: () => {
        throw new Error('x')
      },
    })
    expect(await broken.interceptor.answer(ask('http://a.example/'))).toEqual({
      kind: 'refused',
      reason: 'Failed',
    })
  })

  it('are limited in number, also when concurrent', async () => {
    const { interceptor: it, requests } = intercepting({ limits: { resources: 10 } })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => it.answer(ask(`http://a.example/${i}`))),
    )
    expect(requests).toHaveLength(10)
    expect(answers.filter(({ kind }) => kind === 'answered')).toHaveLength(10)
  })

  it('are limited in total size', async () => {
    const { interceptor: it, requests } = intercepting({
      limits: { resourceBytes: 250 },
      answer: (url) => answerTo(url, 'x'.repeat(100)),
    })
    for (let i = 0; i < 10; i++) await it.answer(ask(`http://a.example/${i}`))
    expect(requests).toHaveLength(3)
  })

  it.each([429, 503])('stop for a host that answers %i', async (status) => {
    const { interceptor: it, requests } = intercepting({
      answer: (url) => answerTo(url, '', url.includes('overloaded') ? status : 200),
    })
    for (const url of ['http://overloaded.example/1', 'http://overloaded.example/2', 'http://a.example/1'])
      await it.answer(ask(url))
    expect(requests.map(({ url }) => url)).toEqual(['http://overloaded.example/1', 'http://a.example/1'])
  })

  it('reuse resources that pages share', async () => {
    const { interceptor: it, requests } = intercepting()
    const script = ask('http://a.example/s.js', { type: 'Script' })
    await it.answer(script)
    expect(await it.answer(script)).toMatchObject({ kind: 'answered' })
    await it.answer({ ...script, headers: { Origin: 'http://b.example' } })
    expect(requests).toHaveLength(2)
    expect(it.exchanges).toHaveLength(2)
  })

  it('are reported as idle when none is running', async () => {
    const { interceptor: it } = intercepting()
    await it.idle()
    const running = it.answer(ask('http://a.example/'))
    expect(it.busy).toBe(true)
    await it.idle()
    expect(it.busy).toBe(false)
    await running
  })
})
