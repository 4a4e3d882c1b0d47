import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openServeHarness, type ServeHarness } from './serve-harness.ts'

let harness: ServeHarness
const log: string[] = []
beforeAll(async () => {
  harness = await openServeHarness({
    token: 'a-token-for-the-tests-0123456789',
    log: (line) => log.push(line),
  })
}, 240_000)
afterAll(() => harness.close())

async function get(path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(harness.url + path, { headers })
  return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() }
}

/** `fetch` cannot set `Host`. */
function statusUnder(host: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(harness.url + path, { headers: { host } }, (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
    asking.once('error', reject)
    asking.end()
  })
}

describe('probes', () => {
  it('answer without a credential and under any host name', async () => {
    expect(await get('/health')).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      text: '{"status":"ok"}',
    })
    expect(await get('/ready')).toMatchObject({ status: 200, text: '{"status":"ready"}' })
    expect(await statusUnder('10.0.0.7:4180', '/health')).toBe(200)
    expect(await statusUnder('10.0.0.7:4180', '/ready')).toBe(200)
  })

  it('report that the folder cannot be read, with the reason in the log only', async () => {
    renameSync(harness.folder, `${harness.folder}-away`)
    try {
      await vi.waitFor(async () => expect((await get('/ready')).status).toBe(503), { timeout: 20_000 })
      expect((await get('/ready')).text).toBe('{"status":"not-ready"}')
      expect((await get('/health')).status).toBe(200)
    } finally {
      renameSync(`${harness.folder}-away`, harness.folder)
    }
    expect(log.filter((line) => line.startsWith('Not ready: cannot read'))).toHaveLength(1)
    await vi.waitFor(async () => expect((await get('/ready')).status).toBe(200), { timeout: 20_000 })
  })

  it('report that no database opens', async () => {
    const file = join(harness.folder, 'example', 'collection.db')
    renameSync(file, `${file}-away`)
    writeFileSync(file, 'not a database')
    await vi.waitFor(async () => expect((await get('/ready')).status).toBe(503), { timeout: 20_000 })
    renameSync(`${file}-away`, file)
    await vi.waitFor(async () => expect((await get('/ready')).status).toBe(200), { timeout: 20_000 })
  })
})

describe('unknown paths', () => {
  const bearer = { authorization: 'Bearer a-token-for-the-tests-0123456789' }

  it.each([
    '/api/nothing',
    '/api/collections/example/nothing',
    '/healthz',
    '/health/x',
    '/metrics/x',
    '/status',
  ])('are answered with JSON: %s', async (path) => {
    for (const accept of ['*/*', 'text/html']) {
      const reply = await get(path, { ...bearer, accept })
      expect(reply).toMatchObject({ status: 404, type: 'application/json; charset=utf-8' })
    }
  })

  it('are answered with JSON if the client asks for it', async () => {
    expect((await get('/library', { ...bearer, accept: 'application/json' })).status).toBe(404)
  })
})

describe('paths of this machine', () => {
  const bearer = { authorization: 'Bearer a-token-for-the-tests-0123456789' }

  it('are in no reply about a collection that cannot be opened', async () => {
    const broken = join(harness.folder, 'broken')
    mkdirSync(broken)
    writeFileSync(
      join(broken, 'collection.db'),
      'not a database, but long enough to be looked at as one'.repeat(20),
    )
    writeFileSync(join(broken, 'event.yaml'), 'name: [')
    writeFileSync(join(broken, 'crawl.json'), '[')
    const reads = harness.routes.filter(({ method, url }) => method === 'GET' && !url.endsWith('/live'))
    for (const { url } of reads) {
      const path = url.replace(':id', 'broken').replace(':page', '1').replace(':run', 'x')
      const { text } = await get(path, bearer)
      expect([path, text.includes(harness.folder)]).toEqual([path, false])
    }
    const search = await get('/api/search', bearer)
    expect(JSON.parse(search.text).notes.join()).toContain('broken')
  })
})
