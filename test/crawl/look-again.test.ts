import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readWarcFile } from '../../src/archive/warc-reader.ts'
import { headerValue } from '../../src/http/headers.ts'
import { type WatchedWeb, watch } from '../kill/watched-web.ts'
import { runCli } from '../support/run-cli.ts'

/** Several programs are started one after the other, possibly on a busy machine. */
vi.setConfig({ testTimeout: 300_000 })

const EVENT = 'name: Fire on the islands\nwhat: { fire: 1, harbour: 0.6 }\nlanguages: [en]\n'

const REQUEST_HEADER = new Map([
  ['ETag', 'if-none-match'],
  ['Last-Modified', 'if-modified-since'],
])

let folder: string
let web: WatchedWeb
/** Stories linked by the front page. */
let stories: number
/** Validators of the front page. */
let validators: readonly (readonly [string, string])[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-look-again-'))
  stories = 1
  validators = []
  web = await watch({ respond })
  await mkdir(join(folder, 'library'))
  await writeFile(join(folder, 'event.yaml'), EVENT)
  await writeFile(join(folder, 'seeds.txt'), 'http://news.example/\n')
})
afterEach(async () => {
  await web.close()
  await rm(folder, { recursive: true, force: true })
})

function respond(url: string, request: IncomingHttpHeaders) {
  const { pathname } = new URL(url)
  if (pathname === '/robots.txt') return { status: 404, headers: [], body: Buffer.from('') }
  const own = pathname === '/' ? validators : []
  const isKnown = own.some(([name, value]) => request[REQUEST_HEADER.get(name) ?? ''] === value)
  if (isKnown) return { status: 304, headers: own, body: Buffer.from('') }
  const links = Array.from({ length: stories }, (_, n) => `<a href="/story-${n}">Fire, part ${n}</a>`)
  const text = pathname === '/' ? links.join(' ') : `<p>${'Fire at the harbour. '.repeat(20)}${pathname}</p>`
  const body = Buffer.from(`<title>News ${pathname}</title><body>${text}</body>`)
  return { status: 200, headers: [['Content-Type', 'text/html'], ...own] as [string, string][], body }
}

const network = () => ['--proxy', `http://127.0.0.1:${web.port}`, '--contact', 'test@example.org']
const collection = () => join(folder, 'library/islands')
const crawl = async (...more: string[]) => {
  const { code, out, err } = await runCli([
    ...['crawl', collection(), '--event', join(folder, 'event.yaml'), '--seeds', join(folder, 'seeds.txt')],
    ...[...network(), '--delay', '0', '--min-free', '0B', '--quiet', '--json', ...more],
  ])
  expect(code, err).toBe(0)
  return { ...JSON.parse(out), err }
}

it('finds new links by fetching seeds again after an exhausted crawl, also on a schedule', async () => {
  expect(await crawl()).toMatchObject({ end: 'exhausted', fetched: 2 })
  stories = 2
  expect(await crawl()).toMatchObject({ end: 'exhausted', fetched: 2 })
  const recent = await crawl('--look-again', '6h')
  expect(recent).toMatchObject({ fetched: 2 })
  expect(recent.err).toContain('No seed, feed or list is due to be fetched again')
  const looked = await crawl('--look-again', '0s')
  expect(looked).toMatchObject({ end: 'exhausted', fetched: 3, fetchedThisRun: 1 })
  expect(looked.err).toContain('1 seed, feed or list will be fetched again for new links')
  expect(web.requestsFor('http://news.example/')).toBe(2)
  expect(web.requestsFor('http://news.example/story-0')).toBe(1)

  stories = 3
  const library = join(folder, 'library')
  const added = await runCli([
    'schedule',
    'add',
    library,
    'islands',
    '@daily',
    '--look-again',
    '0s',
    '--json',
  ])
  expect(added.code, added.err).toBe(0)
  const log = join(library, 'log.jsonl')
  const id = JSON.parse(added.out).id as string
  const run = await runCli(['schedule', 'run', library, '--now', id, '--log-file', log, ...network()])
  expect(run.code, run.err).toBe(0)
  const logged = (await readFile(log, 'utf8')).trim().split('\n')
  const events = logged.map((line) => (JSON.parse(line) as { event: string }).event)
  expect(events).toEqual(expect.arrayContaining(['crawl-started', 'page', 'crawl-ended']))
  expect(web.requestsFor('http://news.example/story-2')).toBe(1)
  expect((await runCli(['verify', collection()])).code).toBe(0)
})

/** Captures of the front page, oldest first, as `type profile digest refers-to`. */
async function frontPages(): Promise<{ type: string; field: (name: string) => string | undefined }[]> {
  const found = []
  const dir = join(collection(), 'archive')
  for (const name of (await readdir(dir)).filter((file) => file.endsWith('.warc.gz')).sort()) {
    for await (const event of readWarcFile(join(dir, name))) {
      if (event.kind !== 'record') continue
      const { type, url, fields } = event.record
      if (url !== 'http://news.example/' || (type !== 'response' && type !== 'revisit')) continue
      found.push({ type, field: (name: string) => headerValue(fields, name) })
    }
  }
  return found
}

it.each(['ETag', 'Last-Modified'])('fetches a page with %s again only if it has changed', async (name) => {
  const setValidator = (value: string) => {
    validators = [[name, value]]
  }
  setValidator('Sat, 01 Nov 2025 10:00:00 GMT')
  await crawl()
  const looked = await crawl('--look-again', '0s')
  expect(looked).toMatchObject({
    end: 'exhausted',
    fetched: 2,
    fetchedThisRun: 0,
    unchanged: 1,
    failures: {},
  })
  expect(web.requestsFor('http://news.example/')).toBe(2)

  stories = 2
  setValidator('Sun, 02 Nov 2025 10:00:00 GMT')
  expect(await crawl('--look-again', '0s')).toMatchObject({ fetched: 3, fetchedThisRun: 1, unchanged: 0 })
  expect(await crawl('--look-again', '0s')).toMatchObject({ fetchedThisRun: 0, unchanged: 1 })

  const [first, unchanged, second, last] = await frontPages()
  expect([first?.type, unchanged?.type, second?.type, last?.type]).toEqual([
    'response',
    'revisit',
    'response',
    'revisit',
  ])
  for (const [revisit, page] of [
    [unchanged, first],
    [last, second],
  ]) {
    expect(revisit?.field('WARC-Profile')).toBe('http://netpreserve.org/warc/1.1/revisit/server-not-modified')
    expect(revisit?.field('WARC-Truncated')).toBeUndefined()
    expect(revisit?.field('WARC-Refers-To')).toBe(page?.field('WARC-Record-ID'))
    expect(revisit?.field('WARC-Refers-To-Date')).toBe(page?.field('WARC-Date'))
    expect(revisit?.field('WARC-Payload-Digest')).toBe(page?.field('WARC-Payload-Digest'))
  }
  const verified = await runCli(['verify', collection(), '--json'])
  expect(verified.code, verified.err + verified.out).toBe(0)
})
