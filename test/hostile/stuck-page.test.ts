import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { resultOf, startCli } from '../support/run-cli.ts'

/** Loaded by every process of the crawl: those that read pages are stuck in native code for hours when they parse the JSON of this page. */
const HOOK = `
import { writeFileSync } from 'node:fs'
const { parse } = JSON
if (process.argv[1]?.includes('reading-worker'))
  JSON.parse = (text, ...more) => {
    if (!String(text).includes('stuck here')) return parse(text, ...more)
    writeFileSync(process.env.STUCK_READER, String(process.pid))
    return ('a' + '\\u0301\\u0316'.repeat(5e6)).normalize('NFD')
  }`

const DATA = '{"@type": "NewsArticle", "headline": "stuck here", "datePublished": "2020-01-01"}'
const PAGES = new Map([
  [
    '/stuck',
    `<title>Flood</title><script type="application/ld+json">${DATA}</script><p>Flood in Berlin.</p>`,
  ],
  [
    '/fine',
    '<title>Flood</title><p>Flood in Berlin: the water rose on Monday and the streets were closed.</p>',
  ],
])

let folder: string
let server: Server
const at = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-stuck-'))
  server = createServer(({ url = '' }, response) => {
    const body = PAGES.get(url)
    response.writeHead(body ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await writeFile(at('hook.mjs'), HOOK)
  await writeFile(at('event.yaml'), 'name: Flood\nwhat: [flood]\nwhere: [Berlin]\n')
  await writeFile(at('seeds.txt'), `http://a.test:${port}/fine\nhttp://b.test:${port}/stuck\n`)
})

afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

function crawl(name: string, ...options: string[]): ChildProcess {
  const { port } = server.address() as AddressInfo
  return startCli(
    [
      ...['crawl', at(name), '--event', at('event.yaml'), '--seeds', at('seeds.txt'), '--json', '--quiet'],
      ...['--allow-private', '--resolve', `*:${port}:127.0.0.1`, '--delay', '0', '--min-free', '0B'],
      ...['--render', 'never', ...options],
    ],
    { NODE_OPTIONS: `--import ${pathToFileURL(at('hook.mjs'))}`, STUCK_READER: at(`${name}.pid`) },
  )
}

async function stuckReader(name: string): Promise<number> {
  return vi.waitFor(async () => Number(await readFile(at(`${name}.pid`), 'utf8')), 60_000)
}

const expectGone = (pid: number) =>
  vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 30_000)

describe.concurrent('a crawl with a page whose reading never returns', () => {
  it('ends when its time is up', async () => {
    const running = resultOf(crawl('time', '--time', '3s'))
    const reader = await stuckReader('time')
    const { code, out } = await running
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { end: 'time', fetched: 1, queue: { queued: 1, leased: 0 } },
    ])
    await expectGone(reader)
  })

  it('ends after the pages in progress when it is stopped', async () => {
    const child = crawl('stop')
    const running = resultOf(child)
    const reader = await stuckReader('stop')
    child.kill('SIGTERM')
    const { code, out } = await running
    expect([code, JSON.parse(out)]).toMatchObject([4, { end: 'stopped', fetched: 1, queue: { queued: 1 } }])
    await expectGone(reader)
  })

  it('ends at once when it is stopped twice', async () => {
    const child = crawl('twice')
    const running = resultOf(child)
    let err = ''
    child.stderr?.on('data', (text) => (err += text))
    const reader = await stuckReader('twice')
    child.kill('SIGTERM')
    await vi.waitFor(() => expect(err).toContain('Stopping'), 30_000)
    child.kill('SIGTERM')
    expect(await running).toMatchObject({ code: 130 })
    await expectGone(reader)
  })

  it('takes its readers with it when it is killed', async () => {
    const child = crawl('killed')
    const running = resultOf(child)
    const reader = await stuckReader('killed')
    child.kill('SIGKILL')
    await running
    await expectGone(reader)
  })

  it('gives the page up at the deadline and completes', async () => {
    const { code, out } = await resultOf(crawl('whole', '--patience', '1s', '--reading-timeout', '2s'))
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { end: 'exhausted', fetched: 1, failures: { 'fetch:reading': 1 }, queue: { queued: 0 } },
    ])
    await expectGone(await stuckReader('whole'))
  })
})
