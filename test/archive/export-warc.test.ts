import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyArchive } from '../../src/archive/verify.ts'
import { readWarcFile } from '../../src/archive/warc-reader.ts'
import type { ExportedCollection, ExportSelection } from '../../src/library/export/selection.ts'
import { packWacz, waczPieces } from '../../src/library/export/wacz.ts'
import { emptyCopy, warc } from '../../src/library/export/warc.ts'
import { crawlSmall, listOf, openSmall, type SmallCollection } from './small-collection.ts'

let folder: string
let small: SmallCollection
let collection: ExportedCollection

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-export-'))
  small = await openSmall(join(folder, 'storm'))
  await crawlSmall(small)
  const event = {
    name: 'Storm',
    what: [],
    where: [],
    when: { interest: [] },
    who: [],
    languages: [],
    seeds: [],
  }
  collection = { id: 'storm', event, ...small }
})
afterAll(async () => {
  await small?.store.close()
  await rm(folder, { recursive: true, force: true })
})

/** The pages with these paths. */
function pagesAt(...paths: string[]): ExportSelection {
  async function* pages() {
    for await (const page of collection.store.pages({ all: true }))
      if (paths.includes(new URL(page.url).pathname)) yield { page, collection }
  }
  const copiesLeftOut = async () => 0
  return { collections: [collection], pages, whole: false, copies: true, copiesLeftOut, asked: paths.join() }
}

async function written(name: string, selection: ExportSelection, copy = emptyCopy()) {
  const dir = join(folder, name)
  await mkdir(dir)
  const file = join(dir, 'part.warc.gz')
  await pipeline(Readable.from(warc(selection, copy), { objectMode: false }), createWriteStream(file))
  const records = (await listOf(readWarcFile(file))).map((event) => {
    if (event.kind === 'problem') throw new Error(event.problem.what)
    return event.record
  })
  return {
    dir,
    file,
    copy,
    lines: records.map(({ type, url }) => `${type} ${url.replace('http://a.example', '')}`),
    records,
  }
}

async function* nothing() {}

/** Responses unknown to the database are only noted; any other finding is an error. */
async function problemsIn(archiveDir: string) {
  const problems = await listOf(verifyArchive(archiveDir, nothing()))
  return problems.filter(({ level }) => level === 'error').map(({ code }) => code)
}

describe('an exported WARC file', () => {
  it('holds each page with its request and metadata, one gzip member per record', async () => {
    const { lines, copy, records, file } = await written('two', pagesAt('/two'))
    expect(lines).toEqual([
      'warcinfo ',
      'metadata urn:eventide:capture:http://a.example/two'.replace('http://a.example', ''),
      'request /two',
      'response /two',
    ])
    expect(copy).toEqual({ pages: 1, captures: 1, unarchived: 0, leftOut: [] })
    const bytes = await readFile(file)
    for (const { offset } of records) expect(bytes.readUInt16BE(offset)).toBe(0x1f8b)
  })

  it('is self-contained: includes the record of each revisit once', async () => {
    const { lines, dir } = await written('copy', pagesAt('/copy'))
    expect(lines.filter((record) => /^(response|revisit)/.test(record))).toEqual([
      'response /one',
      'revisit /copy',
    ])
    expect(await problemsIn(dir)).toEqual([])
    const both = await written('both', pagesAt('/copy', '/one'))
    expect(both.lines.filter((record) => record === 'response /one')).toHaveLength(1)
    expect(await problemsIn(both.dir)).toEqual([])
  })

  it('is reproducible, with another id for another query', async () => {
    const [a, b] = [await written('again-a', pagesAt('/two')), await written('again-b', pagesAt('/two'))]
    expect((await readFile(a.file)).equals(await readFile(b.file))).toBe(true)
    const other = await written('again-c', pagesAt('/one'))
    const number = ({ records }: typeof a) =>
      records[0]?.fields.find(([name]) => name === 'WARC-Record-ID')?.[1]
    expect(number(a)).not.toBe(number(other))
  })

  it('lists at its end what could not be copied', async () => {
    const { file, offset, length } = (await listOf(pagesAt('/two').pages()))[0]!.page.warc!
    const whole = await readFile(join(collection.archiveDir, file))
    const damaged = join(folder, 'damaged')
    await mkdir(damaged)
    await writeFile(join(damaged, file), whole.fill(0, offset + 20, offset + length))
    const selection = pagesAt('/two', '/one')
    async function* elsewhere() {
      for await (const { page } of selection.pages())
        yield { page, collection: { ...collection, archiveDir: damaged } }
    }
    const { lines, copy, records } = await written('left-out', { ...selection, pages: elsewhere })
    expect(copy.leftOut).toEqual([
      { url: 'http://a.example/two', reason: expect.stringContaining('no complete record') },
    ])
    expect(lines.at(-1)).toBe('metadata urn:eventide:left-out')
    expect(JSON.parse(records.at(-1)!.block.toString())).toEqual(copy.leftOut)
    expect(lines).toContain('response /one')
  })

  it('can be packed as WACZ with exactly these pages', async () => {
    const summary = await packWacz(createWriteStream(join(folder, 'part.wacz')), pagesAt('/copy', '/two'), {
      created: new Date('2026-01-02'),
    })
    expect(summary).toMatchObject({ pages: 2, extraPages: 0, files: 1, problems: 0, publicKey: null })
  })

  it('removes temporary files when the reader stops early', async () => {
    const scratch = join(folder, 'scratch')
    await mkdir(scratch)
    const bytes = waczPieces(pagesAt('/copy', '/two'), { created: new Date('2026-01-02'), scratch })
    await bytes.next()
    expect(await readdir(scratch)).toHaveLength(1)
    await bytes.return({ counts: {}, written: '', notes: [] })
    expect(await readdir(scratch)).toEqual([])
  })
})
