import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ExpectedCapture } from './expected-captures.ts'
import { collect, sampleExchange, steadyOptions, temporaryFolder } from './fixtures.ts'
import { MEMBER_HEADER } from './gzip-member.ts'
import { type VerifyOptions, verifyArchive } from './verify.ts'
import { PROBLEMS } from './verify-problems.ts'
import { openArchive } from './warc-writer.ts'

let dir = ''
let rows: ExpectedCapture[] = []

beforeEach(async () => {
  dir = await temporaryFolder()
  const archive = await openArchive(dir, steadyOptions({ maxFileBytes: 4500 }))
  rows = []
  for (let page = 0; page < 8; page += 1) {
    const url = `https://x.example/${page}?q=ü`
    rows.push({ ...(await archive.append(sampleExchange({ url }))), url })
  }
  await archive.close()
})

async function verify(expected: readonly ExpectedCapture[] = rows, options: VerifyOptions = {}) {
  async function* stream() {
    yield* expected
  }
  const verification = verifyArchive(dir, stream(), options)
  const problems = await collect(verification)
  return { problems, codes: problems.map(({ code }) => code), summary: verification.summary }
}

const row = (at: number) => rows[at] as ExpectedCapture
const moved = (at: number, change: Partial<ExpectedCapture['location']>): ExpectedCapture => ({
  ...row(at),
  location: { ...row(at).location, ...change },
})
const replaced = (at: number, change: Partial<ExpectedCapture>) =>
  rows.map((original, index) => (index === at ? { ...original, ...change } : original))

/** Rewrites the last response record of the last file, digests and all left as they were. */
async function tamper(change: (record: string) => string): Promise<string> {
  const { file, offset } = row(7).location
  const bytes = await readFile(join(dir, file))
  const record = gunzipSync(bytes.subarray(offset)).toString('latin1')
  const member = gzipSync(Buffer.from(change(record), 'latin1'))
  MEMBER_HEADER.copy(member)
  await writeFile(join(dir, file), Buffer.concat([bytes.subarray(0, offset), member]))
  return file
}

describe('verification', () => {
  it('finds no problem in an intact archive and counts its records', async () => {
    const { problems, summary } = await verify()
    expect(problems).toEqual([])
    const names = await readdir(dir)
    const sizes = await Promise.all(names.map(async (name) => (await readFile(join(dir, name))).length))
    expect(summary).toEqual({
      files: names.length,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      records: names.length + 16,
      responses: 8,
      revisits: 0,
      expected: 8,
      confirmed: 8,
      unclaimed: 0,
      errors: 0,
      notes: 0,
    })
    expect(names.length).toBeGreaterThan(1)
  })

  it('gives the same result when nothing is kept in memory', async () => {
    const wrong = [...replaced(2, { url: 'https://x.example/other' }), moved(3, { offset: 7 }), row(4)]
    expect(await verify(wrong, { maxHeld: 0 })).toEqual(await verify(wrong))
  })

  it('accepts an empty or missing folder unless captures are expected', async () => {
    dir = join(dir, 'none')
    expect((await verify([])).problems).toEqual([])
    expect((await verify()).codes).toEqual(rows.map(() => 'missing-file'))
  })

  it('compares every row with its record', async () => {
    expect((await verify(replaced(1, { url: 'https://x.example/else' }))).codes).toEqual(['wrong-url'])
    expect((await verify(replaced(1, { payloadDigest: 'sha256:00' }))).codes).toEqual(['wrong-digest'])
    const short = await verify(replaced(1, moved(1, { length: 5 })))
    expect(short.codes).toEqual(['wrong-length'])
    expect(short.summary).toMatchObject({ confirmed: 7, errors: 1 })
    expect(
      (await verify(replaced(1, moved(1, { offset: row(1).location.offset + 1 })))).codes.sort(),
    ).toEqual(['missing-record', 'unclaimed'])
    expect((await verify(replaced(1, moved(1, { file: '../../etc/passwd' })))).codes.sort()).toEqual([
      'missing-file',
      'unclaimed',
    ])
    expect((await verify([...rows, row(3)])).codes).toEqual(['claimed-twice'])
  })

  it('reports captures without a row as notes', async () => {
    const { problems, summary } = await verify(rows.slice(1))
    expect(problems).toMatchObject([{ code: 'unclaimed', level: 'note', ...{ file: row(0).location.file } }])
    expect(summary).toMatchObject({ unclaimed: 1, errors: 0, notes: 1 })
  })

  it('recomputes digests', async () => {
    await tamper((record) => record.replace('landfall', 'Landfall'))
    expect((await verify()).codes.filter((code) => code !== 'wrong-length')).toEqual([
      'block-digest',
      'payload-digest',
    ])
  })

  it('checks the header of every record', async () => {
    const original = await readFile(join(dir, row(7).location.file))
    for (const [change, code] of [
      [(text: string) => text.replace(/WARC-Date: .*/, 'WARC-Date: yesterday'), 'header-field'],
      [(text: string) => text.replace(/WARC-Date: .*\r\n/, ''), 'header-field'],
      [(text: string) => text.replace('WARC/1.1', 'WARC/9.9'), 'header-field'],
      [(text: string) => text.replace(/WARC-Record-ID: <(.*)>/, 'WARC-Record-ID: $1'), 'header-field'],
      [(text: string) => text.replace(/WARC-Target-URI: .*/, 'WARC-Target-URI: nowhere'), 'header-field'],
      [(text: string) => text.replace('sha256:', 'crc32:'), 'digest-unknown'],
      [(text: string) => text.replace('HTTP/1.1 200 OK', 'XTTP/1.1 200 OK'), 'http-header'],
      [(text: string) => text.replace(/Content-Length: .*/, 'Content-Length: many'), 'record-malformed'],
      [(text: string) => text.slice(0, -30), 'record-truncated'],
      [(text: string) => text.slice(0, -2), 'record-framing'],
      [(text: string) => text + text, 'not-per-record'],
    ] as const) {
      const file = await tamper(change)
      expect((await verify()).codes).toContain(code)
      await writeFile(join(dir, file), original)
    }
    await tamper((text) => text.replaceAll('urn:uuid:', 'urn:uuid:'))
    expect((await verify()).codes.filter((code) => code !== 'wrong-length')).toEqual([])
  })

  it('finds duplicate ids, within and across files', async () => {
    const [first = '', second = ''] = (await readdir(dir)).sort()
    await writeFile(join(dir, 'copy.warc.gz'), await readFile(join(dir, first)))
    await rename(join(dir, second), join(dir, `moved-${second}`))
    const { codes } = await verify()
    const count = (code: string) => codes.filter((found) => found === code).length
    expect(count('duplicate-id')).toBeGreaterThan(2)
    expect(count('missing-file')).toBeGreaterThan(0)
    expect(count('unclaimed')).toBeGreaterThan(count('missing-file'))
  })

  it('reports damage with its location and what is lost, and reads the rest', async () => {
    const { file, offset, length } = row(6).location
    const bytes = await readFile(join(dir, file))
    bytes.fill(0, offset + 30, offset + length)
    await writeFile(join(dir, file), bytes)
    const { problems, summary } = await verify()
    expect(problems).toMatchObject([
      { code: 'gzip-corrupt', level: 'error', file, offset },
      { code: 'missing-record', level: 'error', file, offset },
      { code: 'missing-partner', level: 'note', file },
    ])
    expect(summary.confirmed).toBe(7)
  })

  it('reports an incomplete tail as an error in a closed file and as a note in an open one', async () => {
    const { file, offset } = row(7).location
    const bytes = await readFile(join(dir, file))
    await writeFile(join(dir, file), bytes.subarray(0, -3))
    expect((await verify(rows.slice(0, 7))).problems).toMatchObject([
      { code: 'gzip-truncated', offset, level: 'error' },
      { code: 'missing-partner', level: 'note' },
    ])
    await writeFile(join(dir, `${file}.open`), '')
    const { codes, summary } = await verify(rows.slice(0, 7))
    expect(codes).toEqual(['file-open', 'open-tail', 'missing-partner'])
    expect(summary.errors).toBe(0)
  })

  it('reports whatever follows the last known record of an open file as its tail', async () => {
    const { file } = row(7).location
    const bytes = await readFile(join(dir, file))
    await writeFile(join(dir, `${file}.open`), '')
    // A power failure leaves zeros or garbage where nothing was synced.
    for (const tail of [Buffer.alloc(5000), Buffer.alloc(5000, 'no record')]) {
      await writeFile(join(dir, file), Buffer.concat([bytes, tail]))
      const { codes, summary } = await verify()
      expect(new Set(codes)).toEqual(new Set(['file-open', 'open-tail']))
      expect(summary).toMatchObject({ errors: 0, confirmed: 8 })
    }
    bytes.fill(0, row(7).location.offset)
    await writeFile(join(dir, file), bytes)
    expect((await verify()).problems.filter(({ level }) => level === 'error').length).toBeGreaterThan(0)
  })

  it('reports a revisit without its target as an error only if a row refers to the revisit', async () => {
    const archive = await openArchive(dir, {
      software: 'Eventide/test',
      findOriginal: async () => ({
        recordId: 'urn:uuid:gone',
        url: row(0).url,
        date: '2026-01-01T00:00:00Z',
      }),
    })
    const url = 'https://x.example/again'
    const capture = await archive.append(sampleExchange({ url }))
    await archive.close()
    expect(capture.refersTo).toBe('urn:uuid:gone')
    expect((await verify([...rows, { ...capture, url }])).problems).toMatchObject([
      { code: 'missing-target', level: 'error' },
    ])
    const { problems, summary } = await verify()
    expect(problems.map(({ code }) => code)).toEqual(['unclaimed', 'unknown-file', 'unclaimed-target'])
    expect(summary.errors).toBe(0)
  })

  it('handles files of other writers and unreadable files', async () => {
    await writeFile(join(dir, 'other.warc'), 'WARC/1.0\r\nContent-Length: 0\r\n\r\n\r\n\r\n')
    await rename(join(dir, row(0).location.file), join(dir, 'away'))
    const { mkdir } = await import('node:fs/promises')
    await mkdir(join(dir, row(0).location.file))
    const { codes } = await verify()
    expect(codes).toContain('no-warcinfo')
    expect(codes).toContain('unreadable')
    expect(codes).toContain('missing-record')
  })
})

describe('docs/archive.md', () => {
  it('lists exactly the existing problems, with their level', async () => {
    const text = await readFile(new URL('../../docs/archive.md', import.meta.url), 'utf8')
    const listed = [...text.matchAll(/^\| `([a-z-]+)` \| (error|note) \|/gm)].map(([, code, level]) => [
      code,
      level,
    ])
    const known = Object.entries(PROBLEMS).map(([code, { level }]) => [code, level])
    expect(listed.sort()).toEqual(known.sort())
  })
})
