import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resultOf, runCli, startCli } from '../support/run-cli.ts'
import { createIslandWeb } from './island-web.ts'
import { type WatchedWeb, watch } from './watched-web.ts'

/** Several programs are started one after the other, possibly on a busy machine. */
vi.setConfig({ testTimeout: 300_000 })

let folder: string
let web: WatchedWeb
/** Later pages get no response. */
let answers = 10

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-two-'))
  const islands = createIslandWeb()
  answers = 10
  web = await watch({ respond: (url) => (answers-- > 0 ? islands.respond(url) : 'never') })
  await writeFile(join(folder, 'event.yaml'), islands.event)
  await writeFile(join(folder, 'seeds.txt'), islands.seeds.join('\n'))
})
afterEach(async () => {
  await web.close()
  await rm(folder, { recursive: true, force: true })
})

const collection = () => join(folder, 'collection')
const crawl = (...more: string[]) => [
  ...['crawl', collection(), '--event', join(folder, 'event.yaml'), '--seeds', join(folder, 'seeds.txt')],
  ...['--proxy', `http://127.0.0.1:${web.port}`, '--contact', 'test@example.org', '--delay', '0'],
  ...['--min-free', '0B', '--quiet', ...more],
]

/** Resolves after so many requests to the web. */
const requestsReach = (requests: number) =>
  new Promise<void>((resolve) => web.onRequest(() => web.requests() >= requests && resolve()))

describe('4.14 two processes on one collection', () => {
  it('the second is refused with the name of the first, readers keep working, and kill -9 releases the lock', async () => {
    const begun = Date.now()
    // Unanswered pages must not time out while the other programs run, or their hosts would be delayed beyond the patience of the last one.
    const first = startCli(crawl('--header-timeout', '10m', '--fetch-timeout', '10m'))
    const ended = resultOf(first)
    await requestsReach(12)
    const second = await runCli(crawl())
    expect(second.code).toBe(5)
    expect(second.err).toContain(`process ${first.pid} on `)
    const since = Date.parse(/since (\S+Z)\)/.exec(second.err)?.[1] ?? '')
    expect(since).toBeGreaterThanOrEqual(begun)
    expect(since).toBeLessThanOrEqual(Date.now())
    expect(second.err).toContain('Wait until it ends, or stop it')
    expect(second.err).toContain('Searching, exporting and verifying work meanwhile')

    const [found, exported, verified] = [
      await runCli(['search', collection(), 'fire', '--json']),
      await runCli(['export', collection()]),
      await runCli(['verify', collection()]),
    ]
    expect([found.code, exported.code, verified.code], found.err + exported.err + verified.err).toEqual([
      0, 0, 0,
    ])
    expect(found.out).toContain('island0.example/page/0')
    expect(exported.out).toContain('island0.example/page/0')

    first.kill('SIGKILL')
    await ended
    answers = Number.POSITIVE_INFINITY
    const third = await runCli(crawl('--json'))
    expect(third.code, third.err).toBe(0)
    expect(JSON.parse(third.out)).toMatchObject({ end: 'exhausted', fetched: createIslandWeb().size })
  })
})

describe('SIGINT', () => {
  it('the first finishes current pages, the second exits immediately, and both can be resumed', async () => {
    const stopped = startCli(crawl())
    const first = resultOf(stopped)
    web.onRequest(() => web.requests() === 6 && stopped.kill('SIGTERM'))
    expect(await first).toMatchObject({
      code: 4,
      err: expect.stringContaining('Stopping after the pages in progress'),
    })

    const hanging = startCli(crawl())
    const second = resultOf(hanging)
    answers = 3
    await new Promise<void>((resolve) => web.onRequest(() => answers < 0 && resolve()))
    hanging.kill('SIGINT')
    await new Promise<void>((resolve) => hanging.stderr?.once('data', () => resolve()))
    hanging.kill('SIGINT')
    expect((await second).code).toBe(130)

    answers = Number.POSITIVE_INFINITY
    const third = await runCli(crawl('--json'))
    expect(JSON.parse(third.out)).toMatchObject({ end: 'exhausted', fetched: createIslandWeb().size })
    expect((await runCli(['verify', collection()])).code).toBe(0)
  })
})

describe('2.7 the politeness clock', () => {
  it('survives kill -9: no host is requested before its delay is over', async () => {
    answers = Number.POSITIVE_INFINITY
    const rest = 4_000
    const slow = ['--delay', String(rest), '--concurrency', '1', '--pages', '2']
    const first = startCli(crawl(...slow))
    const killed = resultOf(first)
    // robots.txt, then after a delay the seed: killed during the response to the seed.
    await requestsReach(2)
    first.kill('SIGKILL')
    await killed
    const again = await runCli(crawl(...slow))
    expect(again.code, again.err).toBe(0)
    expect(web.requests()).toBeGreaterThanOrEqual(3)
    expect(web.shortestGap()).toBeGreaterThanOrEqual(rest - 100)
    expect(web.requestsFor('http://island0.example/robots.txt')).toBe(1)
  })
})
