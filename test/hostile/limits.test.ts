import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readWarcFile } from '../../src/archive/warc-reader.ts'
import { crawlCommand } from '../../src/cli/crawl.ts'
import { createEgress } from '../../src/fetch/egress.ts'
import { DEFAULT_LIMITS, type FetchLimits } from '../../src/fetch/limits.ts'
import { headerValue } from '../../src/http/headers.ts'
import { pagesFrom } from '../../src/input/page-source.ts'
import { type CrawledGround, crawlHostile } from '../hostile-web/crawl-hostile.ts'
import { type HostileWeb, startHostileWeb } from '../hostile-web/server.ts'

const MIB = 1024 * 1024

let web: HostileWeb
beforeAll(async () => {
  web = await startHostileWeb()
})
afterAll(() => web.close())

/** One host per path, so that no host is delayed. */
const hostOf = (path: string, i: number) => `http://h${i}.test:${web.port}${path}`
const everywhere = { allowPrivate: true, resolver: async () => ['127.0.0.1'] }
const oneTry = { backOffMs: 0, maxTries: 1 }

/** The truncation reason of each archived response, by path. */
async function truncations(ground: CrawledGround): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const file of await readdir(ground.archiveDir)) {
    if (!file.includes('.warc')) continue
    for await (const event of readWarcFile(join(ground.archiveDir, file))) {
      if (event.kind !== 'record' || event.record.type !== 'response') continue
      const { pathname, search } = new URL(event.record.url)
      found.set(pathname + search, headerValue(event.record.fields, 'warc-truncated') ?? 'whole')
    }
  }
  return found
}

describe('4.6 to 4.8 truncated responses', () => {
  async function archived(paths: readonly string[], limits: Partial<FetchLimits>) {
    const ground = await crawlHostile({
      seeds: paths.map(hostOf),
      egress: { ...everywhere, limits },
      politeness: oneTry,
    })
    const found = await truncations(ground)
    await ground.close()
    return Object.fromEntries(paths.map((path) => [path, found.get(path) ?? 'nothing archived']))
  }

  it('are archived with WARC-Truncated: length when too long', async () => {
    const bombs = ['gzip', 'deflate', 'br', 'gzip-gzip'].map((coding) => `/bomb/${coding}?mib=4`)
    const paths = [...bombs, '/infinite', '/tiny-chunks']
    const found = await archived(paths, { rawBytes: 300_000, decodedBytes: 200_000 })
    expect(found).toEqual(Object.fromEntries(paths.map((path) => [path, 'length'])))
  })

  it('are archived with WARC-Truncated: time when too slow', async () => {
    const found = await archived(['/drip', '/stall'], { idleMs: 500, totalMs: 1_500 })
    expect(found).toEqual({ '/drip': 'time', '/stall': 'time' })
  })

  it('are archived with the reason when the server disconnects, and complete ones without WARC-Truncated', async () => {
    const paths = ['/disconnect', '/huge-length', '/malformed/chunk', '/beyond-length', '/ok']
    expect(await archived(paths, {})).toEqual({
      '/disconnect': 'disconnect',
      '/huge-length': 'disconnect',
      '/malformed/chunk': 'unspecified',
      '/beyond-length': 'whole',
      '/ok': 'whole',
    })
  })
})

describe('4.6 decompression bombs', () => {
  it('decodes 200 MB packed into 200 KB only up to the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MIB))
    expect(bomb.length).toBeLessThan(250_000)
    const server = await startHostileWeb({
      only: (socket) => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
        socket.write(bomb)
      },
    })
    const egress = createEgress({ allowPrivate: true })
    const before = process.memoryUsage()
    const { exchange, body } = await egress.fetch(server.url('/'))
    const after = process.memoryUsage()
    expect(exchange.truncated).toBe('length')
    expect(body.length).toBe(DEFAULT_LIMITS.decodedBytes)
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(4 * DEFAULT_LIMITS.decodedBytes)
    await egress.close()
    await server.close()
  })

  it('refuses a bomb in an input archive', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'eventide-bomb-'))
    const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n`
    const block = Buffer.concat([Buffer.from(http), gzipSync(Buffer.alloc(200 * MIB))])
    const head = `WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/\r\nContent-Length: ${block.length}\r\n\r\n`
    const file = join(folder, 'bomb.warc.gz')
    await writeFile(file, gzipSync(Buffer.concat([Buffer.from(head), block, Buffer.from('\r\n\r\n')])))
    const pages = []
    for await (const page of pagesFrom(file, undefined)) pages.push(page)
    expect(pages).toEqual([{ url: 'http://a.test/', problem: 'its content encoding cannot be undone' }])
    await rm(folder, { recursive: true })
  })
})

describe('4.7 huge responses', () => {
  it('counts trailers as headers', async () => {
    const egress = createEgress({ allowPrivate: true })
    const { exchange } = await egress.fetch(web.url('/trailers'))
    expect(exchange.truncated).toBe('unspecified')
    await egress.close()
  })

  it('reads links and text of a page up to their limits', async () => {
    const ground = await crawlHostile({
      seeds: [web.url('/many-links?count=10000')],
      egress: { ...everywhere },
      reading: { links: 50 },
      crawl: { pages: 1 },
      politeness: oneTry,
    })
    const { queued, excluded } = await ground.store.counts()
    expect(queued + excluded).toBe(50)
    await ground.close()
  })

  it('follows a redirect chain up to its limit', async () => {
    const ends = async (maxRedirects: number) => {
      const ground = await crawlHostile({
        seeds: [web.url('/redirect/chain/9')],
        egress: everywhere,
        crawl: { maxRedirects },
        politeness: oneTry,
      })
      const end = await ground.endOf(web.url('/ok'))
      await ground.close()
      return end
    }
    expect(await ends(9)).toBe('done')
    expect(await ends(8)).toBe('excluded redirect-limit')
  })
})

describe('4.8 slow servers', () => {
  it('fetches other hosts beside 200 silent ones', async () => {
    const egress = createEgress(everywhere)
    const control = new AbortController()
    const silent = Array.from({ length: 200 }, (_, i) =>
      egress.fetch(`http://s${i}.test:${web.port}/silent`, control.signal).catch((reason) => reason),
    )
    for (let i = 0; i < 40; i += 1)
      expect((await egress.fetch(`http://g${i}.test:${web.port}/ok`)).exchange.status).toBe(200)
    control.abort('enough')
    expect(new Set(await Promise.all(silent))).toEqual(new Set(['enough']))
    await egress.close()
    await vi.waitFor(() => expect(web.open()).toBe(0))
  })

  it('crawls on and records how each slow URL failed', async () => {
    const silent = Array.from({ length: 20 }, (_, i) => `http://s${i}.test:${web.port}/silent`)
    const good = Array.from({ length: 10 }, (_, i) => `http://g${i}.test:${web.port}/ok`)
    const ground = await crawlHostile({
      seeds: [...silent, ...good],
      egress: { ...everywhere, limits: { headersMs: 2_500 } },
      crawl: { concurrency: 40 },
      politeness: oneTry,
    })
    const ends = await Promise.all([...silent, ...good].map((url) => ground.endOf(url)))
    expect(ends).toEqual([...silent.map(() => 'failed timeout'), ...good.map(() => 'done')])
    await ground.close()
  })

  it('frees each slot after its timeout with fewer slots than silent hosts', async () => {
    const silent = Array.from({ length: 30 }, (_, i) => `http://s${i}.test:${web.port}/silent`)
    const good = Array.from({ length: 10 }, (_, i) => `http://g${i}.test:${web.port}/ok`)
    const egress = createEgress({ ...everywhere, limits: { headersMs: 150 }, sockets: { total: 4 } })
    const ends = await Promise.allSettled([...silent, ...good].map((url) => egress.fetch(url)))
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(good.length)
    await egress.close()
  })
})

describe('eventide crawl', () => {
  const silent = { write: () => true }

  function help(): string {
    const program = new Command('eventide')
    crawlCommand(program, { out: silent, err: silent })
    return program.commands[0]?.helpInformation() ?? ''
  }

  const LIMITS = [
    ...['connect-timeout', 'header-timeout', 'idle-timeout', 'fetch-timeout', 'min-rate', 'rate-window'],
    ...['max-body', 'max-decoded', 'max-header-size', 'max-headers', 'max-encodings', 'max-url-length'],
    ...['max-characters', 'max-text', 'max-links', 'max-redirects'],
  ]

  it.each(LIMITS)('shows --%s with its default', (name) => {
    const shown = help().replace(/\s+/g, ' ')
    expect(shown).toMatch(new RegExp(`--${name} <\\w+> [^(]*\\(default: `))
  })

  it('applies the limits given as options', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'eventide-limits-'))
    await writeFile(join(folder, 'event.yaml'), 'name: Flood\nwhat: [flood]\n')
    const seeds = [
      '/infinite',
      '/silent',
      '/redirect/chain/3',
      '/many-links?count=100',
      '/some-headers?count=30',
    ]
    await writeFile(join(folder, 'seeds.txt'), seeds.map(hostOf).join('\n'))
    let out = ''
    const program = new Command('eventide').exitOverride()
    crawlCommand(program, { out: { write: (text: string) => (out += text) }, err: silent })
    const options = [
      ...['--event', join(folder, 'event.yaml'), '--seeds', join(folder, 'seeds.txt'), '--json', '--quiet'],
      ...['--allow-private', '--resolve', `*:${web.port}:127.0.0.1`, '--delay', '0', '--patience', '0s'],
      ...['--max-body', '20KB', '--header-timeout', '2s', '--max-redirects', '2', '--max-links', '5'],
      ...['--max-headers', '20', '--min-free', '0B', '--reading-workers', '0'],
    ]
    await program.parseAsync(['crawl', join(folder, 'c'), ...options], { from: 'user' })
    const { failures, bytes, queue, redirects } = JSON.parse(out)
    expect(failures).toMatchObject({ 'fetch:headers': 1, 'fetch:timeout': 1 })
    expect(redirects).toBe(3)
    expect(queue.excluded).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(60_000)
    await rm(folder, { recursive: true, force: true })
  })
})
