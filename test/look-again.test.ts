import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runCli } from './cli.ts'
import { type WatchedWeb, watch } from './kill/watched-web.ts'

/** Programs are started one after the other, on a machine that may be busy. */
vi.setConfig({ testTimeout: 300_000 })

const EVENT = 'name: Fire on the islands\nwhat: { fire: 1, harbour: 0.6 }\nlanguages: [en]\n'

let folder: string
let web: WatchedWeb
/** Stories that the front page of the site links to. */
let stories: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-look-again-'))
  stories = 1
  web = await watch({ respond })
  await mkdir(join(folder, 'shelf'))
  await writeFile(join(folder, 'event.yaml'), EVENT)
  await writeFile(join(folder, 'seeds.txt'), 'http://news.example/\n')
})
afterEach(async () => {
  await web.close()
  await rm(folder, { recursive: true, force: true })
})

function respond(url: string) {
  const { pathname } = new URL(url)
  if (pathname === '/robots.txt') return { status: 404, headers: [], body: Buffer.from('') }
  const links = Array.from({ length: stories }, (_, n) => `<a href="/story-${n}">Fire, part ${n}</a>`)
  const text = pathname === '/' ? links.join(' ') : `<p>${'Fire at the harbour. '.repeat(20)}${pathname}</p>`
  const body = Buffer.from(`<title>News ${pathname}</title><body>${text}</body>`)
  return { status: 200, headers: [['Content-Type', 'text/html']] as [string, string][], body }
}

const network = () => ['--proxy', `http://127.0.0.1:${web.port}`, '--contact', 'test@example.org']
const collection = () => join(folder, 'shelf/islands')
const crawl = async (...more: string[]) => {
  const { code, out, err } = await runCli([
    ...['crawl', collection(), '--event', join(folder, 'event.yaml'), '--seeds', join(folder, 'seeds.txt')],
    ...[...network(), '--delay', '0', '--min-free', '0B', '--quiet', '--json', ...more],
  ])
  expect(code, err).toBe(0)
  return { ...JSON.parse(out), err }
}

it('a crawl that has followed every link finds new ones when it looks again at its seeds, and so does a scheduled one', async () => {
  expect(await crawl()).toMatchObject({ end: 'exhausted', fetched: 2 })
  stories = 2
  expect(await crawl()).toMatchObject({ end: 'exhausted', fetched: 2 })
  const recent = await crawl('--look-again', '6h')
  expect(recent).toMatchObject({ fetched: 2 })
  expect(recent.err).toContain('no seed, feed or list is old enough to be looked at again')
  const looked = await crawl('--look-again', '0s')
  expect(looked).toMatchObject({ end: 'exhausted', fetched: 3, fetchedThisRun: 1 })
  expect(looked.err).toContain('looking again for new links: 1 of the seeds, feeds and lists')
  expect(web.asked('http://news.example/')).toBe(2)
  expect(web.asked('http://news.example/story-0')).toBe(1)

  stories = 3
  const shelf = join(folder, 'shelf')
  const added = await runCli(['schedule', 'add', shelf, 'islands', '@daily', '--look-again', '0s', '--json'])
  expect(added.code, added.err).toBe(0)
  const run = await runCli(['schedule', 'run', shelf, '--now', JSON.parse(added.out).id, ...network()])
  expect(run.code, run.err).toBe(0)
  expect(web.asked('http://news.example/story-2')).toBe(1)
  expect((await runCli(['verify', collection()])).code).toBe(0)
})
