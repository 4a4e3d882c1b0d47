import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Route } from '../../src/api/route.ts'
import { routes } from '../../src/api/routes.ts'
import { exportFormatNames } from '../../src/library/export/formats.ts'
import { seededRandom } from '../../src/random/seeded-random.ts'
import { abandon, type Leaving, statusOf } from './abandoned-requests.ts'
import { openServeHarness, type ServeHarness } from './serve-harness.ts'

const MIB = 1024 * 1024
const WAIT = { timeout: 60_000, interval: 20 }
const TIMEOUT_MS = 240_000
const RUN = '2026-01-01t00-00-00'

/** The requests for each streaming route. A route without an entry fails the first test. */
const STREAMED: Readonly<Record<string, readonly string[]>> = {
  'GET /api/export': exportFormatNames().flatMap((format) => [
    `/api/export?format=${format}&in=example&verdict=all&copies=true`,
    `/api/export?format=${format}&verdict=all&copies=true`,
    `/api/export?format=${format}&q=storm`,
  ]),
  'GET /api/live': ['/api/live'],
  'GET /api/collections/:id/crawl/live': ['/api/collections/example/crawl/live'],
  'GET /api/collections/:id/pages/:page/followed': [
    `/api/collections/example/pages/1/followed?visit=${'a'.repeat(32)}`,
  ],
  'GET /api/lab/:run/report.html': [`/api/lab/${RUN}/report.html`],
  'GET /api/lab/:run/report.json': [`/api/lab/${RUN}/report.json`],
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What a leak would increase. */
interface Held {
  readonly descriptors: number
  readonly timers: number
  readonly bytes: number
}

let harness: ServeHarness
let scratch: string
let replayed: string
const systemScratch = process.env.TMPDIR

beforeAll(async () => {
  harness = await openServeHarness({
    limits: {
      downloads: { perClient: 1_000, total: 1_000 },
      live: { perClient: 1_000, total: 1_000 },
      stallMs: 200,
    },
  })
  scratch = mkdtempSync(join(tmpdir(), 'eventide-aborts-'))
  process.env.TMPDIR = scratch
  makeLarger(harness.folder)
  writeLabReport(join(harness.folder, 'lab', RUN))
  const found = await fetch(`${harness.url}/api/search?limit=1`).then((reply) => reply.json())
  const { page, collection } = (found as { hits: { page: number; collection: string }[] }).hits[0]!
  const view = await fetch(`${harness.url}/api/collections/${collection}/pages/${page}`)
  replayed = ((await view.json()) as { replayUrl: string }).replayUrl
}, TIMEOUT_MS)
afterAll(async () => {
  if (systemScratch === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = systemScratch
  await harness.close()
  rmSync(scratch, { recursive: true, force: true })
})

/** More collections, and one with a larger archive, so that exports do not fit into the buffers of a connection. */
function makeLarger(folder: string): void {
  const example = join(folder, 'example')
  for (let copy = 1; copy <= 2; copy++) cpSync(example, join(folder, `copy-${copy}`), { recursive: true })
  const archive = join(example, 'archive')
  for (const file of readdirSync(archive))
    for (let copy = 1; copy <= 5; copy++) cpSync(join(archive, file), join(archive, `COPY-${copy}-${file}`))
}

/** Larger than what the kernel buffers for a client that does not read. */
function writeLabReport(dir: string): void {
  mkdirSync(dir, { recursive: true })
  const settings = { strategies: ['breadth-first'], pages: 1, webPages: 1_000, randomSeeds: 1 }
  const done = { startedAt: '2026-01-01T00:00:00.000Z', state: 'done', finished: 1, all: 1, problem: null }
  writeFileSync(join(dir, 'run.json'), JSON.stringify({ ...done, settings }))
  for (const name of ['report.html', 'report.json'])
    writeFileSync(join(dir, name), Buffer.alloc(16 * MIB, ' '))
}

/** Measured once the server has no stream in progress, and again until it is as expected. */
async function settled(expected: (held: Held) => void = () => {}): Promise<Held> {
  return vi.waitFor(async () => {
    const reply = await fetch(`${harness.url}/metrics`, { headers: { connection: 'close' } })
    const metrics = await reply.text()
    expect(metrics).toContain('eventide_downloads 0\n')
    expect(metrics).toContain('eventide_live_streams 0\n')
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    const held = {
      descriptors: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
      timers: process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length,
      bytes: heapUsed + external,
    }
    expected(held)
    return held
  }, WAIT)
}

const isLive = (name: string) => (routes as Record<string, Route>)[name]?.stream === 'events'

const urls = () => [
  ...Object.entries(STREAMED).flatMap(([name, paths]) =>
    paths.map((path) => ({ url: harness.url + path, live: isLive(name) })),
  ),
  { url: replayed, live: false },
]

/** Every streaming URL, left in every way, all at the same time. */
async function abandonAll(random: () => number): Promise<void> {
  const leaving: Leaving[] = [
    { kind: 'at-once' },
    { kind: 'after', bytes: 1 },
    { kind: 'after', bytes: 1 + Math.floor(random() * 4 * MIB) },
    { kind: 'stalled' },
  ]
  const sockets: Promise<Socket>[] = []
  for (const { url, live } of urls()) {
    // All events fit into the buffers of a connection, so the server cannot tell a reader that stalls.
    const ways = live ? leaving.slice(0, -1) : leaving
    for (const [i, way] of ways.entries())
      sockets.push(abandon(url, way, i % 2 === 0 ? {} : { 'accept-encoding': 'br' }))
  }
  const open = await Promise.all(sockets)
  await settled()
  for (const socket of open) socket.destroy()
}

describe('a client that leaves', () => {
  it('is tested on every streaming route of the route table', () => {
    const table = Object.entries(routes as Record<string, Route>)
    const streaming = table.filter(([, { stream }]) => stream !== undefined).map(([name]) => name)
    expect(Object.keys(STREAMED).sort()).toEqual(streaming.sort())
  })

  it('leaves no descriptor, timer, temporary file or memory behind', { timeout: TIMEOUT_MS }, async () => {
    const random = seededRandom(7)
    await abandonAll(random)
    const before = await settled()
    for (let round = 0; round < 2; round++) await abandonAll(random)
    await settled(({ descriptors, timers, bytes }) => {
      expect(descriptors).toBeLessThanOrEqual(before.descriptors)
      expect(timers).toBeLessThanOrEqual(before.timers)
      expect(bytes - before.bytes).toBeLessThan(8 * MIB)
    })
    // The loader of the tests keeps what it compiled for other processes there.
    expect(readdirSync(scratch).filter((name) => !name.startsWith('tsx-'))).toEqual([])
  })
})

describe('too many streams', () => {
  let limited: ServeHarness
  beforeAll(async () => {
    const limits = { downloads: { perClient: 2, total: 3 }, live: { perClient: 2, total: 3 } }
    const publicOrigin = 'http://library.example'
    limited = await openServeHarness({
      limits,
      publicOrigin,
      replayOrigin: 'http://replay.example',
      readOnly: true,
    })
    writeLabReport(join(limited.folder, 'lab', RUN))
  }, TIMEOUT_MS)
  afterAll(() => limited.close())

  /** From a client behind the proxy; the connection stays open. */
  const from = (client: string) => ({ host: 'library.example', 'x-forwarded-for': client })

  it.each(['/api/live', `/api/lab/${RUN}/report.json`])('are refused: %s', async (path) => {
    const url = `http://127.0.0.1:${limited.port}${path}`
    const status = async (client: string) => {
      const { status, retryAfter, socket } = await statusOf(url, from(client))
      if (status !== 200) expect(retryAfter).toBeGreaterThan(0)
      return { status, socket }
    }
    const first = [await status('192.0.2.1'), await status('192.0.2.1')]
    expect(first.map((one) => one.status)).toEqual([200, 200])
    expect((await status('192.0.2.1')).status).toBe(429)
    // A person who follows a link to a download reads why there is none.
    const link = { ...from('192.0.2.1'), accept: 'text/html,*/*;q=0.8', 'sec-fetch-dest': 'document' }
    const page = await statusOf(url, link)
    expect([page.status, page.text]).toEqual([429, expect.stringContaining('The server is busy')])
    expect(page.text).toContain(`<a href="${path}">Try again</a>`)
    const other = await status('2001:db8::1')
    expect(other.status).toBe(200)
    expect((await status('2001:db8:0:1::1')).status).toBe(503)
    for (const { socket } of [...first, other]) socket.destroy()
    await vi.waitFor(async () => {
      const again = await status('192.0.2.1')
      again.socket.destroy()
      expect(again.status).toBe(200)
    }, WAIT)
  })
})
