import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { chunked, collect, sampleExchange, steadyOptions, temporaryFolder } from './fixtures.ts'
import { parseResponse } from './http-block.ts'
import { exchangeRecords, warcinfoRecord } from './record.ts'
import { type ReadEvent, type ReadOptions, readRecordAt, readWarc } from './warc-reader.ts'
import type { WarcRecord } from './warc-record.ts'

const sources = steadyOptions() as Required<ReturnType<typeof steadyOptions>>
/** warcinfo, request, response; uncompressed. */
let plain: Buffer[] = []

beforeAll(async () => {
  const { companions, capture } = await exchangeRecords(sampleExchange(), sources)
  plain = [await warcinfoRecord(sources, 'x.warc.gz', sources), ...companions, capture]
})

const members = () => plain.map((record) => gzipSync(record))
const read = (bytes: Buffer, options: ReadOptions = {}, size = 1000) =>
  collect(readWarc(chunked(bytes, size), { format: 'gzip', ...options }))
const records = (events: readonly ReadEvent[]) =>
  events.flatMap((event): WarcRecord[] => (event.kind === 'record' ? [event.record] : []))
const problems = (events: readonly ReadEvent[]) =>
  events.flatMap((event) => (event.kind === 'problem' ? [event.problem] : []))
const codes = (events: readonly ReadEvent[]) => problems(events).map((problem) => problem.code)

describe('reading', () => {
  it('gives the location of every record, however the bytes arrive', async () => {
    for (const [bytes, lengths] of [
      [Buffer.concat(members()), members().map((member) => member.length)],
      [Buffer.concat(plain), plain.map((record) => record.length)],
    ] as const) {
      const whole = await read(bytes)
      expect(records(whole).map((record) => record.length)).toEqual(lengths)
      expect(records(whole).map((record) => record.type)).toEqual(['warcinfo', 'request', 'response'])
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: bytes.length }), async (size) => {
          expect(await read(bytes, {}, size)).toEqual(whole)
        }),
        { numRuns: 25 },
      )
    }
  })

  it('reads the other members and reports the tail when the last is cut at any byte', async () => {
    const [first, second, last] = members() as [Buffer, Buffer, Buffer]
    const start = first.length + second.length
    for (let cut = 1; cut < last.length; cut += 1) {
      const events = await read(Buffer.concat([first, second, last.subarray(0, cut)]))
      expect(records(events)).toHaveLength(2)
      expect(problems(events)).toMatchObject([{ code: 'gzip-truncated', offset: start, skipped: cut }])
    }
  })

  it('never gives a changed record when any byte of the last member is flipped', async () => {
    const [first, second, last] = members() as [Buffer, Buffer, Buffer]
    let unharmed = 0
    for (let at = 0; at < last.length; at += 1) {
      const damaged = Buffer.from(last)
      damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at)
      const events = await read(Buffer.concat([first, second, damaged]))
      const [, , third, ...more] = records(events)
      expect(records(events).length).toBeGreaterThanOrEqual(2)
      expect(more).toEqual([])
      if (third) {
        expect(third.block.equals(plain[2]?.subarray(-4 - third.block.length, -4) ?? Buffer.alloc(0))).toBe(
          true,
        )
        expect(codes(events)).toEqual([])
        unharmed += 1
      } else expect(codes(events)).toHaveLength(1)
    }
    // Time stamp, compression hint and system of the gzip header: nothing depends on them.
    expect(unharmed).toBe(6)
  })

  it('resumes at the next member after damage, zeros or garbage', async () => {
    const [first, second, last] = members() as [Buffer, Buffer, Buffer]
    const damaged = Buffer.from(second)
    damaged.fill(0, 20, 60)
    const junk = Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 0x1f, 0x8b, 8])
    for (const middle of [damaged, Buffer.alloc(5000), junk, second.subarray(0, 100)]) {
      const events = await read(Buffer.concat([first, middle, last]))
      expect(records(events).map((record) => record.type)).toEqual(['warcinfo', 'response'])
      expect(problems(events)).toMatchObject([{ offset: first.length, skipped: middle.length }])
    }
  })

  it('resumes at the next record of an uncompressed file', async () => {
    const [first, second, last] = plain as [Buffer, Buffer, Buffer]
    const tooShort = Buffer.from(
      second.toString('latin1').replace(/Content-Length: (\d+)/, 'Content-Length: 5'),
      'latin1',
    )
    const tooLong = Buffer.from(
      second.toString('latin1').replace(/Content-Length: (\d+)/, 'Content-Length: 9999'),
      'latin1',
    )
    const none = Buffer.from(
      second.toString('latin1').replace(/Content-Length: (\d+)/, 'Content-Length: -1'),
      'latin1',
    )
    expect(codes(await read(Buffer.concat([first, tooShort, last])))).toEqual(['record-framing'])
    const unclosed = await read(Buffer.concat([first, second.subarray(0, -4), last]))
    expect(unclosed.map((event) => event.kind)).toEqual(['record', 'record', 'problem', 'record'])
    for (const [middle, code] of [
      [tooLong, 'record-truncated'],
      [none, 'record-malformed'],
      [Buffer.from('what is this\n'), 'record-malformed'],
    ] as const) {
      const events = await read(Buffer.concat([first, middle, last]))
      expect(codes(events)).toEqual([code])
      expect(records(events).map((record) => record.type)).toEqual(['warcinfo', 'response'])
    }
  })

  it('reads the complete records of an uncompressed file that is cut anywhere', async () => {
    const bytes = Buffer.concat(plain)
    const ends = [plain[0]?.length ?? 0, (plain[0]?.length ?? 0) + (plain[1]?.length ?? 0)]
    for (let cut = 1; cut < bytes.length; cut += 7) {
      const events = await read(bytes.subarray(0, cut))
      // The two line ends after a block may be what is missing.
      const whole = ends.filter((end) => end - 4 <= cut).length + (bytes.length - 4 <= cut ? 1 : 0)
      expect(records(events)).toHaveLength(whole)
    }
  })

  it('skips a record that inflates beyond the limit, without inflating all of it', async () => {
    const [first, , last] = members() as [Buffer, Buffer, Buffer]
    const head = 'WARC/1.1\r\nWARC-Type: resource\r\nContent-Length: 300000000\r\n\r\n'
    const bomb = gzipSync(Buffer.concat([Buffer.from(head), Buffer.alloc(30_000_000)]))
    const before = process.memoryUsage().arrayBuffers
    const events = await read(Buffer.concat([first, bomb, last]), { maxRecordBytes: 1_000_000 })
    expect(codes(events)).toEqual(['record-too-large'])
    expect(records(events).map((record) => record.type)).toEqual(['warcinfo', 'response'])
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
  })

  it('gives up on a file made of broken members', async () => {
    const bad = gzipSync('WARC/1.1\r\nContent-Length: 0\r\n\r\n\r\n\r\n')
    bad.writeUInt32LE(0, bad.length - 8)
    const events = await read(Buffer.concat(Array.from({ length: 2000 }, () => bad)))
    expect(events).toHaveLength(257)
    expect(problems(events).at(-1)?.what).toContain('too many')
  })

  it('reads files compressed as a whole or in blocks of another size', async () => {
    const all = Buffer.concat(plain)
    const one = await read(gzipSync(all))
    expect(records(one)).toHaveLength(3)
    expect(codes(one)).toEqual(['not-per-record'])
    const large = await read(gzipSync(all), { maxRecordBytes: 1200 })
    expect(records(large).map((record) => [record.type, record.length])).toEqual([
      ['warcinfo', 0],
      ['request', 0],
      ['response', 0],
    ])
    const blocks = [0, 1, 2, 3, 4, 5].map((at) => gzipSync(all.subarray(at * 400, (at + 1) * 400)))
    const joined = await read(Buffer.concat(blocks))
    expect(records(joined)).toHaveLength(3)
    const broken = await read(Buffer.concat([...blocks.slice(0, 3), Buffer.from('no')]))
    expect(records(broken).length).toBeLessThan(3)
    expect(codes(broken)).toContain('not-per-record')
  })

  it('accepts bare line feeds, folded lines and bracketed URLs', async () => {
    const text =
      'WARC/1.0\nwarc-type: Response\nWARC-Target-URI: <http://x.example/\n a>\ncontent-length: 2\n\nhi\r\n\r\n'
    const [record] = records(await read(Buffer.from(text)))
    expect(record).toMatchObject({ version: '1.0', type: 'response', url: 'http://x.example/ a' })
    expect(record?.block.toString()).toBe('hi')
  })

  it('survives any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom('gzip', 'plain'),
        async (bytes, format) => {
          const head = format === 'gzip' ? [0x1f, 0x8b, 8, bytes[0] ?? 0] : [...Buffer.from('WARC/1.1\r\n')]
          for (const input of [Buffer.from(bytes), Buffer.from([...head, ...bytes])]) {
            const events = await read(input, { format: format as 'gzip' | 'plain' }, 37)
            for (const { offset, skipped } of problems(events))
              expect(offset + skipped).toBeLessThanOrEqual(input.length)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('readRecordAt', () => {
  it('reads a record at its exact location only', async () => {
    const path = join(await temporaryFolder(), 'x.warc.gz')
    const [first, second, last] = members() as [Buffer, Buffer, Buffer]
    await writeFile(path, Buffer.concat([first, second, last]))
    const found = await readRecordAt(path, first.length, second.length)
    expect(records([found]).map((record) => record.type)).toEqual(['request'])
    for (const [offset, length] of [
      [first.length + 1, second.length],
      [first.length, second.length - 1],
      [first.length, second.length + last.length],
      [1e9, 10],
      [-1, 10],
      [0, 0],
      [0, 1e12],
      [Number.NaN, 10],
    ] as const) {
      expect((await readRecordAt(path, offset, length)).kind).toBe('problem')
    }
  })
})

describe('parseResponse', () => {
  const parse = (text: string) => parseResponse(Buffer.from(text, 'latin1'))

  it('removes chunking that is announced and present', () => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
    expect(parse(`${head}4;x=y\r\nstor\r\n1\r\nm\r\n0\r\n\r\n`)?.body.toString()).toBe('storm')
    expect(parse(`${head}4\r\nst`)?.body.toString()).toBe('st')
    expect(parse(`${head}not chunked`)?.body.toString()).toBe('not chunked')
    expect(parse(`HTTP/1.1 200 OK\r\n\r\n4\r\nstor\r\n`)?.body.toString()).toBe('4\r\nstor\r\n')
  })

  it('is null when the block is not an HTTP response', () => {
    for (const text of [
      '',
      'HTTP/1.1 200 OK',
      'GET / HTTP/1.1\r\n\r\n',
      'HTTP/1.1 20 OK\r\n\r\n',
      '\r\n\r\n',
    ]) {
      expect(parse(text)).toBeNull()
    }
    expect(parse('HTTP/1.0 404\nA: b\n\nx')).toMatchObject({
      status: 404,
      statusText: '',
      headers: [['A', 'b']],
    })
  })
})
