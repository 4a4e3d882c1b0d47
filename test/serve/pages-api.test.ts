import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { libraryRoutes, type pageView } from '../../src/api/library.ts'
import { createProgram } from '../../src/cli/program.ts'
import { openServeHarness, type ServeHarness } from './serve-harness.ts'

type PageView = z.output<typeof pageView>
type Route = keyof typeof libraryRoutes

let harness: ServeHarness
let scratch: string
let kept: { page: number; url: string; language: string; order: number }[]

beforeAll(async () => {
  harness = await openServeHarness()
  scratch = await mkdtemp(join(tmpdir(), 'eventide-pages-'))
  await cp(join(harness.folder, 'example'), join(harness.folder, 'again'), { recursive: true })
  kept = (await bytesOf('/api/export?in=example&format=jsonl'))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
})
afterAll(async () => {
  await harness?.close()
  await rm(scratch, { recursive: true, force: true })
})

async function get<T>(route: Route, path: string): Promise<T> {
  const answer = await fetch(`${harness.url}${path}`)
  expect(answer.status).toBe(200)
  const { reply } = libraryRoutes[route] as { reply: z.ZodType }
  return reply.parse(await answer.json()) as T
}

async function bytesOf(path: string): Promise<Buffer> {
  const answer = await fetch(`${harness.url}${path}`)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

async function cli(...args: string[]): Promise<{ out: string; err: string }> {
  const said = { out: '', err: '' }
  const program = createProgram({
    out: { write: (text) => (said.out += text) },
    err: { write: (text) => (said.err += text) },
  })
  await program.parseAsync(args, { from: 'user' })
  return said
}

const viewOf = (page: number) =>
  get<PageView>('GET /api/collections/:id/pages/:page', `/api/collections/example/pages/${page}`)

describe('the route of a page', () => {
  it('returns verdict, places in the text and archive location', async () => {
    const view = await viewOf(kept[0]!.page)
    expect(view).toMatchObject({
      collection: 'example',
      page: kept[0]!.page,
      relevant: true,
      threshold: 0.5,
      archived: true,
    })
    expect(view.evidence.topic?.because.length).toBeGreaterThan(0)
    expect(view.relevance).toBeGreaterThanOrEqual(view.threshold)
    expect(view.placeMarks.length).toBeGreaterThan(0)
    const named = new Set(view.places.map(({ id }) => id))
    for (const { start, end, id } of view.placeMarks) {
      expect(view.text.slice(start, end).trim()).not.toBe('')
      expect(named).toContain(id)
    }
    expect(view.replayUrl).toMatch(new RegExp(`^${harness.replayUrl}/`))
    expect(view.permalink).toBe(`/c/example/pages/${view.page}`)
    for (const form of Object.values(view.citation)) expect(form).toContain(view.warc?.payloadDigest)
  })

  it('returns the path from the seed', async () => {
    const lines = (await bytesOf('/api/export?in=example&format=jsonl&verdict=all'))
      .toString()
      .trim()
      .split('\n')
    const deepest = lines.map((line) => JSON.parse(line)).sort((a, b) => b.depth - a.depth)[0]!
    const { path, depth } = await viewOf(deepest.page)
    expect(path).toHaveLength(depth + 1)
    expect(path[0]).toMatchObject({ anchor: '', relevant: expect.anything() })
    expect(path.at(-1)).toMatchObject({ page: deepest.page, url: deepest.url })
    for (const step of path.slice(1)) expect(Object.keys(step.evidence).length).toBeGreaterThan(0)
  })

  it('marks places in Chinese text', async () => {
    const chinese = kept.find(({ language }) => language === 'zh')!
    const { text, placeMarks } = await viewOf(chinese.page)
    expect(placeMarks.map(({ start, end }) => text.slice(start, end)).join()).toMatch(/\p{Script=Han}/u)
  })

  it('answers 404 for an unknown page', async () => {
    const answer = await fetch(`${harness.url}/api/collections/example/pages/99999999`)
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'no-page' }])
  })
})

describe('the routes of sources and graph', () => {
  it('add up to the collection', async () => {
    const { sources } = await get<{ sources: Record<string, number>[] }>(
      'GET /api/collections/:id/sources',
      '/api/collections/example/sources',
    )
    const sum = (name: string) => sources.reduce((total, source) => total + (source[name] ?? 0), 0)
    const card = (await (await fetch(`${harness.url}/api/collections/example`)).json()) as Record<
      string,
      number
    >
    expect([sum('fetched'), sum('kept'), sum('copies'), sum('queued')]).toEqual([
      card.fetched,
      card.kept,
      card.copies,
      card.queued,
    ])
    for (const { fetched, kept: good, copies, importance } of sources as Required<Record<string, number>>[]) {
      expect(importance).toBeCloseTo((good! + copies! + 1) / (fetched! + 2))
    }
    expect(sources.map((source) => source.kept)).toEqual(
      sources.map((source) => source.kept).sort((a, b) => b! - a!),
    )
  })

  it.each(['sources', 'pages'])('return a graph of %s whose edges connect existing nodes', async (of) => {
    const path = `/api/collections/example/graph?of=${of}&limit=40`
    type Graph = { nodes: { id: string; kept: number }[]; edges: { from: string; to: string }[] }
    const graph = await get<Graph>('GET /api/collections/:id/graph', path)
    const ids = new Set(graph.nodes.map(({ id }) => id))
    expect(ids.size).toBeGreaterThan(5)
    expect(ids.size).toBeLessThanOrEqual(40)
    expect(graph.edges.length).toBeGreaterThan(3)
    for (const { from, to } of graph.edges) expect(ids.has(from) && ids.has(to)).toBe(true)
    expect(await get<Graph>('GET /api/collections/:id/graph', path)).toEqual(graph)
  })
})

describe('the route of the summary', () => {
  it('returns what the command prints, citing pages of the collection', async () => {
    type Summary = { overview: { text: string; cites: { page: number }[] }[]; days: { day: string }[] }
    const summary = await get<Summary>(
      'GET /api/collections/:id/summary',
      '/api/collections/example/summary?sentences=5',
    )
    expect(summary.overview).toHaveLength(5)
    expect(summary.days.map(({ day }) => day)).toEqual(summary.days.map(({ day }) => day).sort())
    const told = await cli('summary', join(harness.folder, 'example'), '--sentences', '5', '--json')
    expect(JSON.parse(told.out)).toEqual(summary)
    const { text, cites } = summary.overview[0]!
    expect((await viewOf(cites[0]!.page)).text).toContain(text)
    expect((await cli('summary', join(harness.folder, 'example'))).out).toContain(text)
  })
})

describe('the route of compare', () => {
  it('finds that a copy shares everything', async () => {
    type Compared = { collections: { id: string; kept: number }[]; shared: Record<string, unknown>[] }
    const { collections, shared } = await get<Compared>('GET /api/compare', '/api/compare?in=example,again')
    expect(collections.map(({ id }) => id)).toEqual(['example', 'again'])
    expect({ ...collections[0], id: '' }).toEqual({ ...collections[1], id: '' })
    expect(shared).toMatchObject([{ a: 'example', b: 'again', pages: collections[0]!.kept }])
  })

  it('refuses an unknown collection', async () => {
    expect((await fetch(`${harness.url}/api/compare?in=example,nothing`)).status).toBe(404)
  })
})

describe('the route of export', () => {
  const QUESTIONS = [
    ['', []],
    ['&q=surge%20lang:en', ['--query', 'surge lang:en']],
    ['&verdict=all&copies=true', ['--all']],
    ['&copies=true', ['--copies']],
  ] as const

  it.each(['jsonl', 'csv', 'geojson', 'urls', 'parquet', 'warc'])(
    'sends the same %s bytes as the command writes',
    async (format) => {
      for (const [searchQuery, options] of QUESTIONS) {
        const file = join(scratch, `out.${format}`)
        await cli(
          'export',
          join(harness.folder, 'example'),
          '--format',
          format,
          '-o',
          file,
          '--force',
          ...options,
        )
        const sent = await bytesOf(`/api/export?in=example&format=${format}${searchQuery}`)
        expect(sent.length).toBeGreaterThan(100)
        expect(sent.equals(await readFile(file))).toBe(true)
      }
    },
  )

  it('sends Parquet with the rows of the JSON lines and the text', async () => {
    const bytes = await bytesOf('/api/export?in=example&format=parquet')
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
    const rows = await parquetReadObjects({ file })
    expect(rows).toHaveLength(kept.length)
    for (const [i, row] of rows.entries()) {
      const line = kept[i] as unknown as Record<string, unknown>
      const { published, fetchedAt, warcFile, warcOffset, warcLength, page, text, ...same } = row
      expect(same).toEqual(Object.fromEntries(Object.keys(same).map((name) => [name, line[name]])))
      expect([published?.toISOString().slice(0, 10) ?? null, fetchedAt.toISOString()]).toEqual([
        line.published,
        line.fetchedAt,
      ])
      expect({ file: warcFile, offset: Number(warcOffset), length: Number(warcLength) }).toEqual(line.warc)
      expect(Number(page)).toBe(line.page)
      expect(text.length).toBeGreaterThan(0)
    }
  })

  it('sends GeoJSON with a point for each place of each page', async () => {
    const { type, features } = JSON.parse((await bytesOf('/api/export?in=example&format=geojson')).toString())
    expect(type).toBe('FeatureCollection')
    const [feature] = features
    expect(feature).toMatchObject({
      type: 'Feature',
      geometry: { type: 'Point' },
      properties: { collection: 'example' },
    })
    expect(new Set(features.map(({ id }: { id: string }) => id)).size).toBe(features.length)
    expect(
      new Set(features.map(({ properties }: { properties: { page: number } }) => properties.page)).size,
    ).toBe(kept.length)
  })

  it('packs the results of a query as WACZ, with safe file names', async () => {
    const answer = await fetch(`${harness.url}/api/export?in=example&format=wacz&q=surge%20lang:en`)
    expect(answer.headers.get('content-disposition')).toContain('filename="example-selection.wacz"')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.toString('latin1', 0, 2)).toBe('PK')
    expect(bytes.includes('archive/example.warc.gz')).toBe(true)
    const all = await fetch(`${harness.url}/api/export?in=example&format=wacz`)
    expect(all.headers.get('content-disposition')).toContain('filename="example.wacz"')
    expect((await all.arrayBuffer()).byteLength).toBeGreaterThan(bytes.length)
  })

  it('names the collection of each page when several are exported', async () => {
    const lines = (await bytesOf('/api/export?format=jsonl')).toString().trim().split('\n')
    const from = lines.map((line) => JSON.parse(line).collection)
    expect(from).toEqual([...kept.map(() => 'again'), ...kept.map(() => 'example')])
  })

  it('refuses an unknown format', async () => {
    expect((await fetch(`${harness.url}/api/export?in=example&format=xml`)).status).toBe(400)
  })
})
