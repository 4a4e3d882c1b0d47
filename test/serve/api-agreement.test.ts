import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Calls, Name } from '../../src/api/routes.ts'
import { createProgram } from '../../src/cli/program.ts'
import { openServeHarness, type ServeHarness } from './serve-harness.ts'

/** The first test file to run crawls the example. */
const MAX_START_LENGTH = 180_000

let harness: ServeHarness
let scratch: string
beforeAll(async () => {
  harness = await openServeHarness()
  scratch = mkdtempSync(join(tmpdir(), 'eventide-agreement-'))
}, MAX_START_LENGTH)
afterAll(async () => {
  await harness?.close()
  rmSync(scratch, { recursive: true, force: true })
})

/** The output of a command. */
async function cli(...words: string[]): Promise<string> {
  const pieces: string[] = []
  const out = { write: (piece: string) => pieces.push(piece) }
  await createProgram({ out, err: { write: () => true } }).parseAsync(words, { from: 'user' })
  return pieces.join('')
}
const cliJson = async (...words: string[]) => JSON.parse(await cli(...words, '--json'))
const collection = () => join(harness.folder, 'example')

async function api(path: string, body?: unknown): Promise<Response> {
  const answer = await fetch(
    `${harness.url}${path}`,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  )
  expect(answer.status).toBe(200)
  return answer
}
async function apiJson<N extends Name>(_route: N, path: string, body?: unknown): Promise<Calls[N]['reply']> {
  return (await api(path, body)).json() as Promise<Calls[N]['reply']>
}

const file = (name: string, text: string) => {
  writeFileSync(join(scratch, name), text)
  return join(scratch, name)
}

/** The common fields of an export line and a page view, except the archive location. */
const SAME = [
  ...(['url', 'canonicalUrl', 'title', 'language', 'published', 'publishedFrom', 'relevance'] as const),
  ...(['relevant', 'evidence', 'source', 'depth', 'order', 'fetchedAt', 'status', 'textDigest'] as const),
]

describe('the command line and the API agree', () => {
  it('on the content of an event', async () => {
    const model = await cliJson('event', 'show', join(collection(), 'event.yaml'))
    const { form, places, yaml } = await apiJson(
      'GET /api/collections/:id/event',
      '/api/collections/example/event',
    )
    expect(yaml).toBe(await readFile(join(collection(), 'event.yaml'), 'utf8'))
    expect(form).toMatchObject({ name: model.name, when: model.when, seeds: model.seeds })
    expect(Object.keys(form.what).sort()).toEqual(model.what.map((one: { term: string }) => one.term).sort())
    expect(places.map((one: Record<string, unknown>) => [one.as, one.id, one.weight])).toEqual(
      model.where.map(({ name, place, weight }: never) => [name, (place as { id: string }).id, weight]),
    )
    const checked = await apiJson('POST /api/events/check', '/api/events/check', { form, base: yaml })
    expect(await cliJson('event', 'show', file('checked.yaml', checked.yaml))).toEqual(model)
  })

  it('on an event drafted from words and interest', async () => {
    const csv = 'Day,interest\n2013-11-06,0\n2013-11-07,2\n2013-11-08,90\n2013-11-09,100\n2013-11-10,40\n'
    const words = ['--what', 'typhoon,haiyan', '--where', 'Leyte, Philippines', '--languages', 'en,zh']
    const made = await cliJson('event', 'new', 'Haiyan', ...words, '--trends', file('trends.csv', csv))
    const { start, interest } = await apiJson('POST /api/events/interest', '/api/events/interest', { csv })
    const drafted = await apiJson('POST /api/events/draft', '/api/events/draft', {
      ...{ name: 'Haiyan', what: ['typhoon', 'haiyan'], where: ['Leyte, Philippines'], who: [] },
      ...{ languages: ['en', 'zh'], urls: [] },
    })
    const form = { ...drafted.form, when: { start, interest } }
    const { yaml } = await apiJson('POST /api/events/check', '/api/events/check', {
      form,
      base: drafted.yaml,
    })
    expect(await cliJson('event', 'show', file('made.yaml', yaml))).toEqual(made)
  })

  it('on the problems of an event', async () => {
    const path = file('event.yaml', 'name: A\nwhat: [b]\nwhere: [Taclobann]\nlearnt: 1\n')
    const output = await cli('event', 'show', path).catch((error: Error) => error.message)
    const answer = await fetch(`${harness.url}/api/events/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ yaml: await readFile(path, 'utf8') }),
    })
    const { message } = (await answer.json()) as { message: string }
    expect(message).toBe(String(output).replaceAll(path, 'event.yaml'))
    expect(message).toMatch(/event\.yaml:4:1: unknown key "learnt"/)
  })

  it('on the verdict on a page', async () => {
    const html =
      '<html lang="en"><title>Typhoon Lingwayan nears Samar</title><meta property="article:published_time" content="2025-11-08">' +
      '<article><p>Typhoon Lingwayan made landfall in Eastern Samar on Friday, and thousands were taken to safety. </p>' +
      '<p>Rescue teams reached Borongan a day later, the mayor, Maria Santos, said in Manila.</p></article></html>'
    const url = 'https://news.example/2025/11/08/landfall'
    const output = join(scratch, 'verdicts.jsonl')
    const input = file('pages.jsonl', `${JSON.stringify({ url, html })}\n`)
    await cli('judge', '--event', join(collection(), 'event.yaml'), input, '-o', output)
    const line = JSON.parse(await readFile(output, 'utf8'))
    const { yaml } = await apiJson('GET /api/collections/:id/event', '/api/collections/example/event')
    const { threshold, ...judged } = await apiJson('POST /api/events/judge', '/api/events/judge', {
      event: { yaml },
      page: { html, url },
    })
    expect(line).toMatchObject(judged)
    expect(Object.keys(judged.evidence)).toEqual(expect.arrayContaining(['topic', 'place', 'date']))
    expect(line.relevant).toBe(line.relevance >= threshold)
  })

  it.each([['typhoon'], ['typhoon -rescue'], ['verdict:all lang:zh'], ['nothingatall']])(
    'on the results of %j',
    async (q) => {
      const lines = (await cli('search', collection(), q, '--json', '--limit', '20'))
        .split('\n')
        .filter(Boolean)
      const { hits } = await apiJson(
        'GET /api/search',
        `/api/search?in=example&limit=20&q=${encodeURIComponent(q)}`,
      )
      expect(lines.map((line) => JSON.parse(line))).toEqual(hits)
    },
  )

  it('on the details of a page', async () => {
    const { hits } = await apiJson('GET /api/search', '/api/search?in=example&limit=3&q=typhoon')
    expect(hits.length).toBeGreaterThan(0)
    for (const hit of hits) {
      const view = await apiJson(
        'GET /api/collections/:id/pages/:page',
        `/api/collections/example/pages/${hit.page}`,
      )
      const { page: line } = await cliJson('explain', collection(), hit.url)
      for (const key of SAME) expect([key, view[key]]).toEqual([key, line[key]])
      expect(view.warc).toMatchObject(line.warc)
      expect(view.path.at(-1)).toMatchObject({ url: line.url })
    }
  })

  it.each(['jsonl', 'csv', 'geojson', 'urls'])('on an export as %s', async (format) => {
    const written = await cli('export', collection(), '--format', format)
    expect(written.length).toBeGreaterThan(100)
    expect(await (await api(`/api/export?in=example&format=${format}`)).text()).toBe(written)
    const some = await cli('export', collection(), '--format', format, '--query', 'typhoon lang:en', '--all')
    const query = `in=example&format=${format}&verdict=all&copies=true&q=${encodeURIComponent('typhoon lang:en')}`
    expect(await (await api(`/api/export?${query}`)).text()).toBe(some)
  })

  it('on the summary of a collection', async () => {
    const expected = await cliJson('summary', collection(), '--sentences', '5')
    expect(expected.overview.length).toBeGreaterThan(0)
    expect(
      await apiJson('GET /api/collections/:id/summary', '/api/collections/example/summary?sentences=5'),
    ).toEqual(expected)
  })
})
