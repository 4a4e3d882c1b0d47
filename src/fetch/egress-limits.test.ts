import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fixedResolver, silentResolver } from '../../test/hostile-web/resolver.ts'
import { type HostileWeb, startHostileWeb } from '../../test/hostile-web/server.ts'
import { createEgress, type EgressOptions } from './egress.ts'
import type { Fetcher } from './fetcher.ts'

const MIB = 1024 * 1024
const NEVER = 10_000

let web: HostileWeb
let egress: Fetcher | undefined

beforeAll(async () => {
  web = await startHostileWeb()
})
afterEach(async () => {
  await egress?.close()
  egress = undefined
})
afterAll(() => web.close())

function fetch(path: string, limits: EgressOptions['limits'] = {}, options: EgressOptions = {}) {
  egress = createEgress({ allowPrivate: true, limits: { totalMs: NEVER, ...limits }, ...options })
  return egress.fetch(path.includes('://') ? path : web.url(path))
}

describe('time limits', () => {
  it.each(['/silent', '/header-drip', '/early-hints'])(
    'times out when headers do not arrive: %s',
    async (path) => {
      await expect(fetch(path, { headersMs: 40 })).rejects.toMatchObject({ code: 'timeout', retry: true })
      await expect(fetch(path, { totalMs: 40 })).rejects.toMatchObject({ code: 'timeout' })
    },
  )

  it('keeps a partial body when the server stops sending', async () => {
    const { exchange, body } = await fetch('/stall', { idleMs: 40 })
    expect(exchange.truncated).toBe('time')
    expect(Buffer.from(body).toString()).toBe('some of it')
    expect(exchange.body).toEqual(body)
  })

  it('times out when headers are followed by no body', async () => {
    await expect(fetch('/stall-empty', { idleMs: 40 })).rejects.toMatchObject({ code: 'timeout' })
    await expect(fetch('/stall-empty', { totalMs: 40 })).rejects.toMatchObject({ code: 'timeout' })
  })

  it('cuts a body that never pauses at the total deadline', async () => {
    const { exchange, body } = await fetch('/drip?ms=5', { totalMs: 300 })
    expect(exchange.truncated).toBe('time')
    expect(body.length).toBeGreaterThan(0)
  })

  it('cuts a body that is slower than the minimum rate', async () => {
    const { exchange } = await fetch('/drip?ms=5', { minBytesPerSecond: 5_000, rateWindowMs: 60 })
    expect(exchange.truncated).toBe('time')
  })

  it('counts an endless chunk extension as silence', async () => {
    await expect(fetch('/chunk-extension', { idleMs: 40 })).rejects.toMatchObject({ code: 'timeout' })
  })

  it('applies the connect timeout to a resolver that never answers', async () => {
    const options = { resolver: silentResolver() }
    await expect(fetch('http://name.test/', { connectMs: 30 }, options)).rejects.toMatchObject({
      code: 'timeout',
    })
  })

  it('applies the connect timeout to a stalled TLS handshake', async () => {
    const url = web.url('/ok').replace('http:', 'https:')
    await expect(fetch(url, { connectMs: 30 })).rejects.toMatchObject({ code: 'timeout' })
  })

  it('tries the next address when one does not connect', async () => {
    const good = `http://name.test:${web.port}/ok`
    const options = { resolver: fixedResolver({ 'name.test': ['127.0.0.9', '127.0.0.1'] }) }
    const { exchange } = await fetch(good, {}, options)
    expect(exchange.ip).toBe('127.0.0.1')
  })

  it('does not delay other hosts while one is slow', async () => {
    const shared = createEgress({ allowPrivate: true, sockets: { perOrigin: 64 } })
    const control = new AbortController()
    const slow = Array.from({ length: 40 }, () =>
      shared.fetch(web.url('/silent'), control.signal).catch((reason) => reason),
    )
    expect((await shared.fetch(web.url('/ok'))).exchange.status).toBe(200)
    control.abort('enough')
    expect(new Set(await Promise.all(slow))).toEqual(new Set(['enough']))
    await shared.close()
  })
})

describe('size limits', () => {
  it.each(['/infinite', '/tiny-chunks'])('cuts %s at the cap', async (path) => {
    const { exchange, body } = await fetch(path, { decodedBytes: 100_000 })
    expect(exchange.truncated).toBe('length')
    expect(body.length).toBe(100_000)
    expect(exchange.body.length).toBe(100_000)
  })

  it('keeps a body of exactly the cap whole', async () => {
    const { exchange } = await fetch('/size?bytes=5000', { decodedBytes: 5_000 })
    expect(exchange).toMatchObject({ truncated: null })
    expect((await fetch('/size?bytes=5001', { rawBytes: 5_000 })).exchange.truncated).toBe('length')
  })

  it.each(['gzip', 'x-gzip', 'deflate', 'raw-deflate', 'br', 'gzip-gzip', 'gzip-br'])(
    'a %s bomb is cut at the cap, in little memory',
    async (coding) => {
      const before = process.memoryUsage().rss
      const { exchange, body } = await fetch(`/bomb/${coding}?mib=16`, { decodedBytes: 2 * MIB })
      expect(exchange.truncated).toBe('length')
      expect(body.length).toBe(2 * MIB)
      expect(body.every((byte) => byte === 0)).toBe(true)
      expect(exchange.body.length).toBeLessThan(2 * MIB)
      // The bomb is made in this process too; decoding 200 MiB into memory would show all the same.
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * MIB)
    },
  )

  it('cuts a small decompression bomb that arrives at once', async () => {
    const { exchange, body } = await fetch('/bomb/br?mib=8', { decodedBytes: MIB })
    expect(exchange.truncated).toBe('length')
    expect(body.length).toBe(MIB)
  })

  it('cuts a decoding step that grows without output', async () => {
    const { exchange, body } = await fetch('/empty-members', { decodedBytes: MIB })
    expect(exchange.truncated).toBe('length')
    expect(body.length).toBe(0)
  })

  it('caps the encoded body separately', async () => {
    const { exchange, body } = await fetch('/bomb/gzip', { rawBytes: 1_000 })
    expect(exchange).toMatchObject({ truncated: 'length' })
    expect(exchange.body.length).toBe(1_000)
    expect(body.length).toBeGreaterThan(100_000)
  })

  it.each(['/big-header', '/many-headers'])('refuses %s', async (path) => {
    await expect(fetch(path)).rejects.toMatchObject({ code: 'headers', retry: false })
  })

  it('limits the number of headers', async () => {
    expect((await fetch('/some-headers?count=9', { headerCount: 10 })).exchange.responseHeaders).toHaveLength(
      10,
    )
    await expect(fetch('/some-headers?count=10', { headerCount: 10 })).rejects.toMatchObject({
      code: 'headers',
    })
  })
})

describe('encodings', () => {
  it('decodes five encodings and refuses six', async () => {
    expect(Buffer.from((await fetch('/encodings?count=5')).body).toString()).toBe('layers')
    await expect(fetch('/encodings?count=6')).rejects.toMatchObject({ code: 'encoding', retry: false })
  })

  it.each(['gzip', 'br', 'zstd', 'compress'])(
    'a body that is not %s as declared is a failure',
    async (name) => {
      await expect(fetch(`/encoding/${name}`)).rejects.toMatchObject({ code: 'encoding' })
    },
  )

  it.each(['identity', 'utf-8', 'none', '__proto__'])('ignores the value %s', async (name) => {
    expect(Buffer.from((await fetch(`/encoding/${name}`)).body).toString()).toBe('not encoded at all')
  })
})

describe('broken responses', () => {
  it.each(['/length-too-long', '/disconnect', '/huge-length'])(
    'keeps the partial body of %s',
    async (path) => {
      const { exchange, body } = await fetch(path)
      expect(exchange.truncated).toBe('disconnect')
      expect(Buffer.from(body).toString()).toBe('0123456789')
    },
  )

  it('ignores bytes beyond the declared length, also for the next response', async () => {
    const { exchange, body } = await fetch('/length-too-short')
    expect(exchange.truncated).toBeNull()
    expect(Buffer.from(body).toString()).toBe('0123456789')
    expect((await egress?.fetch(web.url('/ok')))?.exchange.status).toBe(200)
  })

  it.each(['/hang-up', '/half-headers'])('reports %s as a disconnect', async (path) => {
    await expect(fetch(path)).rejects.toMatchObject({ code: 'disconnect', retry: true })
  })

  it.each(['status', 'header', 'garbage', 'two-lengths'])(
    'malformed %s is a protocol failure',
    async (kind) => {
      await expect(fetch(`/malformed/${kind}`)).rejects.toMatchObject({ code: 'protocol' })
    },
  )

  it('keeps the body before a malformed chunk', async () => {
    const { exchange, body } = await fetch('/malformed/chunk')
    expect(exchange.truncated).toBe('unspecified')
    expect(Buffer.from(body).toString()).toBe('0123456789')
  })

  it('reports a closed port as a failed connection', async () => {
    const gone = await startHostileWeb()
    await gone.close()
    await expect(fetch(gone.url('/'))).rejects.toMatchObject({ code: 'connect', retry: true })
  })

  it('reports a name without an address as a failed lookup', async () => {
    const resolver = fixedResolver({})
    await expect(fetch('http://nowhere.test/', {}, { resolver })).rejects.toMatchObject({ code: 'dns' })
  })
})
