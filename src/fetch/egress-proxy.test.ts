import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { HOSTILE_CERTIFICATE } from '../../test/hostile-web/certificate.ts'
import { type ProxyOptions, startProxy } from '../../test/hostile-web/proxy.ts'
import { fixedResolver, silentResolver } from '../../test/hostile-web/resolver.ts'
import { type HostileWeb, startHostileWeb } from '../../test/hostile-web/server.ts'
import { createEgress, type EgressOptions } from './egress.ts'
import type { Fetcher } from './fetcher.ts'

let web: HostileWeb
let secure: HostileWeb

beforeAll(async () => {
  web = await startHostileWeb()
  secure = await startHostileWeb({ secure: true })
})
afterAll(() => Promise.all([web.close(), secure.close()]))

async function throughProxy(
  proxyOptions: ProxyOptions,
  work: (egress: Fetcher, proxy: HostileWeb) => Promise<void>,
  options: EgressOptions & { credentials?: string } = {},
): Promise<void> {
  const proxy = await startProxy(proxyOptions)
  const url = proxy.url('').replace('://', `://${options.credentials ?? ''}`)
  const resolver = fixedResolver({})
  const egress = createEgress({ proxy: url, ca: [HOSTILE_CERTIFICATE], resolver, ...options })
  try {
    await work(egress, proxy)
  } finally {
    await egress.close()
    await proxy.close()
  }
}

describe('through a proxy', () => {
  it('requests http URLs in absolute form, without a contact, even for names that do not resolve locally', async () => {
    await throughProxy({ upstream: web.port }, async (egress, proxy) => {
      const { exchange, body } = await egress.fetch('http://far-away.test:8080/ok?x=1')
      expect(exchange).toMatchObject({ status: 200, ip: null, url: 'http://far-away.test:8080/ok?x=1' })
      expect(Buffer.from(body).toString()).toBe('<p>fine</p>')
      expect(proxy.hits).toMatchObject([{ method: 'GET', target: 'http://far-away.test:8080/ok?x=1' }])
      expect(proxy.hits[0]?.headers).toEqual(exchange.requestHeaders)
      expect(web.hits.at(-1)?.host).toBe('far-away.test:8080')
    })
  })

  it('requests https URLs through a tunnel and verifies their certificate', async () => {
    await throughProxy({ upstream: secure.port }, async (egress, proxy) => {
      const { exchange } = await egress.fetch('https://name.test/ok')
      expect(exchange).toMatchObject({ status: 200, ip: null })
      expect(proxy.hits).toMatchObject([{ method: 'CONNECT', target: 'name.test:443' }])
      expect(secure.hits.at(-1)).toMatchObject({ target: '/ok', host: 'name.test' })
      await egress.fetch('https://name.test/ok')
      expect(proxy.hits).toHaveLength(1)
      await expect(egress.fetch('https://name.example/ok')).rejects.toMatchObject({ code: 'tls' })
    })
  })

  it('connects to a proxy over TLS', async () => {
    const byAddress = { allowPrivate: false }
    await throughProxy(
      { upstream: web.port, secure: true },
      async (egress) => expect((await egress.fetch('http://a.test/ok')).exchange.status).toBe(200),
      byAddress,
    )
  })

  it('sends proxy credentials to the proxy only', async () => {
    const authorization = `Basic ${Buffer.from('me:p@ss').toString('base64')}`
    for (const [upstream, url] of [
      [web, 'http://a.test/ok'],
      [secure, 'https://a.name.test/ok'],
    ] as const) {
      await throughProxy(
        { upstream: upstream.port, authorization },
        async (egress) => {
          const { exchange } = await egress.fetch(url)
          expect(exchange.status).toBe(200)
          expect(JSON.stringify([exchange, upstream.hits])).not.toMatch(/proxy-authorization|bWU6cEBzcw/i)
        },
        { credentials: 'me:p%40ss@' },
      )
    }
  })

  it('waits for a silent resolver only a few times, and relies on it as soon as it answers', async () => {
    const silent = silentResolver()
    const resolver = async (host: string) => (host.startsWith('known') ? ['93.184.216.34'] : silent(host))
    const statusOf = async (egress: Fetcher, host: string) =>
      (await egress.fetch(`http://${host}/ok`)).exchange.status
    await throughProxy(
      { upstream: web.port },
      async (egress) => {
        for (let i = 0; i < 5; i += 1) expect(await statusOf(egress, `a${i}.test`)).toBe(200)
        // New names each time: a connection that is open is not checked again.
        let round = 0
        await vi.waitFor(async () => {
          round += 1
          expect(await statusOf(egress, `known${round}.test`)).toBe(200)
          await expect(statusOf(egress, `late${round}.test`)).rejects.toMatchObject({ code: 'dns' })
        })
      },
      { resolver, proxyWaitMs: 20 },
    )
  })

  it('refuses a name that DNS is silent about once it has answered for another', async () => {
    const silent = silentResolver()
    const answers: Record<string, () => Promise<readonly string[]>> = {
      'known.test': async () => ['93.184.216.34'],
      'missing.test': async () => [],
      'broken.test': () => Promise.reject(new Error('SERVFAIL')),
      'private.test': async () => ['10.0.0.1'],
    }
    const resolver = (host: string) => (answers[host] ?? (() => silent(host)))()
    const statusOf = async (egress: Fetcher, host: string) =>
      (await egress.fetch(`http://${host}/ok`)).exchange.status
    for (const first of ['known.test', 'missing.test', 'private.test'])
      await throughProxy(
        { upstream: web.port },
        async (egress, proxy) => {
          expect(await statusOf(egress, 'early.test')).toBe(200)
          await statusOf(egress, first).catch(() => null)
          const before = proxy.hits.length
          for (const host of ['late.test', 'broken.test'])
            await expect(egress.fetch(`http://${host}/ok`)).rejects.toMatchObject({
              code: 'dns',
              retry: true,
              message: expect.stringContaining('--proxy-lookup proxy'),
            })
          expect(proxy.hits).toHaveLength(before)
          expect(await statusOf(egress, 'missing.test')).toBe(200)
        },
        { resolver, proxyWaitMs: 20 },
      )
  })

  it('requests the checked address when names are pinned', async () => {
    const resolver = fixedResolver({ 'name.test': ['93.184.216.34'], 'six.name.test': ['2606:4700::1111'] })
    await throughProxy(
      { upstream: secure.port },
      async (egress, proxy) => {
        const { exchange } = await egress.fetch('https://name.test/ok')
        expect(exchange).toMatchObject({ status: 200, ip: '93.184.216.34' })
        await egress.fetch('https://six.name.test/ok')
        expect(proxy.hits.map(({ target }) => target)).toEqual(['93.184.216.34:443', '[2606:4700::1111]:443'])
        expect(secure.hits.at(-1)?.host).toBe('six.name.test')
        await expect(egress.fetch('https://unknown.test/')).rejects.toMatchObject({ code: 'dns' })
      },
      { resolver, proxyLookup: 'pin' },
    )
  })

  it('reports a proxy that refuses, fails or is not there as a proxy failure', async () => {
    const authorization = 'Basic other'
    await throughProxy(
      { upstream: web.port, authorization, connectStatus: 502 },
      async (egress) => {
        for (const url of ['http://a.test/', 'https://a.test/']) {
          const error = await egress.fetch(url).catch((e) => e)
          expect(error).toMatchObject({ code: 'proxy', retry: true })
          expect(String(error)).not.toContain('secret')
        }
      },
      { credentials: 'me:secret@' },
    )
    await throughProxy({ upstream: web.port, connectStatus: 502 }, async (egress, proxy) => {
      await expect(egress.fetch('https://a.test/')).rejects.toMatchObject({ code: 'proxy' })
      await proxy.close()
      await expect(egress.fetch('http://b.test/')).rejects.toMatchObject({ code: 'proxy' })
    })
  })

  it('applies the time limits to a proxy that never answers', async () => {
    await throughProxy(
      { upstream: web.port, connectStatus: 'silent' },
      async (egress) => expect(egress.fetch('https://a.test/')).rejects.toMatchObject({ code: 'timeout' }),
      { limits: { connectMs: 40 } },
    )
  })

  it('applies the size limits', async () => {
    await throughProxy(
      { upstream: web.port },
      async (egress) => {
        expect((await egress.fetch('http://a.test/infinite')).exchange.truncated).toBe('length')
        expect((await egress.fetch('http://a.test/bomb/gzip')).exchange.truncated).toBe('length')
        await expect(egress.fetch('http://a.test/many-headers')).rejects.toMatchObject({ code: 'headers' })
      },
      { limits: { decodedBytes: 100_000 } },
    )
  })

  it('reaches private targets when they are allowed', async () => {
    await throughProxy(
      { upstream: web.port },
      async (egress) => {
        expect((await egress.fetch('http://127.0.0.1/ok')).exchange.status).toBe(200)
        expect((await egress.fetch('http://localhost/ok')).exchange.status).toBe(200)
      },
      { allowPrivate: true },
    )
  })

  it.each(['socks5://127.0.0.1:1080', 'proxy.example:3128', 'file:///x', ''.padEnd(5)])(
    'the proxy %j is refused without repeating it',
    (proxy) => expect(() => createEgress({ proxy })).toThrow(/The proxy must be/),
  )
})
