import { afterEach, describe, expect, it } from 'vitest'
import { type PageInput, readPage } from '../../page/read-page.ts'
import { createGeoparser } from '../../place/geoparser.ts'
import { loadGazetteer } from '../../place/load-gazetteer.ts'
import { ReadingPool, type ReadingPoolOptions } from './reading-pool.ts'

/** A thread whose pages say what becomes of it. */
const HOSTILE = `
  const { parentPort } = require('node:worker_threads')
  const reading = ({ input }) => ({ url: input.url, language: 'en', texts: {},
    divisions: { joined: '', ends: new Int32Array() },
    links: { urls: '', anchors: '', contexts: '', numbers: new Float64Array(), more: new Map() } })
  parentPort.postMessage('ready')
  parentPort.on('message', (message) => {
    const { url } = message.input
    if (url.endsWith('/hang')) for (;;) {}
    if (url.endsWith('/exit')) process.exit(3)
    if (url.endsWith('/throw')) throw new Error('out of its mind')
    if (url.endsWith('/memory')) { const all = []; for (;;) all.push(new Array(100000).fill(url)) }
    if (url.endsWith('/fails')) return parentPort.postMessage({ failed: 'cannot be read' })
    parentPort.postMessage(reading(message))
  })`

const pools: ReadingPool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})

function poolOf(program: string, options: ReadingPoolOptions): ReadingPool {
  const setup = { gazetteer: new SharedArrayBuffer(8), favour: [], near: undefined, limits: undefined }
  const pool = new ReadingPool(setup, {
    program: new URL(
      `data:text/javascript,${encodeURIComponent(
        `import { createRequire } from 'node:module'; const require = createRequire('file:///'); ${program}`,
      )}`,
    ),
    ...options,
  })
  pools.push(pool)
  return pool
}

const input = (url: string): PageInput => ({ url, body: Buffer.from('<p>x'), contentType: 'text/html' })

describe('pages read on other threads', () => {
  it('give the readings that the main thread gives', async () => {
    const gazetteer = loadGazetteer()
    const favour = [gazetteer.resolve('Berlin')].filter((place) => place !== undefined)
    const near = { from: '2020-01-01', to: '2020-01-31' }
    const pool = new ReadingPool({ gazetteer: gazetteer.file.shared, favour, near, limits: { links: 2 } })
    pools.push(pool)
    const now = Date.UTC(2021, 0, 1)
    const geoparser = createGeoparser(gazetteer, { favour })
    const html = [
      '<html lang=en><title>Flood in Berlin</title><p>On 3 January 2020 the water rose in Berlin and Potsdam.</p>',
      '<html lang=de><title>Hochwasser</title><p>Am 4. Januar 2020 stieg das Wasser in Dresden.</p><a href=/1>1</a><a href=/2>2</a><a href=/3>3</a>',
    ]
    const pages = html.map((body, i) => ({ ...input(`https://a.example/${i}`), body: Buffer.from(body) }))
    const read = await Promise.all(pages.map((page) => pool.read(page, now)))
    const here = pages.map((page) =>
      readPage(page, { geoparser, near, limits: { links: 2 }, now: new Date(now) }),
    )
    expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(here)))
    expect(read[0]?.places[0]?.name).toBe('Berlin')
    // The archive still needs the bytes.
    expect(pages[0]?.body.length).toBe(html[0]?.length)
  })

  it.each([
    ['ends its thread', 'exit', {}, /ended/],
    ['throws', 'throw', {}, /out of its mind/],
    ['never ends', 'hang', { deadlineMs: 300 }, /longer than 300 ms/],
    ['takes all memory', 'memory', { heapMegabytes: 16 }, /memory/],
    ['cannot be read', 'fails', {}, /cannot be read/],
  ])('fail alone when one of them %s', async (_, path, options, says) => {
    const pool = poolOf(HOSTILE, { workers: 1, ...options })
    const urls = [
      'https://a.example/1',
      `https://a.example/${path}`,
      'https://a.example/2',
      'https://a.example/3',
    ]
    const read = await Promise.allSettled(urls.map((url) => pool.read(input(url), 0)))
    expect(read.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    expect(read[1]).toMatchObject({ reason: { code: 'reading', retry: false } })
    expect(String(read[1]?.status === 'rejected' && read[1].reason.message)).toMatch(says)
    expect(read[3]).toMatchObject({ value: { url: 'https://a.example/3' } })
  })

  it('are given up when no thread can be started', async () => {
    const pool = poolOf('throw new Error("no such place")', { workers: 2 })
    await expect(pool.read(input('https://a.example/'), 0)).rejects.toMatchObject({ code: 'reading-threads' })
    await expect(pool.read(input('https://a.example/'), 0)).rejects.toMatchObject({ code: 'reading' })
  })

  it('are let go when the readers are closed', async () => {
    const pool = poolOf(HOSTILE, { workers: 1 })
    const hanging = expect(pool.read(input('https://a.example/hang'), 0)).rejects.toMatchObject({
      code: 'reading',
    })
    await pool.close()
    await hanging
  })
})
