import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openForCrawl } from '../collection.ts'
import { eventContext } from '../event-context.ts'
import { pageOutcome, storePage } from '../store/conformance/bed.ts'
import { createProgram } from './program.ts'

const story = (from: number) => Array.from({ length: 200 }, (_, i) => `word${from + i}`).join(' ')

let folder: string
const inFolder = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-export-'))
  const eventFile = inFolder('event.yaml')
  await writeFile(eventFile, 'name: Storm\nwhat: [storm]\n')
  const into = { eventFile, seeds: ['http://seed.example/'], delayMs: 0 }
  const { store } = await openForCrawl(inFolder('made'), into, eventContext)
  await storePage(store, 'a', pageOutcome({ title: 'Storm', text: story(0) }))
  await storePage(store, 'b', pageOutcome({ title: 'Storm', text: story(0) }))
  await storePage(store, 'c', pageOutcome({ title: 'Flood', text: story(5_000) }))
  await storePage(store, 'd', pageOutcome({ title: 'Sport', text: story(9_000) }, { relevant: false }))
  await store.close()
})
afterAll(() => rm(folder, { recursive: true }))

async function run(...args: string[]): Promise<{ out: string; err: string }> {
  const out: string[] = []
  const err: string[] = []
  const terminal = {
    out: { write: (text: string) => out.push(text) },
    err: { write: (text: string) => err.push(text) },
  }
  await createProgram(terminal).parseAsync(['node', 'eventide', 'export', inFolder('made'), ...args])
  return { out: out.join(''), err: err.join('') }
}

const hostsIn = (urls: string) => [...urls.matchAll(/https:\/\/(\w)\.example/g)].map((match) => match[1])
const urls = async (...args: string[]) => hostsIn((await run('--format', 'urls', ...args)).out)

describe('eventide export', () => {
  it('writes each story once, as the browser counts them, and reports how many copies it left out', async () => {
    const { out, err } = await run('--format', 'urls')
    expect(hostsIn(out)).toEqual(['a', 'c'])
    expect(err).toBe('1 copy of these pages left out: --copies includes copies\n')
    expect(await urls('--query', 'word7')).toEqual(['a'])
    const counted = await run('--format', 'urls', '--json')
    expect(JSON.parse(counted.err)).toEqual({ format: 'urls', pages: 2, copiesLeftOut: 1, output: null })
  })

  it('includes copies on request, also those of the pages that answer a query', async () => {
    expect(await urls('--copies')).toEqual(['a', 'b', 'c'])
    expect(await urls('--copies', '--query', 'word7')).toEqual(['a', 'b'])
    expect((await run('--format', 'urls', '--copies')).err).toBe('')
  })

  it('writes every fetched page with --all', async () => {
    expect(await urls('--all')).toEqual(['a', 'b', 'c', 'd'])
    expect(await urls('--all', '--query', 'sport')).toEqual(['d'])
  })

  it('adds the extracted text to JSON lines on request', async () => {
    const [line] = (await run('--text')).out.split('\n')
    expect(JSON.parse(line!)).toMatchObject({ url: 'https://a.example/', text: story(0) })
    expect((await run()).out).not.toContain('word7')
  })

  it('reports what a format wrote, whatever the format', async () => {
    const file = inFolder('out.warc.gz')
    const { err } = await run('--format', 'warc', '-o', file)
    expect(err).toContain(`0 captures of 2 pages written to ${file}\n`)
    expect(err).toContain('2 pages have no archived copy\n')
    expect((await readFile(file)).length).toBeGreaterThan(0)
    await expect(run('--format', 'parquet')).rejects.toMatchObject({ code: 'no-output' })
  })
})
