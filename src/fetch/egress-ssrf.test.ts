import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANSWERS, LITERALS, NOT_WEB } from '../../test/hostile-web/addresses.ts'
import { startProxy } from '../../test/hostile-web/proxy.ts'
import { fixedResolver, rebindingResolver } from '../../test/hostile-web/resolver.ts'
import { type HostileWeb, startHostileWeb } from '../../test/hostile-web/server.ts'
import type { FetchFailure } from '../model/errors.ts'
import { type Connect, connectTcp } from './dial.ts'
import { createEgress, type EgressOptions } from './egress.ts'

const CONTACT = 'https://example.org/crawler'

let canary: HostileWeb
let canary6: HostileWeb | null
let proxy: HostileWeb
let dialled: string[]

/** Whatever the rule lets through lands at the canary, wherever it was meant to go. */
const toCanary: Connect = (address) => {
  dialled.push(address)
  return connectTcp('127.0.0.1', canary.port)
}

async function refusal(url: string, options: EgressOptions): Promise<string> {
  const egress = createEgress({ contact: CONTACT, ...options })
  try {
    await egress.fetch(url.replaceAll('PORT', String(canary.port)))
    return 'fetched'
  } catch (error) {
    return (error as FetchFailure).code
  } finally {
    await egress.close()
  }
}

function contacts(): number {
  return canary.connections() + (canary6?.connections() ?? 0) + dialled.length
}

beforeAll(async () => {
  canary = await startHostileWeb()
  canary6 = await startHostileWeb({ address: '::1' }).catch(() => null)
  proxy = await startProxy({ upstream: canary.port })
  dialled = []
})

afterAll(async () => {
  await Promise.all([canary.close(), canary6?.close(), proxy.close()])
})

describe('addresses that are not on the public internet', () => {
  it.each(LITERALS)('refuses %j directly', async (url) => {
    const resolver = fixedResolver({})
    expect(await refusal(url, { resolver, connect: toCanary })).toBe('private-address')
    expect(resolver.queries).toEqual([])
    expect(contacts()).toBe(0)
  })

  it.each(LITERALS)('refuses %j through a proxy', async (url) => {
    expect(await refusal(url, { proxy: proxy.url('') })).toBe('private-address')
    expect(proxy.connections() + contacts()).toBe(0)
  })

  it.each(LITERALS.slice(0, 8))('refuses %j with real sockets', async (url) => {
    expect(await refusal(url, {})).toBe('private-address')
    expect(contacts()).toBe(0)
  })

  it.each([...ANSWERS.map((a) => a.join(' ')), 'fe80::1%lo', 'not-an-address'])(
    'a name that leads to %s is refused',
    async (addresses) => {
      const answer = addresses.split(' ')
      const resolver = fixedResolver({ 'name.test': answer })
      for (const scheme of ['http', 'https']) {
        expect(await refusal(`${scheme}://name.test:PORT/`, { resolver, connect: toCanary })).toBe(
          'private-address',
        )
      }
      expect(resolver.queries).toEqual(['name.test', 'name.test'])
      expect(contacts()).toBe(0)
    },
  )

  it('applies the rule to --resolve entries too', async () => {
    const resolve = [`name.test:${canary.port}:127.0.0.1`, `*:${canary.port}:[::1]`]
    expect(await refusal('http://name.test:PORT/', { resolve, connect: toCanary })).toBe('private-address')
    expect(await refusal('http://other.test:PORT/', { resolve, connect: toCanary })).toBe('private-address')
    expect(contacts()).toBe(0)
  })

  it('does not reveal in the message what a name resolved to', async () => {
    const egress = createEgress({
      contact: CONTACT,
      resolver: fixedResolver({ 'name.test': ['10.11.12.13'] }),
    })
    const error = await egress.fetch('http://name.test/').catch((e: Error) => e)
    expect(String(error)).not.toContain('10.11')
    await egress.close()
  })
})

describe('URLs that are not http or https', () => {
  it.each(NOT_WEB)('refuses %j directly and through a proxy', async (url) => {
    expect(await refusal(url, { connect: toCanary, resolver: fixedResolver({}) })).toBe('bad-url')
    expect(await refusal(url, { proxy: proxy.url('') })).toBe('bad-url')
    expect(proxy.connections() + contacts()).toBe(0)
  })

  it('refuses a URL that is too long', async () => {
    expect(await refusal(`http://example.org/${'a'.repeat(50_000)}`, { connect: toCanary })).toBe('bad-url')
  })
})

describe('DNS rebinding', () => {
  it('connects to the checked address, and resolves the name once', async () => {
    const before = canary.connections()
    const targets: string[] = []
    const connect: Connect = (address) => {
      targets.push(address)
      const socket = connectTcp('127.0.0.1', canary.port)
      return Object.defineProperty(socket, 'remoteAddress', { value: address })
    }
    const resolver = rebindingResolver(['93.184.216.34'], ['127.0.0.1'])
    const egress = createEgress({ contact: CONTACT, resolver, connect })
    const { exchange } = await egress.fetch(`http://rebind.test:${canary.port}/ok`)
    expect(exchange).toMatchObject({ status: 200, ip: '93.184.216.34' })
    expect(targets).toEqual(['93.184.216.34'])
    expect(resolver.queries).toEqual(['rebind.test'])
    expect(canary.hits.at(-1)?.host).toBe(`rebind.test:${canary.port}`)
    // The kept connection is still the vetted one; a new one is checked again.
    await egress.fetch(`http://rebind.test:${canary.port}/ok`)
    expect(resolver.queries).toEqual(['rebind.test'])
    await expect(egress.fetch(`https://rebind.test:${canary.port}/ok`)).rejects.toMatchObject({
      code: 'private-address',
    })
    expect(canary.connections() - before).toBe(1)
    await egress.close()
  })

  it('closes the connection before sending anything when the socket is connected elsewhere', async () => {
    const hits = canary.hits.length
    const resolver = fixedResolver({ 'name.test': ['93.184.216.34'] })
    const connect: Connect = () => connectTcp('127.0.0.1', canary.port)
    expect(await refusal('http://name.test/', { resolver, connect })).toBe('private-address')
    expect(canary.hits.length).toBe(hits)
  })
})

describe('a crawler without a contact', () => {
  it.each(['http://93.184.216.34/', 'http://name.test/', 'https://name.test/'])(
    'does not ask %s without a contact',
    async (url) => {
      const before = contacts()
      const resolver = fixedResolver({ 'name.test': ['93.184.216.34'] })
      expect(await refusal(url, { contact: undefined, resolver, connect: toCanary })).toBe('no-contact')
      expect(await refusal(url, { contact: '', allowPrivate: true, resolver, connect: toCanary })).toBe(
        'no-contact',
      )
      expect(contacts()).toBe(before)
    },
  )
})
