import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WARCParser } from 'warcio'
import type { ExpectedCapture } from '../../src/archive/expected-captures.ts'
import { MEMBER_HEADER } from '../../src/archive/gzip-member.ts'
import { repairFile } from '../../src/archive/repair-file.ts'
import { verifyArchive } from '../../src/archive/verify.ts'
import { readWarcFile } from '../../src/archive/warc-reader.ts'
import { openArchive } from '../../src/archive/warc-writer.ts'
import { expectedCaptures } from '../../src/crawl/recovery/expected-captures.ts'
import { recoverCollection } from '../../src/crawl/recovery/recover-collection.ts'
import type { Exchange } from '../../src/model/exchange.ts'
import {
  CAPTURED,
  crawlSmall,
  listOf,
  openSmall,
  type SmallCollection,
  unsynced,
} from './small-collection.ts'

const exchange = (page: number): Exchange => ({
  url: `http://a.example/${page}`,
  method: 'GET',
  requestHeaders: [['Host', 'a.example']],
  status: 200,
  statusText: 'OK',
  responseHeaders: [['Content-Type', 'text/html']],
  body: Buffer.from(`<p>page ${page}</p>`),
  truncated: null,
  ip: null,
  startedAt: new Date('2026-03-01T12:00:00Z'),
})

async function* stream<T>(items: readonly T[]) {
  yield* items
}

describe('4.13 WARC truncation and corruption: the last record', () => {
  let dir: string
  let file = ''
  let whole: Buffer
  let rows: ExpectedCapture[] = []
  let last = 0

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'eventide-damage-'))
    const archive = await openArchive(dir, { software: 'Eventide/test', files: unsynced })
    rows = []
    for (const page of [1, 2, 3]) {
      const { url } = exchange(page)
      rows.push({ ...(await archive.append(exchange(page))), url })
    }
    await archive.close()
    file = rows[2]?.location.file ?? ''
    last = rows[2]?.location.offset ?? 0
    whole = await readFile(join(dir, file))
  })
  afterAll(() => rm(dir, { recursive: true, force: true }))

  const problems = (expected: readonly ExpectedCapture[]) => listOf(verifyArchive(dir, stream(expected)))
  const records = async () =>
    (await listOf(readWarcFile(join(dir, file)))).map((event) =>
      event.kind === 'record' ? `${event.record.type} ${event.record.url}` : event.problem.code,
    )
  const EARLIER = [
    'warcinfo ',
    ...[1, 2].flatMap((page) => [`request http://a.example/${page}`, `response http://a.example/${page}`]),
    'request http://a.example/3',
  ]

  /** `verify` finds the damage; `recover` keeps all earlier records byte for byte. */
  async function expectMended(bytes: Buffer, falseRecords = new Set<number>()): Promise<void> {
    await writeFile(join(dir, file), bytes)
    expect(await problems(rows)).not.toEqual([])
    const repaired = await repairFile(dir, file, { files: unsynced, falseRecords })
    const after = await readFile(join(dir, file))
    expect(after.subarray(0, last).equals(whole.subarray(0, last))).toBe(true)
    for (const { keptAs, offset, bytes: count } of repaired) {
      const kept = await readFile(join(dir, keptAs ?? ''))
      expect(kept.equals(bytes.subarray(offset, offset + count))).toBe(true)
      await rm(join(dir, keptAs ?? ''))
    }
    const left = (await problems(rows.slice(0, 2))).map(({ code }) => code)
    const isWhole = after
      .subarray(last + MEMBER_HEADER.length)
      .equals(whole.subarray(last + MEMBER_HEADER.length))
    // The request of a lost response has no counterpart; a changed header loses nothing.
    expect(left).toEqual(isWhole ? ['gzip-header', 'unclaimed'] : ['missing-partner'])
  }

  it('truncated at every byte', async () => {
    for (let length = last; length < whole.length; length += 1) await expectMended(whole.subarray(0, length))
  })

  it('with one bit of every byte flipped', async () => {
    // Only the low bits of the last byte before checksum and length are used.
    const partlyUsed = whole.length - 9
    for (let at = last; at < whole.length; at += 1) {
      const bytes = Buffer.from(whole)
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (at === partlyUsed ? 0 : at % 8)), at)
      await expectMended(bytes)
    }
  })

  it('with a tail of zeros, appended or instead of the record', async () => {
    const zeros = Buffer.alloc(4096)
    await expectMended(Buffer.concat([whole.subarray(0, last), zeros]))
    expect(await records()).toEqual(EARLIER)
    await expectMended(Buffer.concat([whole.subarray(0, last + 40), zeros]))
    await writeFile(join(dir, file), Buffer.concat([whole, zeros]))
    expect((await problems(rows)).map(({ code }) => code)).toEqual(['gzip-corrupt'])
    expect(await repairFile(dir, file, { files: unsynced })).toMatchObject([{ done: 'cut', bytes: 4096 }])
    expect((await readFile(join(dir, file))).equals(whole)).toBe(true)
  })

  it('with a Content-Length that is off by one', async () => {
    const record = gunzipSync(whole.subarray(last)).toString('latin1')
    const [, stated = ''] = /\r\nContent-Length: (\d+)\r\n\r\nHTTP/.exec(record) ?? []
    for (const wrong of [-1, 1]) {
      const lying = record.replace(
        `\r\nContent-Length: ${stated}\r\n\r\nHTTP`,
        `\r\nContent-Length: ${Number(stated) + wrong}\r\n\r\nHTTP`,
      )
      const member = gzipSync(Buffer.from(lying, 'latin1'))
      MEMBER_HEADER.copy(member)
      await expectMended(Buffer.concat([whole.subarray(0, last), member]), new Set([last]))
    }
  })

  it('with the id of an earlier record', async () => {
    await writeFile(join(dir, file), Buffer.concat([whole, whole.subarray(last)]))
    expect((await problems(rows)).map(({ code }) => code).sort()).toEqual(['duplicate-id', 'unclaimed'])
  })
})

describe('4.13 a damaged collection', () => {
  let folder: string
  let collection: SmallCollection

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eventide-recover-'))
    collection = await openSmall(folder)
    await crawlSmall(collection)
  })
  afterEach(async () => {
    await collection.store.close()
    await rm(folder, { recursive: true, force: true })
  })

  const captures = () => listOf(collection.store.captures())
  const verify = async () => {
    const found = await listOf(verifyArchive(collection.archiveDir, expectedCaptures(collection.store)))
    return found.filter(({ level }) => level === 'error')
  }
  const pages = async () =>
    (await listOf(collection.store.pages({ all: true }))).map(({ order, url }) => `${order} ${url}`)

  /** Recovers, checks with an independent reader, resumes the crawl, and expects everything to be restored. */
  async function expectRecovered(requeued: number): Promise<void> {
    const order = await pages()
    expect(await verify()).not.toEqual([])
    const done = await recoverCollection(collection)
    expect(done.requeued).toBe(requeued)
    expect(await verify()).toEqual([])
    expect(await collection.store.check()).toEqual([])
    expect(await recoverCollection(collection)).toEqual({
      crashed: [],
      mended: [],
      forgotten: 0,
      requeued: 0,
    })
    for (const name of await readdir(collection.archiveDir)) {
      if (!name.endsWith('.warc.gz')) continue
      const bytes = await readFile(join(collection.archiveDir, name))
      for await (const record of new WARCParser([bytes] as never)) await record.readFully(false)
    }
    await crawlSmall(collection)
    expect((await captures()).map(({ url }) => url).sort()).toEqual(CAPTURED)
    expect(await pages()).toEqual(order)
    expect(await verify()).toEqual([])
    expect(await collection.store.check()).toEqual([])
  }

  const place = async (path: string) => {
    const found = (await captures()).find(({ url }) => url === `http://a.example${path}`)
    if (!found) throw new Error(`${path} was not captured`)
    return found.warc
  }

  it('replaces a damaged record in the middle of a file by a note, and fetches the page again', async () => {
    const { file, offset } = await place('/two')
    const path = join(collection.archiveDir, file)
    const bytes = await readFile(path)
    bytes.fill(0, offset + 20, offset + 90)
    await writeFile(path, bytes)
    await expectRecovered(1)
    expect((await readdir(collection.archiveDir)).filter((name) => name.includes('.cut-'))).toHaveLength(1)
  })

  it('fetches a revisit again with the record it refers to', async () => {
    const revisit = (await captures()).find(({ refersTo }) => refersTo !== undefined)
    const original = (await captures()).find(({ recordId }) => recordId === revisit?.refersTo)
    const { file, offset, length } = original?.warc ?? { file: '', offset: 0, length: 0 }
    const path = join(collection.archiveDir, file)
    const bytes = await readFile(path)
    bytes.fill(0xff, offset, offset + length)
    await writeFile(path, bytes)
    await expectRecovered(2)
  })

  it('fetches all pages, redirects, errors and robots.txt files of a lost file again', async () => {
    for (const name of await readdir(collection.archiveDir)) await rm(join(collection.archiveDir, name))
    await expectRecovered(CAPTURED.length - 1)
  })

  it('repairs a file that lost its end', async () => {
    const { file, offset } = await place('/')
    const path = join(collection.archiveDir, file)
    await writeFile(path, (await readFile(path)).subarray(0, offset + 30))
    await expectRecovered(CAPTURED.length - 1)
  })
})
