import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { crawl, createExampleWeb, type LogTarget } from '../../src/index.ts'

let folder: string
let web: Awaited<ReturnType<typeof createExampleWeb>>
beforeAll(async () => {
  web = await createExampleWeb({ pages: 300 })
  folder = await mkdtemp(join(tmpdir(), 'eventide-log-file-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (log: LogTarget) =>
  crawl({
    collection: join(folder, 'storm'),
    event: { yaml: web.event },
    seeds: web.seeds,
    fetcher: web.fetcher,
    options: { pages: 4, delay: 0, readingWorkers: 0, render: 'never', concurrency: 1 },
    log,
  })

it('a crawl of the library API writes what happens to a log file', async () => {
  const file = join(folder, 'new', 'crawl.jsonl')
  await run({ file })
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(entries[0]).toMatchObject({ event: 'crawl-started', collection: 'storm', level: 'info' })
  expect(entries.at(-1)).toMatchObject({ event: 'crawl-ended', collection: 'storm' })
  expect(entries.filter(({ event }) => event === 'page')).toHaveLength(4)
  expect(entries.find(({ event }) => event === 'page')).toMatchObject({
    url: expect.any(String),
    kept: expect.any(Boolean),
  })
  expect((await stat(file)).mode & 0o077).toBe(0)
})

it.each([
  ['a folder', { file: '.' }],
  ['an unknown format', { file: 'x', format: 'xml' as 'json' }],
  ['a size of nothing', { file: 'x', maxSize: 0 }],
  ['half a file', { file: 'x', maxFiles: 0.5 }],
])('refuses %s before anything is crawled', async (_, { file, ...rest }) => {
  await expect(run({ file: join(folder, file), ...rest })).rejects.toMatchObject({ code: 'log-file' })
  await expect(stat(join(folder, 'x'))).rejects.toMatchObject({ code: 'ENOENT' })
})
