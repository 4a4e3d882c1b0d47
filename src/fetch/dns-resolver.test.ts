import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DnsServer, startDnsServer } from '../../test/hostile-web/dns-server.ts'
import { createDnsResolver, isLoopbackName } from './dns-resolver.ts'

let dns: DnsServer

beforeAll(async () => {
  dns = await startDnsServer({
    'both.test': { addresses: ['192.0.2.7', '2001:db8::7', '192.0.2.8'], ttl: 60 },
    'brief.test': { addresses: ['192.0.2.9'], ttl: 0 },
  })
})
afterAll(() => dns.close())

function resolver(now: () => number = () => 0, cacheSize?: number) {
  dns.questions.length = 0
  return createDnsResolver({
    servers: [dns.address],
    timeoutMs: 2_000,
    hostsFile: '/nowhere',
    cacheSize,
    now,
  })
}

describe('createDnsResolver', () => {
  it('gives every address, IPv4 first', async () => {
    expect(await resolver()('both.test')).toEqual(['192.0.2.7', '192.0.2.8', '2001:db8::7'])
    expect([...dns.questions].sort()).toEqual(['both.test A', 'both.test AAAA'])
  })

  it('shares concurrent lookups of a name, and repeats them after the TTL', async () => {
    let now = 0
    const resolve = resolver(() => now)
    await Promise.all([resolve('both.test'), resolve('BOTH.test.'), resolve('both.test')])
    now = 59_999
    await resolve('both.test')
    expect(dns.questions).toHaveLength(2)
    now = 60_001
    await resolve('both.test')
    expect(dns.questions).toHaveLength(4)
  })

  it('caches a TTL of 0 for a moment', async () => {
    const resolve = resolver()
    await resolve('brief.test')
    await resolve('brief.test')
    expect(dns.questions).toHaveLength(2)
  })

  it('resolves an unknown name to no address, and caches that', async () => {
    const resolve = resolver()
    expect(await resolve('missing.test')).toEqual([])
    const queries = dns.questions.length
    expect(await resolve('missing.test')).toEqual([])
    expect(dns.questions).toHaveLength(queries)
  })

  it('evicts the oldest lookup when the cache is full', async () => {
    const resolve = resolver(undefined, 1)
    await resolve('both.test')
    await resolve('brief.test')
    await resolve('both.test')
    expect(dns.questions).toHaveLength(6)
  })

  it('resolves localhost and the hosts file without DNS', async () => {
    const resolve = resolver()
    expect(await resolve('localhost')).toEqual(['127.0.0.1', '::1'])
    expect(await resolve('app.LOCALHOST.')).toEqual(['127.0.0.1', '::1'])
    expect(dns.questions).toEqual([])
  })
})

it('isLoopbackName compares whole labels', () => {
  expect(isLoopbackName('notlocalhost')).toBe(false)
  expect(isLoopbackName('localhost.example')).toBe(false)
  expect(isLoopbackName('a.b.localhost')).toBe(true)
})
