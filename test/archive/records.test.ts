import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CDXIndexer, WARCParser } from 'warcio'
import { indexArchive } from '../../src/archive/index-archive.ts'
import { verifyArchive } from '../../src/archive/verify.ts'
import { expectedCaptures } from '../../src/crawl/recovery/expected-captures.ts'
import { pagesFrom } from '../../src/input/page-source.ts'
import { CAPTURED, crawlSmall, listOf, openSmall, type SmallCollection } from './small-collection.ts'

let folder: string
let collection: SmallCollection

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-records-'))
  collection = await openSmall(folder)
  await crawlSmall(collection)
})
afterAll(async () => {
  await collection?.store.close()
  await rm(folder, { recursive: true, force: true })
})

/** The records as read by an independent reader. */
async function records() {
  const found = []
  for (const name of await readdir(collection.archiveDir)) {
    for await (const record of new WARCParser(createReadStream(join(collection.archiveDir, name)))) {
      const payload = Buffer.from(await record.readFully(false)).toString()
      const header = (field: string) => record.warcHeader(field)
      found.push({
        type: record.warcType,
        url: record.warcTargetURI,
        header,
        payload,
        id: header('WARC-Record-ID'),
      })
    }
  }
  return found
}

describe('the archive of a crawl', () => {
  it('holds a capture of every response, including redirects, errors and robots.txt, each known to the database', async () => {
    const captures = (await records()).filter(({ type }) => type === 'response' || type === 'revisit')
    expect(captures.map(({ url }) => url).sort()).toEqual(CAPTURED)
    expect((await listOf(collection.store.captures())).map(({ url }) => url).sort()).toEqual(CAPTURED)
    const verification = verifyArchive(collection.archiveDir, expectedCaptures(collection.store))
    expect(await listOf(verification)).toEqual([])
    expect(verification.summary).toMatchObject({ responses: 6, revisits: 1, confirmed: 7 })
  })

  it('stores an identical payload once, with a revisit record for the second capture', async () => {
    const all = await records()
    const revisits = all.filter(({ type }) => type === 'revisit')
    expect(revisits).toHaveLength(1)
    const [revisit] = revisits
    const original = all.find(({ id }) => id === revisit?.header('WARC-Refers-To'))
    expect([original?.url, revisit?.url].sort()).toEqual(['http://a.example/copy', 'http://a.example/one'])
    expect(original?.type).toBe('response')
    expect(revisit?.header('WARC-Profile')).toBe(
      'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest',
    )
    expect(revisit?.header('WARC-Refers-To-Target-URI')).toBe(original?.url)
    expect(revisit?.header('WARC-Refers-To-Date')).toBe(original?.header('WARC-Date'))
    expect(revisit?.header('WARC-Payload-Digest')).toBe(original?.header('WARC-Payload-Digest'))
    expect(revisit?.payload).toBe('')
    expect(original?.payload).toContain('Storm report one')
  })

  it('records with each page why it was fetched, how it was found, its verdict and how it was read', async () => {
    const all = await records()
    const notes = all.filter(({ type }) => type === 'metadata')
    const note = notes.find(({ url }) => url === 'urn:eventide:capture:http://a.example/two')
    const described = all.find(({ id }) => id === note?.header('WARC-Refers-To'))
    expect(described).toMatchObject({ type: 'response', url: 'http://a.example/two' })
    expect(note?.header('WARC-Concurrent-To')).toBe(described?.id)
    expect(JSON.parse(note?.payload ?? '')).toMatchObject({
      format: 'eventide-capture-1',
      link: {
        path: ['http://a.example/', 'http://a.example/moved'],
        score: expect.any(Number),
        evidence: {},
      },
      verdict: { strategy: 'breadth-first', relevance: expect.any(Number), evidence: expect.any(Object) },
      reading: { charset: 'utf-8', charsetFrom: 'header', language: 'en' },
    })
    expect(notes.map(({ url }) => url?.slice('urn:eventide:capture:'.length)).sort()).toEqual(CAPTURED)
  })

  it('resolves a revisit when the page is judged again', async () => {
    const [name = ''] = await readdir(collection.archiveDir)
    const pages = await listOf(pagesFrom(join(collection.archiveDir, name), undefined))
    const read = pages.flatMap((page) => ('input' in page ? [page.input] : []))
    expect(read.map(({ url }) => new URL(url).pathname).sort()).toEqual(['/', '/copy', '/one', '/two'])
    for (const { body } of read) expect(Buffer.from(body).toString()).toContain('landfall')
  })

  it('is indexed the same way by an independent indexer', async () => {
    const index = await indexArchive(collection.archiveDir, { maxHeld: 500 })
    const ours = await listOf(index.lines())
    await index.close()
    const names = await readdir(collection.archiveDir)
    const files = names.map((filename) => ({
      filename,
      reader: createReadStream(join(collection.archiveDir, filename)),
    }))
    const theirs: string[] = []
    const indexer = new CDXIndexer({ format: 'cdxj' })
    await indexer.writeAll(files, { write: (line: string) => theirs.push(line.trimEnd()) } as never)
    // It omits the algorithm of the digest.
    expect(ours.map((line) => line.replace('sha256:', ''))).toEqual(theirs.sort())
    expect(ours.some((line) => line.includes('"mime":"warc/revisit"'))).toBe(true)
    expect(ours).toHaveLength(14)
  })
})
