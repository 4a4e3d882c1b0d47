import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type PageInput, readPage } from '../../page/read-page.ts'
import { gazetteerPath } from '../../place/gazetteer-path.ts'
import { createGeoparser } from '../../place/geoparser.ts'
import { loadGazetteer } from '../../place/load-gazetteer.ts'
import type { PagePoolOptions } from './page-pool.ts'
import { ReadingPool } from './reading-pool.ts'

/** A process whose behaviour is chosen by the URL of the page. */
const HOSTILE = `
  const reading = ({ input }) => ({ url: input.url, language: 'en', texts: {}, title: String(process.pid),
    divisions: { joined: '', ends: new Int32Array() },
    links: { urls: '', anchors: '', contexts: '', numbers: new Float64Array(), more: new Map() } })
  process.on('message', (message) => {
    if ('setup' in message) return process.send('ready')
    const { url } = message.task.input
    if (url.endsWith('/hang')) for (;;) {}
    // Native code, which no thread can be interrupted in.
    if (url.endsWith('/native')) ('a' + '\\u0301\\u0316'.repeat(5e6)).normalize('NFD')
    if (url.endsWith('/wait')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    if (url.endsWith('/exit')) process.exit(3)
    if (url.endsWith('/crash')) process.abort()
    if (url.endsWith('/throw')) throw new Error('broken page')
    if (url.endsWith('/memory')) { const all = []; for (;;) all.push(new Array(100000).fill(url)) }
    if (url.endsWith('/fails')) return process.send({ failed: 'cannot be read' })
    process.send({ result: reading(message.task) })
  })
  process.on('disconnect', () => process.exit(0))`

const folder = mkdtempSync(join(tmpdir(), 'eventide-readers-'))
const pools: ReadingPool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

function poolOf(program: string, options: PagePoolOptions): ReadingPool {
  const file = join(folder, `${pools.length}-${program.length}.mjs`)
  writeFileSync(file, program)
  const entry = { caller: pathToFileURL(file).href, source: '', bundle: file }
  const setup = { gazetteer: '', favour: [], near: undefined, limits: undefined }
  const pool = new ReadingPool(setup, { program: entry, ...options })
  pools.push(pool)
  return pool
}

const input = (url: string): PageInput => ({ url, body: Buffer.from('<p>x'), contentType: 'text/html' })

describe('ReadingPool', () => {
  it('returns the same readings as this process', async () => {
    const gazetteer = loadGazetteer()
    const favour = [gazetteer.resolve('Berlin')].filter((place) => place !== undefined)
    const near = { from: '2020-01-01', to: '2020-01-31' }
    const pool = new ReadingPool({ gazetteer: gazetteerPath(), favour, near, limits: { links: 2 } })
    pools.push(pool)
    const now = Date.UTC(2021, 0, 1)
    const geoparser = createGeoparser(gazetteer, { favour })
    const html = [
      '<html lang=en><title>Flood in Berlin</title><p>On 3 January 2020 the water rose in Berlin and Potsdam.</p>',
      '<html lang=de><title>Hochwasser</title><p>Am 4. Januar 2020 stieg das Wasser in Dresden.</p><a href=/1>1</a><a href=/2>2</a><a href=/3>3</a>',
    ]
    const pages = html.map((body, i) => ({ ...input(`https://a.example/${i}`), body: Buffer.from(body) }))
    const read = await Promise.all(pages.map((page) => pool.read(page, { now })))
    const here = pages.map((page) =>
      readPage(page, { geoparser, near, limits: { links: 2 }, now: new Date(now) }),
    )
    expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(here)))
    expect(read[0]?.places[0]?.name).toBe('Berlin')
    // The archive still needs the bytes.
    expect(pages[0]?.body.length).toBe(html[0]?.length)
  })

  it.each([
    ['ends its process', 'exit', {}, /ended \(exit code 3\)/],
    ['crashes its process', 'crash', {}, /ended \(SIGABRT\)/],
    ['throws', 'throw', {}, /broken page/],
    ['never ends', 'hang', { deadlineMs: 300 }, /longer than 300 ms/],
    ['never ends in native code', 'native', { deadlineMs: 300 }, /longer than 300 ms/],
    ['waits for ever', 'wait', { deadlineMs: 300 }, /longer than 300 ms/],
    ['takes all memory', 'memory', { heapMegabytes: 16 }, /more than 16 MB of memory/],
    ['cannot be read', 'fails', {}, /cannot be read/],
  ])('fails only the page that %s', async (_, path, options, message) => {
    const pool = poolOf(HOSTILE, { workers: 1, ...options })
    const urls = [
      'https://a.example/1',
      `https://a.example/${path}`,
      'https://a.example/2',
      'https://a.example/3',
    ]
    const read = await Promise.allSettled(urls.map((url) => pool.read(input(url))))
    expect(read.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    expect(read[1]).toMatchObject({ reason: { code: 'reading', retry: false } })
    expect(String(read[1]?.status === 'rejected' && read[1].reason.message)).toMatch(message)
    expect(read[3]).toMatchObject({ value: { url: 'https://a.example/3' } })
  })

  it('rejects pages in progress and leaves no process behind when it is closed', async () => {
    const pool = poolOf(HOSTILE, { workers: 1 })
    const { title } = await pool.read(input('https://a.example/1'))
    const hanging = expect(pool.read(input('https://a.example/native'))).rejects.toThrow(/closed/)
    await pool.close()
    await hanging
    expect(() => process.kill(Number(title), 0)).toThrow('ESRCH')
  })

  it('rejects all pages when no process can be started', async () => {
    const pool = poolOf('throw new Error("no such place")', { workers: 2 })
    await expect(pool.read(input('https://a.example/'))).rejects.toMatchObject({
      code: 'reading-processes',
      message: expect.stringContaining('(no such place)'),
    })
    await expect(pool.read(input('https://a.example/'))).rejects.toMatchObject({ code: 'reading' })
  })
})
