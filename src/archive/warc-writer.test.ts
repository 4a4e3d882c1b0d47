import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { headerValue } from '../http/headers.ts'
import type { Capture } from '../model/exchange.ts'
import { collect, sampleExchange, steadyOptions, temporaryFolder, watched } from './fixtures.ts'
import { parseResponse } from './http-block.ts'
import { readRecordAt, readWarcFile } from './warc-reader.ts'
import type { WarcRecord } from './warc-record.ts'
import { openArchive } from './warc-writer.ts'

async function recordsIn(path: string): Promise<WarcRecord[]> {
  return (await collect(readWarcFile(path))).map((event) => {
    if (event.kind === 'problem') throw new Error(JSON.stringify(event.problem))
    return event.record
  })
}

describe('a written archive', () => {
  it('stores compressed bodies as they are, and compresses others', async () => {
    const dir = await temporaryFolder()
    const archive = await openArchive(dir, steadyOptions())
    const text = Buffer.from('<p>The storm made landfall in the night.</p>'.repeat(1_000))
    const body = gzipSync(randomBytes(20_000))
    const responseHeaders = [['Content-Encoding', 'gzip']] as const
    const plain = await archive.append(sampleExchange({ body: text }))
    const coded = await archive.append(sampleExchange({ body, responseHeaders }))
    await archive.close()

    expect(plain.location.length).toBeLessThan(text.length / 10)
    const { file, offset, length } = coded.location
    expect((await readFile(join(dir, file))).subarray(offset, offset + length).includes(body)).toBe(true)
    const event = await readRecordAt(join(dir, file), offset, length)
    expect(event?.kind === 'record' && parseResponse(event.record.block)?.body.equals(body)).toBe(true)
  })

  it('starts each file with warcinfo, and pairs request and response', async () => {
    const dir = await temporaryFolder()
    const options = steadyOptions({
      event: 'Storm',
      operator: 'desk@library.example',
      userAgent: 'Eventide/0',
    })
    const archive = await openArchive(dir, options)
    const capture = await archive.append(sampleExchange())
    await archive.close()

    const [info, request, response, ...others] = await recordsIn(join(dir, capture.location.file))
    expect(others).toEqual([])
    expect(info?.type).toBe('warcinfo')
    expect(info?.block.toString().split('\r\n')).toEqual([
      'software: Eventide/0.1.0',
      'format: WARC File Format 1.1',
      'conformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
      'robots: obey',
      'isPartOf: Storm',
      'operator: desk@library.example',
      'http-header-user-agent: Eventide/0',
      '',
    ])
    const field = (record: WarcRecord | undefined, name: string) => headerValue(record?.fields ?? [], name)
    expect(field(info, 'WARC-Filename')).toBe(capture.location.file)
    expect(request?.type).toBe('request')
    expect(request?.block.toString()).toBe(
      'GET /storm?page=1 HTTP/1.1\r\nHost: news.example\r\nUser-Agent: Eventide/0 (+mailto:desk@library.example)\r\n\r\n',
    )
    expect(field(response, 'WARC-Record-ID')).toBe(`<${capture.recordId}>`)
    expect(field(response, 'WARC-Concurrent-To')).toBe(field(request, 'WARC-Record-ID'))
    expect(field(request, 'WARC-Concurrent-To')).toBe(field(response, 'WARC-Record-ID'))
    expect(field(response, 'WARC-Date')).toBe('2026-03-01T12:00:00.123Z')
    expect(field(response, 'WARC-IP-Address')).toBe('192.0.2.7')
    expect(field(response, 'WARC-Payload-Digest')).toBe(capture.payloadDigest)
    expect(field(response, 'WARC-Truncated')).toBeUndefined()
    expect({ offset: response?.offset, length: response?.length }).toEqual({
      offset: capture.location.offset,
      length: capture.location.length,
    })
  })

  it('names files by time, serial number and random id, and leaves no other files', async () => {
    const dir = await temporaryFolder()
    const archive = await openArchive(dir, steadyOptions())
    await archive.append(sampleExchange())
    expect((await readdir(dir)).sort()).toEqual([
      expect.stringMatching(/^EVENTIDE-20260301120000500-00000-[0-9a-f]{8}\.warc\.gz$/),
      expect.stringMatching(/\.warc\.gz\.open$/),
    ])
    await archive.close()
    expect(await readdir(dir)).toEqual([expect.stringMatching(/\.warc\.gz$/)])
  })

  it('creates no file before the first append', async () => {
    const dir = join(await temporaryFolder(), 'new', 'archive')
    await (await openArchive(dir, steadyOptions())).close()
    expect(await readdir(dir)).toEqual([])
  })

  it('gives the same bytes for the same exchanges, clock and randomness', async () => {
    const contents: Buffer[] = []
    for (let run = 0; run < 2; run += 1) {
      const dir = await temporaryFolder()
      const archive = await openArchive(dir, steadyOptions())
      await Promise.all(
        ['a', 'b', 'c'].map((page) => archive.append(sampleExchange({ url: `https://x.example/${page}` }))),
      )
      await archive.close()
      const [name = ''] = await readdir(dir)
      contents.push(await readFile(join(dir, name)))
    }
    expect(contents[0]?.equals(contents[1] ?? Buffer.alloc(0))).toBe(true)
  })

  it('starts a new file before one grows too large, and never splits an exchange', async () => {
    const dir = await temporaryFolder()
    const maxFileBytes = 4000
    const archive = await openArchive(dir, steadyOptions({ maxFileBytes }))
    const captures = await Promise.all(
      Array.from({ length: 12 }, (_, page) =>
        archive.append(sampleExchange({ url: `https://x.example/${page}` })),
      ),
    )
    const huge = await archive.append(sampleExchange({ url: 'https://x.example/huge', body: noise(9000) }))
    await archive.close()
    const files = (await readdir(dir)).sort()
    expect(files.length).toBeGreaterThan(3)
    const serials = files.map((name) => name.split('-')[2])
    expect(serials).toEqual(files.map((_, serial) => String(serial).padStart(5, '0')))
    for (const file of files) {
      const content = await readFile(join(dir, file))
      if (file !== huge.location.file) expect(content.length).toBeLessThanOrEqual(maxFileBytes)
      const types = (await recordsIn(join(dir, file))).map((record) => record.type)
      expect(types.slice(1)).toEqual(types.slice(1).map((_, at) => (at % 2 === 0 ? 'request' : 'response')))
      expect(types.length % 2).toBe(1)
    }
    for (const [page, capture] of captures.entries())
      await expectCapture(dir, capture, `https://x.example/${page}`)
    await expectCapture(dir, huge, 'https://x.example/huge')
  })

  it('permits two writers in one folder', async () => {
    const dir = await temporaryFolder()
    const one = await openArchive(dir, { software: 'Eventide/1' })
    const two = await openArchive(dir, { software: 'Eventide/1' })
    const captures = await Promise.all([one.append(sampleExchange()), two.append(sampleExchange())])
    expect(captures[0]?.location.file).not.toBe(captures[1]?.location.file)
    await Promise.all([one.close(), two.close()])
    for (const capture of captures) await expectCapture(dir, capture, sampleExchange().url)
  })
})

describe('durability', () => {
  it('resolves only after the bytes are synced', async () => {
    const dir = await temporaryFolder()
    const log: string[] = []
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let reached = () => {}
    const syncing = new Promise<void>((resolve) => {
      reached = resolve
    })
    const files = watched((operation, path) => {
      log.push(
        `${operation} ${path.endsWith('.open') ? 'marker' : operation === 'syncDirectory' ? 'folder' : 'file'}`,
      )
      if (operation !== 'sync' || path.endsWith('.open')) return
      reached()
      return held
    })
    const archive = await openArchive(dir, steadyOptions({ files }))
    let answered = false
    const append = archive.append(sampleExchange()).then(() => {
      answered = true
    })
    await syncing
    await new Promise((resolve) => setImmediate(resolve))
    expect(answered).toBe(false)
    letGo()
    await append
    await archive.close()
    expect(log).toEqual([
      'create marker',
      'write marker',
      'sync marker',
      'close marker',
      'syncDirectory folder',
      'create file',
      'syncDirectory folder',
      'write file',
      'write file',
      'sync file',
      'close file',
      'remove marker',
      'syncDirectory folder',
    ])
  })

  it('shares one sync among concurrent appends', async () => {
    const dir = await temporaryFolder()
    let syncs = 0
    const files = watched((operation, path) => {
      if (operation === 'sync' && path.endsWith('.gz')) syncs += 1
    })
    const archive = await openArchive(dir, steadyOptions({ files }))
    const captures = await Promise.all(
      Array.from({ length: 300 }, (_, page) =>
        archive.append(sampleExchange({ url: `https://x.example/${page}` })),
      ),
    )
    await archive.close()
    expect(syncs).toBe(2)
    const offsets = captures.map((capture) => capture.location.offset)
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b))
  })

  it('refuses to append after close', async () => {
    const archive = await openArchive(await temporaryFolder(), steadyOptions())
    await archive.close()
    await expect(archive.append(sampleExchange())).rejects.toMatchObject({
      code: 'archive-write',
      exit: 'archive',
    })
  })
})

async function expectCapture(dir: string, capture: Capture, url: string): Promise<void> {
  const { file, offset, length } = capture.location
  const event = await readRecordAt(join(dir, file), offset, length)
  if (event.kind === 'problem') throw new Error(event.problem.what)
  expect(event.record.type).toBe('response')
  expect(event.record.url).toBe(url)
  expect(parseResponse(event.record.block)?.status).toBe(200)
}

function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0, state = 1; at < length; at += 1) {
    state = (state * 48271) % 2147483647
    bytes[at] = state
  }
  return bytes
}
