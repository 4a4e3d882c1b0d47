import { request } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/api/routes.ts'
import { openSqliteStore } from '../../src/store/sqlite/open.ts'
import { openServeHarness, type ServeHarness } from './serve-harness.ts'

let harness: ServeHarness
beforeAll(async () => {
  harness = await openServeHarness()
})
afterAll(() => harness.close())

const get = async (path: string) => {
  const answer = await fetch(`${harness.url}${path}`)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** The bytes as sent; `fetch` would decode them. */
function raw(path: string, coding: string): Promise<{ coding: string | undefined; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': coding }
    const asking = request(harness.url + path, { headers }, async (answer) => {
      const pieces: Buffer[] = []
      for await (const piece of answer) pieces.push(piece as Buffer)
      resolve({ coding: answer.headers['content-encoding'], bytes: Buffer.concat(pieces) })
    })
    asking.once('error', reject)
    asking.end()
  })
}

describe('the server of the application', () => {
  it('describes itself', async () => {
    const { status, body } = await get('/api/about')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      mayWrite: true,
      defaultStrategy: 'adaptive',
      replayOrigin: harness.replayUrl,
    })
  })

  it('lists every strategy with its options', async () => {
    const { status, body } = await get('/api/strategies')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      defaultStrategy: 'adaptive',
      strategies: expect.arrayContaining([
        expect.objectContaining({
          name: 'event-model-sources',
          options: expect.arrayContaining([
            expect.objectContaining({
              name: 'source',
              type: 'choice',
              default: 'site',
              choices: ['site', 'host'],
            }),
            expect.objectContaining({ name: 'threshold', type: 'number', default: 0.5, min: 0, max: 1 }),
          ]),
        }),
      ]),
    })
  })

  it('lists the collections of its folder', async () => {
    const { body } = await get('/api/collections')
    expect(body).toMatchObject({
      collections: [{ id: 'example', name: 'Typhoon Lingwayan', fetched: 150, problem: null, state: 'idle' }],
    })
    expect(await get('/api/collections/example')).toMatchObject({
      status: 200,
      body: { sources: expect.any(Number), strategy: 'adaptive', strategyOptions: {} },
    })
  })

  it('shows the strategy that a collection was last crawled with, regardless of its event file', async () => {
    const path = join(harness.folder, 'example/collection.db')
    const store = await openSqliteStore(path)
    const before = (await store.getMeta('crawl-strategy')) ?? null
    await store.setMeta('crawl-strategy', { name: 'best-first', options: { threshold: 0.2 } })
    expect(await get('/api/collections/example')).toMatchObject({
      body: { strategy: 'best-first', strategyOptions: { threshold: 0.2 } },
    })
    await store.setMeta('crawl-strategy', before)
    await store.close()
  })

  it.each(['/api/collections/nothing', '/api/collections/nothing/summary'])(
    'answers 404 for %s',
    async (path) => {
      expect(await get(path)).toMatchObject({ status: 404, body: { code: 'no-collection' } })
    },
  )

  it('refuses invalid parameters and names them', async () => {
    const { status, body } = await get('/api/search?limit=many&nonsense=1')
    expect(status).toBe(400)
    expect(body.code).toBe('bad-request')
    expect(JSON.stringify(body.issues)).toContain('limit')
    expect(await get('/api/collections/..%2f..%2fetc')).toMatchObject({ status: 400 })
    expect(await get('/api/collections/__proto__')).toMatchObject({ status: 400 })
  })

  it('4.16: never reflects hostile paths as markup', async () => {
    for (const path of [
      '/api/<img src=x onerror=alert(1)>',
      '/assets/"><script>alert(1)</script>.js',
      '/%00',
      '/a/../../etc/passwd',
    ]) {
      const answer = await fetch(`${harness.url}${encodeURI(path)}`)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      const type = answer.headers.get('content-type') ?? ''
      if (type.startsWith('text/html')) expect(await answer.text()).not.toContain('alert(1)')
      else expect(type).toBe('application/json; charset=utf-8')
    }
  })

  it('describes every route in OpenAPI and in a readable page', async () => {
    const { body } = await get('/api/openapi.json')
    const paths = body.paths as Record<string, Record<string, unknown>>
    const named = (name: string) => {
      const [method = '', path = ''] = name.split(' ')
      return paths[path.replace(/:([a-z]+)/gi, '{$1}')]?.[method.toLowerCase()]
    }
    expect(Object.keys(routes).filter((name) => !named(name))).toEqual([])
    expect(named('GET /api/search')).toMatchObject({
      parameters: expect.arrayContaining([expect.objectContaining({ name: 'q', in: 'query' })]),
    })
    const page = await fetch(`${harness.url}/api`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain('GET /api/search')
  })

  it('compresses text with an encoding the client accepts', async () => {
    const plain = await raw('/api/openapi.json', 'identity')
    expect(plain.coding).toBeUndefined()
    const brotli = await raw('/api/openapi.json', 'gzip, br')
    expect(brotli.coding).toBe('br')
    expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
    const gzip = await raw('/api/openapi.json', 'gzip;q=0.5, br;q=0')
    expect(gzip.coding).toBe('gzip')
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
    expect(gzip.bytes.length).toBeLessThan(plain.bytes.length / 4)
  })

  it('reports metrics by route, never by URL', async () => {
    await get('/api/collections/example')
    await fetch(`${harness.url}/a-path-somebody-made-up`)
    const text = await (await fetch(`${harness.url}/metrics`)).text()
    expect(text).toMatch(
      /eventide_http_requests_total\{method="GET",route="\/api\/collections\/:id",status="200"\} [1-9]/,
    )
    expect(text).toMatch(/eventide_collection_pages\{collection="example",state="fetched"\} 150/)
    expect(text).toMatch(/eventide_crawls\{state="idle"\} 1/)
    expect(text).toMatch(/eventide_collection_urls\{collection="example",state="done"\} [1-9]/)
    expect(text).toMatch(/eventide_collection_urls\{collection="example",state="leased"\} 0/)
    for (const name of [
      'process_resident_memory_bytes',
      'nodejs_heap_size_used_bytes',
      'nodejs_external_memory_bytes',
      'nodejs_eventloop_lag_p50_seconds',
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_eventloop_lag_max_seconds',
      'eventide_disk_free_bytes',
    ])
      expect(text).toMatch(new RegExp(`^${name} [0-9.e+-]+$`, 'm'))
    expect(text).toMatch(/^eventide_searches_waiting 0$/m)
    expect(text).not.toContain('made-up')
  })
})
