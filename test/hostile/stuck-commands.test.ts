import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { resultOf, startCli } from '../support/run-cli.ts'

/** Loaded by every process: those that read pages wait for ever, in native code, when they parse the JSON of the stuck page. */
const HOOK = `
import { writeFileSync } from 'node:fs'
const { parse } = JSON
if (/(?:reading|judging)-worker/.test(process.argv[1] ?? ''))
  JSON.parse = (text, ...more) => {
    if (!String(text).includes('stuck here')) return parse(text, ...more)
    if (process.env.STUCK_READER) writeFileSync(process.env.STUCK_READER, String(process.pid))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }`

const DATA = '{"@type": "NewsArticle", "headline": "stuck here", "datePublished": "2020-01-01"}'
const STUCK = `<title>Flood</title><script type="application/ld+json">${DATA}</script><p>Flood in Berlin.</p>`
const FINE = [
  '<title>Flood in Berlin</title><p>Flood in Berlin: the river rose on Monday, and the streets were closed after the flood.</p>',
  '<title>Flood in Potsdam</title><p>Flood in Potsdam: the river rose on Tuesday, and a bridge was closed after the flood.</p>',
]
const EVENT = 'name: Flood\nwhat: [flood, river]\nwhere: [Berlin]\n'
const TOO_LONG = 'the page could not be read: it took longer than 5000 ms'

let folder: string
const at = (name: string) => join(folder, name)

const line = (fields: object, i: number) => JSON.stringify({ url: `http://a.example/${i}`, ...fields })

function warcRecord(html: string, i: number): string {
  const block = `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`
  const fields = [
    'WARC/1.1',
    'WARC-Type: response',
    `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-00000000000${i}>`,
    'WARC-Date: 2024-05-03T00:00:00Z',
    `WARC-Target-URI: http://a.example/${i}`,
    'Content-Type: application/http;msgtype=response',
    `Content-Length: ${block.length}`,
  ]
  return `${fields.join('\r\n')}\r\n\r\n${block}\r\n\r\n`
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-stuck-commands-'))
  const [first, second] = FINE
  const other = '<title>Football</title><p>The match in Hamburg ended without a goal.</p>'
  const pages = [first, STUCK, second].map((html) => ({ html }))
  const labelled = [first, second, STUCK, other, `${other}<p>Again.</p>`]
  const linking = `${first}<a href="/1">Flood</a> <a href="/2">Flood</a>`
  await Promise.all([
    writeFile(at('hook.mjs'), HOOK),
    writeFile(at('event.yaml'), EVENT),
    writeFile(at('lab.yaml'), `${EVENT}seeds: [http://a.example/0]\n`),
    writeFile(at('pages.jsonl'), pages.map(line).join('\n')),
    writeFile(at('labelled.jsonl'), labelled.map((html, i) => line({ html, label: i < 3 }, i)).join('\n')),
    writeFile(at('web.warc'), [linking, STUCK, second ?? ''].map(warcRecord).join('')),
    writeFile(
      at('library.mjs'),
      `import { createJudge, parseEvent, readPage } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../dist/index.js')).href)}
const [stuck, fine] = ${JSON.stringify([STUCK, FINE[0]])}
const { judge } = createJudge(await parseEvent(${JSON.stringify(EVENT)}), { timeout: 5000 })
const url = 'http://a.example/'
const results = await Promise.allSettled([
  readPage({ url, html: stuck }, { timeout: 5000 }), readPage({ url, html: fine }), judge({ url, html: stuck }), judge({ url, html: fine })])
console.log(JSON.stringify(results.map(({ value, reason }) => reason ? [reason.code, reason.message] : value.title)))\n`,
    ),
  ])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const withHook = (stuck = '') => ({
  NODE_OPTIONS: `--import ${pathToFileURL(at('hook.mjs'))}`,
  STUCK_READER: stuck === '' ? '' : at(stuck),
})
const run = (...args: string[]) => resultOf(startCli([...args, '--reading-timeout', '5s'], withHook()))
const event = () => ['--event', at('event.yaml')]
const urls = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text).url)

describe.concurrent('a page whose reading never returns', () => {
  it('is skipped by judge like an invalid line', async () => {
    const { code, out, err } = await run('judge', ...event(), at('pages.jsonl'))
    expect(urls(out)).toEqual(['http://a.example/0', 'http://a.example/2'])
    expect(err).toContain(`pages.jsonl:2: ${TOO_LONG} (line skipped)\n`)
    expect(err).toContain('2 pages judged')
    expect(err).toContain('1 of 3 lines skipped\n')
    expect(code).toBe(3)
  })

  it('ends judge when it is strict', async () => {
    const { code, out, err } = await run('judge', ...event(), '--strict', at('pages.jsonl'))
    expect(urls(out)).toEqual(['http://a.example/0'])
    expect(err).toContain(`pages.jsonl:2: ${TOO_LONG}`)
    expect(code).toBe(2)
  })

  it('is counted by judge among the pages that could not be read if it is not a line', async () => {
    const { code, out, err } = await run('judge', ...event(), at('web.warc'))
    expect(urls(out)).toEqual(['http://a.example/0', 'http://a.example/2'])
    expect(err).toContain(`http://a.example/1: ${TOO_LONG}\n2 pages judged, `)
    expect(err).toContain(', 1 could not be read\n')
    expect(code).toBe(0)
  })

  it('does not keep judge from ending when it is interrupted', async () => {
    const child = startCli(['judge', ...event(), at('pages.jsonl')], withHook('judge.pid'))
    const ended = resultOf(child)
    const reader = await vi.waitFor(async () => Number(await readFile(at('judge.pid'), 'utf8')), 60_000)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: null })
    await vi.waitFor(() => expect(() => process.kill(reader, 0)).toThrow('ESRCH'), 30_000)
  })

  it('is skipped by calibrate', async () => {
    const { code, out, err } = await run('calibrate', ...event(), at('labelled.jsonl'), '--json')
    expect(err).toContain(`labelled.jsonl:3: ${TOO_LONG} (line skipped)\n`)
    expect(err).toContain('1 of 5 lines skipped\n')
    expect(JSON.parse(out).labels).toEqual({ relevant: 2, irrelevant: 2 })
    expect(code).toBe(3)
  })

  it('is skipped by event new', async () => {
    const { code, out, err } = await run('event', 'new', 'Flood', '--pages', at('pages.jsonl'), '--json')
    expect(err).toContain(`pages.jsonl:2: ${TOO_LONG} (line skipped)\n`)
    expect(JSON.parse(out).what.map(({ term }: { term: string }) => term)).toContain('flood')
    expect(code).toBe(3)
  })

  it('is skipped by ontology build', async () => {
    const { code, out, err } = await run('ontology', 'build', at('pages.jsonl'), '--json')
    expect(err).toContain(`pages.jsonl:2: ${TOO_LONG} (line skipped)\n`)
    expect(JSON.stringify(JSON.parse(out))).toContain('river')
    expect(code).toBe(3)
  })

  it('is left out of a comparison', async () => {
    const { code, out, err } = await run(
      ...['lab', 'compare', '--warc', at('web.warc'), '--event', at('lab.yaml'), '--json', '--quiet'],
      ...['--strategies', 'breadth-first,best-first', '--pages', '5', '--random-seeds', '1', '--jobs', '1'],
    )
    expect(err).toBe(`http://a.example/1: ${TOO_LONG}. It is left out of the comparison\n`)
    expect(JSON.parse(out).runs.map(({ fetched }: { fetched: number }) => fetched)).toEqual([2, 2])
    expect(code).toBe(0)
  })

  it('rejects in the library API, and no other page does', async () => {
    const env = { ...process.env, ...withHook() }
    const { code, out, err } = await resultOf(spawn(process.execPath, [at('library.mjs')], { env }))
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const refused = ['page-unreadable', `Cannot use http://a.example/: ${TOO_LONG}`]
    expect(JSON.parse(out)).toEqual([refused, 'Flood in Berlin', refused, 'Flood in Berlin'])
  })
})
