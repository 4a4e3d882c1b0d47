import zlib from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { HOSTILE_CERTIFICATE } from '../../test/hostile-web/certificate.ts'
import { respond } from '../../test/hostile-web/respond.ts'
import { type HostileWeb, type Route, startHostileWeb } from '../../test/hostile-web/server.ts'
import { createEgress, type EgressOptions } from './egress.ts'
import type { Fetcher } from './fetcher.ts'

const odd: Route = (socket) =>
  socket.write(
    Buffer.from(
      'HTTP/1.1 200 Quite Fine\r\nX-B: 2\r\nset-COOKIE: a=1\r\nX-a: caf\u00E9\r\nSet-Cookie: b=2\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n',
      'latin1',
    ),
  )

const once: Route = (socket) => {
  respond(socket, 200, {}, 'once')
  socket.on('data', () => socket.destroy())
}

const truncatedGzip = zlib.gzipSync('x'.repeat(3_000)).subarray(0, -8)

let web: HostileWeb
let secure: HostileWeb
const opened: Fetcher[] = []

beforeAll(async () => {
  const routes: Record<string, Route> = {
    '/odd': odd,
    '/once': once,
    '/close': (socket) => respond(socket, 200, { Connection: 'close' }, 'last'),
    '/no-trailer': (socket) => respond(socket, 200, { 'Content-Encoding': 'gzip' }, truncatedGzip),
    '/empty-gzip': (socket) => respond(socket, 302, { 'Content-Encoding': 'gzip', Location: '/ok' }),
    '/large-gzip': (socket) =>
      respond(socket, 200, { 'Content-Encoding': 'gzip' }, zlib.gzipSync(pseudoRandom(300_000))),
  }
  web = await startHostileWeb({ routes })
  secure = await startHostileWeb({ secure: true })
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((egress) => egress.close()))
})
afterAll(() => Promise.all([web.close(), secure.close()]))

function open(options: EgressOptions = {}): Fetcher {
  const egress = createEgress({ allowPrivate: true, ...options })
  opened.push(egress)
  return egress
}

function pseudoRandom(length: number): Uint8Array {
  let state = 1
  return Uint8Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return state & 0xff
  })
}

describe('an exchange', () => {
  it('records the response as received', async () => {
    const now = () => 1_600_000_000_000
    const { exchange, body } = await open({ now }).fetch(web.url('/odd#part'))
    expect(exchange).toMatchObject({
      url: web.url('/odd'),
      status: 200,
      statusText: 'Quite Fine',
      truncated: null,
      ip: '127.0.0.1',
      startedAt: new Date(now()),
    })
    expect(exchange.responseHeaders).toEqual([
      ['X-B', '2'],
      ['set-COOKIE', 'a=1'],
      ['X-a', 'café'],
      ['Set-Cookie', 'b=2'],
      ['Transfer-Encoding', 'chunked'],
    ])
    expect(Buffer.from(body).toString()).toBe('abcde')
  })

  it('records the request as sent', async () => {
    const egress = open({ contact: 'mailto:a@example.org', languages: ['fil', 'en'] })
    const { exchange } = await egress.fetch(web.url('/ok?x=1').replace('://', '://user:secret@'))
    const hit = web.hits.at(-1)
    expect(hit?.target).toBe('/ok?x=1')
    expect(hit?.headers).toEqual(exchange.requestHeaders)
    const sent = new Map(hit?.headers)
    expect(sent.get('User-Agent')).toMatch(/^Eventide\/\d+\.\d+\.\d+ \(\+mailto:a@example\.org\)$/)
    expect(sent.get('Accept-Language')).toBe('fil,en;q=0.9,*;q=0.1')
    expect(sent.get('Accept-Encoding')).toBe('gzip, deflate, br')
    expect(JSON.stringify([exchange, hit])).not.toContain('secret')
  })

  it('keeps both the encoded and the decoded body', async () => {
    const { exchange, body } = await open().fetch(web.url('/large-gzip'))
    expect(Buffer.from(body).equals(pseudoRandom(300_000))).toBe(true)
    expect(zlib.gunzipSync(exchange.body).equals(body)).toBe(true)
  })

  it('decodes a body without its trailer', async () => {
    expect((await open().fetch(web.url('/no-trailer'))).body.length).toBe(3_000)
    expect((await open().fetch(web.url('/empty-gzip'))).body.length).toBe(0)
  })

  it.each(['/redirect/self', '/redirect/private', '/redirect/file', '/redirect/long', '/redirect/chain/3'])(
    'does not follow %s',
    async (path) => {
      const before = web.hits.length
      const { exchange } = await open().fetch(web.url(path))
      expect(exchange.status).toBeGreaterThanOrEqual(301)
      expect(web.hits.length).toBe(before + 1)
    },
  )

  it('returns server errors as responses', async () => {
    for (const status of [404, 410, 429, 500, 503]) {
      expect((await open().fetch(web.url(`/status/${status}`))).exchange.status).toBe(status)
    }
  })
})

describe('content types', () => {
  const accept = (type: string) => type.startsWith('text/')

  it('does not read bodies of unaccepted content types', async () => {
    const egress = open({ accept })
    const { exchange, body } = await egress.fetch(web.url('/image'))
    expect(exchange).toMatchObject({ status: 200, truncated: 'unspecified' })
    expect(body.length + exchange.body.length).toBe(0)
    expect((await egress.fetch(web.url('/ok'))).exchange.truncated).toBeNull()
  })

  it('accepts other content types for one fetch', async () => {
    const { body } = await open({ accept }).fetch(web.url('/image'), undefined, { accept: () => true })
    expect(body.length).toBe(100_000)
  })
})

describe('connections', () => {
  it('are reused', async () => {
    const before = web.connections()
    const egress = open()
    for (let i = 0; i < 5; i += 1) await egress.fetch(web.url('/ok'))
    expect(web.connections() - before).toBe(1)
  })

  it('are replaced when the server closes them, before or during the next request', async () => {
    const egress = open()
    await egress.fetch(web.url('/close'))
    expect((await egress.fetch(web.url('/once'))).exchange.status).toBe(200)
    expect((await egress.fetch(web.url('/ok'))).exchange.status).toBe(200)
  })

  it('are limited per origin', async () => {
    const before = web.connections()
    const egress = open({ sockets: { perOrigin: 2 } })
    const all = await Promise.all(Array.from({ length: 12 }, () => egress.fetch(web.url('/ok'))))
    expect(all.every(({ exchange }) => exchange.status === 200)).toBe(true)
    expect(web.connections() - before).toBeLessThanOrEqual(2)
  })

  it('are limited in total, idle ones being closed first', async () => {
    const before = web.connections()
    const egress = open({ sockets: { total: 3 }, resolve: [`*:${web.port}:127.0.0.1`] })
    const hosts = Array.from({ length: 12 }, (_, i) => `http://host${i}.test:${web.port}/ok`)
    const all = await Promise.all(hosts.map((url) => egress.fetch(url)))
    expect(all.every(({ exchange }) => exchange.status === 200)).toBe(true)
    expect(web.connections() - before).toBe(12)
    await new Promise((resolve) => setImmediate(resolve))
    await egress.fetch(`http://host11.test:${web.port}/ok`)
    expect(web.connections() - before).toBe(12)
    expect(web.open()).toBeLessThanOrEqual(3)
  })

  it('are closed when idle', async () => {
    const own = await startHostileWeb()
    await open({ sockets: { idleMs: 10 } }).fetch(own.url('/ok'))
    await expect.poll(() => own.open()).toBe(0)
    await own.close()
  })
})

describe('aborting', () => {
  it("rejects with the signal's reason in every phase", async () => {
    const reason = new Error('enough')
    expect(
      await open()
        .fetch(web.url('/ok'), AbortSignal.abort(reason))
        .catch((e) => e),
    ).toBe(reason)
    for (const path of ['/silent', '/drip']) {
      const control = new AbortController()
      const fetching = open().fetch(web.url(path), control.signal)
      const before = web.hits.length
      await expect.poll(() => web.hits.length).toBeGreaterThan(before)
      control.abort(reason)
      expect(await fetching.catch((e) => e)).toBe(reason)
    }
  })

  it('frees the slot of a waiting fetch', async () => {
    const egress = open({ sockets: { perOrigin: 1 } })
    const control = new AbortController()
    const slow = egress.fetch(web.url('/silent'), control.signal).catch((e) => e)
    const waiting = new AbortController()
    const waits = egress.fetch(web.url('/ok'), waiting.signal).catch((e) => e)
    waiting.abort('not waiting')
    expect(await waits).toBe('not waiting')
    control.abort('stop')
    expect(await slow).toBe('stop')
    expect((await egress.fetch(web.url('/ok'))).exchange.status).toBe(200)
  })

  it('close ends running fetches and refuses new ones', async () => {
    const egress = createEgress({ allowPrivate: true })
    const running = egress.fetch(web.url('/silent')).catch((e) => e)
    await egress.close()
    expect(await running).toMatchObject({ code: 'egress-closed' })
    await expect(egress.fetch(web.url('/ok'))).rejects.toMatchObject({ code: 'egress-closed' })
  })
})

describe('--resolve', () => {
  it('connects to the given address and keeps the Host header', async () => {
    const egress = open({ resolve: [`one.test:${web.port}:127.0.0.1`, `*:${web.port}:127.0.0.1`] })
    for (const host of ['one.test', 'ONE.test.', 'any.test']) {
      expect((await egress.fetch(`http://${host}:${web.port}/ok`)).exchange.status).toBe(200)
      expect(web.hits.at(-1)?.host).toBe(`${host.toLowerCase()}:${web.port}`)
    }
  })

  it.each([
    '',
    'a',
    'a:b',
    'a:80',
    'a:x:127.0.0.1',
    'a:80:nowhere',
    'a:0:1.2.3.4',
    'a:70000:1.2.3.4',
    ':80:1.2.3.4',
    'a:80:1.2.3',
  ])('refuses %j with an explanation', (spec) =>
    expect(() => createEgress({ resolve: [spec] })).toThrow(/host:port:address/),
  )
})

describe('TLS', () => {
  it('verifies the requested name, whatever address it leads to', async () => {
    const egress = open({ ca: [HOSTILE_CERTIFICATE], resolve: [`*:${secure.port}:127.0.0.1`] })
    const { exchange } = await egress.fetch(`https://name.test:${secure.port}/ok`)
    expect(exchange).toMatchObject({ status: 200, ip: '127.0.0.1' })
    expect((await egress.fetch(secure.url('/ok'))).exchange.status).toBe(200)
    await expect(egress.fetch(`https://name.example:${secure.port}/ok`)).rejects.toMatchObject({
      code: 'tls',
    })
  })

  it('trusts only known certificate authorities', async () => {
    await expect(open().fetch(secure.url('/ok'))).rejects.toMatchObject({ code: 'tls', retry: false })
  })
})

it.each(['a(b)', 'line\nbreak', 'x'.repeat(300), 'ü@example.org', 'ab'])(
  'refuses the contact %j',
  (contact) => expect(() => createEgress({ contact })).toThrow(/contact/),
)
