import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Connect, connectTcp } from '../../src/fetch/dial.ts'
import { createDnsResolver } from '../../src/fetch/dns-resolver.ts'
import { createEgress, type EgressOptions } from '../../src/fetch/egress.ts'
import { escapeHtml } from '../../src/html/escape-html.ts'
import { FetchFailure } from '../../src/model/errors.ts'
import { ANSWERS, LITERALS, NOT_WEB } from '../hostile-web/addresses.ts'
import { crawlHostile } from '../hostile-web/crawl-hostile.ts'
import { type DnsServer, startDnsServer } from '../hostile-web/dns-server.ts'
import { startProxy } from '../hostile-web/proxy.ts'
import { fixedResolver, rebindingResolver } from '../hostile-web/resolver.ts'
import { respond } from '../hostile-web/respond.ts'
import { type HostileWeb, startHostileWeb } from '../hostile-web/server.ts'

const CONTACT = 'https://example.org/crawler'
const PUBLIC = '93.184.216.34'

let canary: HostileWeb
let canary6: HostileWeb | null
let proxy: HostileWeb
let dns: DnsServer

/** One name for each DNS answer: `n0.test`, `n1.test`, ... */
const nameOf = (i: number) => `n${i}.test`
const answerTable = Object.fromEntries(ANSWERS.map((answer, i) => [nameOf(i), answer]))

beforeAll(async () => {
  canary = await startHostileWeb()
  canary6 = await startHostileWeb({ address: '::1' }).catch(() => null)
  proxy = await startProxy({ upstream: canary.port })
  dns = await startDnsServer(
    Object.fromEntries(ANSWERS.map((addresses, i) => [nameOf(i), { addresses, ttl: 0 }])),
  )
})
afterAll(() => Promise.all([canary.close(), canary6?.close(), proxy.close(), dns.close()]))

/** Requests that reached a canary; there must be none after every test. */
afterEach(() => {
  expect([canary.connections(), canary6?.connections() ?? 0]).toEqual([0, 0])
})

const ports = () => [canary.port, canary6?.port ?? canary.port]

/** Fetches every URL on the ports of both canaries and returns the result of each. */
async function endsOf(urls: readonly string[], options: EgressOptions): Promise<Set<string>> {
  const egress = createEgress({ contact: CONTACT, limits: { connectMs: 2_000 }, ...options })
  const ends = new Set<string>()
  for (const url of urls) {
    for (const port of ports()) {
      const failure = await egress.fetch(url.replaceAll('PORT', String(port))).then(
        () => 'fetched',
        (error) => (error instanceof FetchFailure ? error.code : String(error)),
      )
      ends.add(failure === 'private-address' || failure === 'bad-url' ? failure : `${url}: ${failure}`)
    }
  }
  await egress.close()
  return ends
}

it('4.1 covers at least 60 vectors', () => {
  const all = new Set([...LITERALS, ...NOT_WEB, ...ANSWERS.map(String)])
  expect(all.size).toBeGreaterThan(150)
})

describe('4.1 SSRF by direct address', () => {
  it('refuses every spelling of a private address, with real sockets', async () => {
    expect(await endsOf(LITERALS, {})).toEqual(new Set(['private-address']))
  })

  it('refuses every spelling before the proxy is contacted', async () => {
    expect(await endsOf(LITERALS, { proxy: proxy.url('') })).toEqual(new Set(['private-address']))
    expect(proxy.connections()).toBe(0)
  })

  it('refuses URLs that are not http or https, directly and through a proxy', async () => {
    expect(await endsOf(NOT_WEB, {})).toEqual(new Set(['bad-url']))
    expect(await endsOf(NOT_WEB, { proxy: proxy.url('') })).toEqual(new Set(['bad-url']))
    expect(proxy.connections()).toBe(0)
  })

  const names = ANSWERS.flatMap((_, i) => [`http://${nameOf(i)}:PORT/`, `https://${nameOf(i)}.:PORT/x`])

  it('refuses a name if any resolved address is private', async () => {
    const resolver = createDnsResolver({ servers: [dns.address] })
    expect(await endsOf(names, { resolver })).toEqual(new Set(['private-address']))
    expect(new Set(dns.questions.map((question) => question.split(' ')[0])).size).toBe(ANSWERS.length)
  })

  it.each(['check', 'pin'] as const)(
    'refuses such a name through a proxy as well (%s)',
    async (proxyLookup) => {
      const resolver = createDnsResolver({ servers: [dns.address] })
      const ends = await endsOf(names, { resolver, proxy: proxy.url(''), proxyLookup })
      expect(ends).toEqual(new Set(['private-address']))
      expect(proxy.connections()).toBe(0)
    },
  )

  it('applies to addresses given with --resolve', async () => {
    const resolve = ANSWERS.flatMap((answer, i) =>
      ports().map(
        (port) => `${nameOf(i)}:${port}:${answer.map((a) => (a.includes(':') ? `[${a}]` : a)).join(',')}`,
      ),
    )
    expect(await endsOf(names, { resolve, resolver: fixedResolver({}) })).toEqual(
      new Set(['private-address']),
    )
  })

  it('does not reveal resolved addresses in errors', async () => {
    const egress = createEgress({ contact: CONTACT, resolver: fixedResolver(answerTable) })
    for (const [i, answer] of ANSWERS.entries()) {
      const error = await egress.fetch(`http://${nameOf(i)}/`).catch((e: unknown) => e)
      for (const address of answer) expect(inspect(error, { depth: 9 })).not.toContain(address)
    }
    const refuses: Connect = (_, port) => connectTcp('127.0.0.99', port)
    const open = createEgress({
      contact: CONTACT,
      resolver: fixedResolver({ 'a.test': [PUBLIC] }),
      connect: refuses,
    })
    const error = await open.fetch('http://a.test:9999/').catch((e: unknown) => e)
    expect(error).toMatchObject({ code: 'connect' })
    expect(inspect(error, { depth: 9 })).not.toMatch(/127\.0\.0\.99|93\.184/)
    await Promise.all([egress.close(), open.close()])
  })
})

describe('4.2 the address check is independent of the lookup', () => {
  it('checks an address that needs no lookup', async () => {
    const resolver = fixedResolver({})
    const literals = ['http://127.0.0.1:PORT/', 'http://2130706433:PORT/', 'http://[::ffff:127.0.0.1]:PORT/']
    expect(await endsOf(literals, { resolver })).toEqual(new Set(['private-address']))
    expect(resolver.queries).toEqual([])
  })
})

describe('4.3 DNS rebinding', () => {
  it.each([undefined, 'pin'] as const)(
    'connects to the address that was checked (%s)',
    async (proxyLookup) => {
      const world = await startHostileWeb()
      const through = await startProxy({ upstream: world.port })
      const dialled: string[] = []
      const connect: Connect = (address, port) => {
        dialled.push(address)
        if (address !== PUBLIC) return connectTcp(address, port)
        return Object.defineProperty(connectTcp('127.0.0.1', world.port), 'remoteAddress', { value: address })
      }
      const resolver = rebindingResolver([PUBLIC], ['127.0.0.1'])
      const egress = createEgress({
        contact: CONTACT,
        resolver,
        connect,
        ...(proxyLookup && { proxy: through.url(''), proxyLookup }),
      })
      const { exchange } = await egress.fetch(`http://rebind.test:${canary.port}/ok`)
      expect(exchange).toMatchObject({ status: 200, ip: PUBLIC })
      expect(resolver.queries).toEqual(['rebind.test'])
      if (proxyLookup)
        expect(through.hits).toMatchObject([{ method: 'CONNECT', target: `${PUBLIC}:${canary.port}` }])
      else expect(dialled).toEqual([PUBLIC])
      expect(world.hits.at(-1)?.host).toBe(`rebind.test:${canary.port}`)
      // A new connection resolves and checks the name again.
      await expect(egress.fetch(`http://rebind.test:${canary.port + 1}/`)).rejects.toMatchObject({
        code: 'private-address',
      })
      await egress.close()
      await Promise.all([world.close(), through.close()])
    },
  )
})

describe('4.4 and 4.5 redirects and other ways in', () => {
  /** All targets of links, robots.txt files and redirects. */
  const targets = () =>
    [...LITERALS, ...NOT_WEB, ...ANSWERS.map((_, i) => `http://${nameOf(i)}:PORT/`)].map((url) =>
      url.replaceAll('PORT', String(canary.port)),
    )
  const ascii = (url: string) => /^[\x20-\x7e]+$/.test(url)
  const HTML = { 'Content-Type': 'text/html' }

  /** The simulated public web on a single IP. */
  function startWorld(): Promise<HostileWeb> {
    return startHostileWeb({
      only: (socket, { path, host }) => {
        const [, kind = '', index = '', hops = ''] = path.split('/')
        const target = targets()[Number(index)] ?? ''
        if (path === '/robots.txt' && host.startsWith('moved-')) {
          respond(socket, 302, { Location: targets()[Number(/\d+/.exec(host)?.[0])] ?? '' })
        } else if (path === '/robots.txt' && host.startsWith('maps')) {
          const lines = targets()
            .filter(ascii)
            .map((url) => `Sitemap: ${url}\n`)
          respond(socket, 200, { 'Content-Type': 'text/plain' }, lines.join(''))
        } else if (kind === 'hop' && Number(hops) > 0) {
          respond(socket, 302, { Location: `http://h${hops}.test/hop/${index}/${Number(hops) - 1}` })
        } else if (kind === 'hop') respond(socket, 307, { Location: target })
        else if (kind === 'refresh') {
          respond(
            socket,
            200,
            HTML,
            `<meta http-equiv=refresh content="0; url=${escapeHtml(target)}"><p>flood`,
          )
        } else if (kind === 'links') {
          const anchors = targets().map(
            (url) => `<a href="${escapeHtml(url)}">flood</a> <link rel=next href="${escapeHtml(url)}">`,
          )
          respond(socket, 200, HTML, `<p>flood ${anchors.join(' ')}`)
        } else if (path === '/ok') respond(socket, 200, HTML, '<p>flood</p>')
        else respond(socket, 404, HTML)
      },
    })
  }

  const dialled: string[] = []

  async function crawl(world: HostileWeb, seeds: readonly string[], options: EgressOptions = {}) {
    const names = fixedResolver(answerTable)
    const connect: Connect = (address, port) => {
      dialled.push(address)
      if (address !== PUBLIC) return connectTcp(address, port)
      return Object.defineProperty(connectTcp('127.0.0.1', world.port), 'remoteAddress', { value: address })
    }
    const resolver = async (host: string) =>
      /^n\d+\.test/.test(host) ? names(host.replace(/\.$/, '')) : [PUBLIC]
    return crawlHostile({ seeds, egress: { resolver, connect, ...options } })
  }

  it('follows no redirect to a private address, at any hop', async () => {
    const world = await startWorld()
    const seeds = targets().flatMap((url, i) => (ascii(url) ? [`http://w${i}.test/hop/${i}/${i % 3}`] : []))
    const ground = await crawl(world, seeds)
    expect(world.hits.filter(({ path }) => /^\/hop\/\d+\/0$/.test(path)).length).toBe(seeds.length)
    expect(new Set(dialled)).toEqual(new Set([PUBLIC]))
    await ground.close()
    await world.close()
  })

  it('follows no link, refresh, seed, robots.txt or sitemap to a private address', async () => {
    const world = await startWorld()
    const ground = await crawl(world, [
      ...targets(),
      'http://page.test/links',
      'http://maps.test/ok',
      ...targets().map((_, i) => `http://w${i}.test/refresh/${i}`),
      ...targets().flatMap((url, i) => (ascii(url) ? [`http://moved-${i}.test/ok`] : [])),
    ])
    expect(ground.stats.fetched).toBeGreaterThan(targets().length)
    for (const url of ['http://127.0.0.1:PORT/', 'http://[fd00::1]:PORT/', 'http://n0.test:PORT/'])
      expect(await ground.endOf(url.replace('PORT', String(canary.port)))).toBe('failed private-address')
    expect(new Set(dialled)).toEqual(new Set([PUBLIC]))
    await ground.close()
    await world.close()
  })

  it('follows none of them through a permissive proxy either', async () => {
    const world = await startWorld()
    const hosts: string[] = []
    const through = await startHostileWeb({
      only: (socket, { target }) => {
        hosts.push(new URL(target).hostname)
        respond(socket, 302, {
          Location: targets().filter(ascii)[hosts.length % targets().filter(ascii).length] ?? '',
        })
      },
    })
    const seeds = [...targets(), ...targets().map((_, i) => `http://w${i}.test/hop/${i}/0`)]
    const connect: Connect = (address, port) => connectTcp(address, port)
    const ground = await crawl(world, seeds, { proxy: through.url(''), connect })
    expect(hosts.length).toBeGreaterThan(targets().length)
    expect(hosts.filter((host) => !/^w\d+\.test$/.test(host))).toEqual([])
    await ground.close()
    await Promise.all([world.close(), through.close()])
  })
})

describe('--allow-private and --ports', () => {
  it('permit a named network and nothing else', async () => {
    const inside = await startHostileWeb()
    const egress = createEgress({ allowNetworks: ['127.0.0.1/32', 'fd00:1::/48'] })
    expect((await egress.fetch(inside.url('/ok'))).exchange.status).toBe(200)
    for (const url of ['http://127.0.0.2/', 'http://10.0.0.1/', 'http://[fd00:2::1]/', 'http://[::1]/'])
      await expect(egress.fetch(url)).rejects.toMatchObject({ code: 'private-address' })
    await expect(egress.fetch('http://[fd00:1::1]/')).rejects.toMatchObject({ code: 'connect' })
    await egress.close()
    await inside.close()
  })

  it.each(['10.0.0.0/33', 'fd00::/129', 'intranet', '10.0.0.0/', '10.0.0.0/8/8', ''])(
    'refuse %j as a network',
    (network) => {
      expect(() => createEgress({ allowNetworks: [network] })).toThrow(/is not an IP address or network/)
    },
  )

  it('permit only the named ports', async () => {
    const inside = await startHostileWeb()
    const egress = createEgress({ allowPrivate: true, ports: [80, inside.port] })
    expect((await egress.fetch(inside.url('/ok'))).exchange.status).toBe(200)
    await expect(egress.fetch('http://127.0.0.1:8080/')).rejects.toMatchObject({ code: 'bad-url' })
    await expect(egress.fetch('https://127.0.0.1/')).rejects.toMatchObject({ code: 'bad-url' })
    await egress.close()
    await inside.close()
  })
})
