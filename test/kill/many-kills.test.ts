import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebResponse } from '../../src/lab/web/web.ts'
import { resultOf, runCli, startCli } from '../support/run-cli.ts'
import { type WatchedWeb, watch } from './watched-web.ts'

/** Many programs are started one after the other, possibly on a busy machine. */
vi.setConfig({ testTimeout: 300_000 })

const KILLS = 12
const HOSTS = 4
const PLUGIN = join(import.meta.dirname, 'crashing-strategy.mjs')
const EVENT = 'name: Fire\nwhat: { fire: 1 }\nlanguages: [en]\n'
const page = (n: number) => `http://h${n}.example/page`
const pages = Array.from({ length: HOSTS }, (_, n) => page(n))

let folder: string
let web: WatchedWeb
/** Pages that get no response. */
let silent: ReadonlySet<string>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-many-'))
  silent = new Set()
  web = await watch({ respond: (url) => (silent.has(url) ? 'never' : answerTo(url)) })
  await writeFile(join(folder, 'event.yaml'), EVENT)
  await writeFile(join(folder, 'seeds.txt'), pages.join('\n'))
})
afterEach(async () => {
  await web.close()
  await rm(folder, { recursive: true, force: true })
})

function answerTo(url: string): WebResponse {
  if (url.endsWith('/robots.txt')) return { status: 404, headers: [], body: Buffer.from('') }
  const body = `<html><title>Fire</title><body><p>${`The fire at ${url} goes on. `.repeat(20)}</p></body></html>`
  return { status: 200, headers: [['Content-Type', 'text/html']], body: Buffer.from(body) }
}

const collection = () => join(folder, 'collection')
const crawl = (...more: string[]) => [
  ...['crawl', collection(), '--event', join(folder, 'event.yaml'), '--seeds', join(folder, 'seeds.txt')],
  ...['--proxy', `http://127.0.0.1:${web.port}`, '--contact', 'test@example.org', '--delay', '0'],
  ...['--min-free', '0B', '--quiet', '--json', '--concurrency', String(HOSTS), ...more],
]
const crashing = (...more: string[]) => ['--plugin', PLUGIN, ...crawl('--strategy', 'crashing', ...more)]

/** What became of a crawl in the end, beside its pages. */
async function finished(args: readonly string[]) {
  const { code, out, err } = await runCli(args)
  expect(code, err).toBe(0)
  const { fetched, failures } = JSON.parse(out)
  return { fetched, failures }
}

describe('pages in flight when the process ends', () => {
  it(`are all fetched after ${KILLS} kills in a row, each with pages in flight`, async () => {
    silent = new Set(pages)
    const requests: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const before = web.requests()
      const child = startCli(crawl('--header-timeout', '10m', '--fetch-timeout', '10m'))
      const ended = resultOf(child)
      // While they are trusted they are requested together; suspects one at a time.
      const expected = kill < 2 ? HOSTS + (kill === 0 ? HOSTS : 0) : 1
      await new Promise<void>((resolve) =>
        web.onRequest(() => web.requests() >= before + expected && resolve()),
      )
      child.kill('SIGKILL')
      await ended
      requests.push(web.requests() - before)
    }
    expect(requests.slice(2)).toEqual(Array(KILLS - 2).fill(1))
    silent = new Set()
    expect(await finished(crawl())).toEqual({ fetched: HOSTS, failures: {} })
    expect((await runCli(['verify', collection()])).code).toBe(0)
  })

  it('lose the one that ends the process after a few crashes, and it can be tried again', async () => {
    const env = { EVENTIDE_CRASH_ON: page(2) }
    let crashes = 0
    for (; crashes < KILLS; crashes++) {
      const child = startCli(crashing(), env)
      const [code, signal] = await once(child, 'close')
      if (code === 0) break
      expect(signal).toBe('SIGKILL')
    }
    expect(crashes).toBe(5)
    const explained = await runCli(['explain', collection(), page(2)])
    expect(explained.out).toContain('failed: lost, ')
    expect(explained.out).toContain('--retry-failed lost')
    const again = await runCli(crashing())
    expect(again.err).toContain('1 seed was given up')
    expect(JSON.parse(again.out)).toMatchObject({ fetched: HOSTS - 1, failures: {} })
    expect(await finished(crashing('--retry-failed', 'timeout'))).toMatchObject({ fetched: HOSTS - 1 })
    expect(await finished(crashing('--retry-failed', 'lost'))).toEqual({ fetched: HOSTS, failures: {} })
    expect((await runCli(['verify', collection()])).code).toBe(0)
  })
})
