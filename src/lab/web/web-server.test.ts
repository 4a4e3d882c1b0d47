import { request } from 'node:http'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExampleWeb } from './example-web.ts'
import type { SimulatedWeb } from './web.ts'
import { createWebFetcher } from './web-fetcher.ts'
import { serveWeb, type WebServer } from './web-server.ts'

interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: Buffer
}

function ask(server: WebServer, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port: server.port, path, headers }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

const web = createExampleWeb()
let server: WebServer

beforeAll(async () => {
  server = await serveWeb(web)
})
afterAll(() => server.close())

describe('serveWeb', () => {
  it('sends the same bytes as the web in memory, as a proxy and by Host header', async () => {
    const fetcher = createWebFetcher(web)
    for (const url of web.seeds) {
      const { host, pathname, search } = new URL(url)
      const inMemory = await fetcher.fetch(url)
      const proxied = await ask(server, url)
      const direct = await ask(server, pathname + search, { Host: `${host}:${server.port}` })
      expect(proxied.status).toBe(inMemory.exchange.status)
      expect(proxied.body.equals(inMemory.body)).toBe(true)
      expect(direct.body.equals(inMemory.body)).toBe(true)
      expect(proxied.headers['content-type']).toBe(
        inMemory.exchange.responseHeaders.find(([name]) => name === 'Content-Type')?.[1],
      )
    }
    await fetcher.close()
  })

  it('compresses on request', async () => {
    const url = web.seeds[0]!
    const packed = await ask(server, url, { 'Accept-Encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.body).equals(web.respond(url)!.body)).toBe(true)
    expect(packed.body.length).toBeLessThan(web.respond(url)!.body.length / 2)
  })

  it('answers 502 for unknown hosts, and refuses tunnels and other methods', async () => {
    const unknown = await ask(server, 'http://nowhere.example/')
    expect(unknown.status).toBe(502)
    expect(unknown.body.toString()).toContain('nowhere.example')
    const tunnel = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write('CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n'),
      )
      socket.on('data', (data) => resolve(data.toString()))
      socket.on('error', reject)
    })
    expect(tunnel).toContain('502')
  })

  it('counts requests', async () => {
    const before = server.requests()
    await ask(server, web.seeds[0]!)
    expect(server.requests()).toBe(before + 1)
  })

  it('delays a slow host without delaying others, and closes immediately', async () => {
    const page = {
      status: 200,
      headers: [['Content-Type', 'text/html']],
      body: new Uint8Array([60]),
    } as const
    const two: SimulatedWeb = {
      ...web,
      respond: (url) => (url.includes('slow') ? { ...page, delayMs: 3_600_000 } : page),
    }
    const own = await serveWeb(two)
    const slow = ask(own, 'http://slow.example/').then(
      () => 'answered',
      () => 'cut off',
    )
    expect((await ask(own, 'http://quick.example/')).status).toBe(200)
    await own.close()
    await own.close()
    expect(await slow).toBe('cut off')
  })
})
