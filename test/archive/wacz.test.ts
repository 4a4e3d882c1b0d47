import { createHash, webcrypto } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WARCParser } from 'warcio'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { PackageSigner } from '../../src/archive/package-signer.ts'
import { type WaczPage, writeWacz } from '../../src/archive/wacz.ts'
import { CAPTURED, crawlSmall, openSmall, type SmallCollection } from './small-collection.ts'

let folder: string
let collection: SmallCollection

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-wacz-'))
  collection = await openSmall(join(folder, 'collection'))
  await crawlSmall(collection)
})
afterAll(async () => {
  await collection?.store.close()
  await rm(folder, { recursive: true, force: true })
})

async function* pages(): AsyncGenerator<WaczPage> {
  for await (const { id, url, fetchedAt: ts, title, text, relevance } of collection.store.pages({
    all: true,
  }))
    yield { id: String(id), url, ts, title, text, relevance }
}

async function* none(): AsyncGenerator<WaczPage> {}

async function pack(name: string, forceZip64 = false) {
  const path = join(folder, name)
  const summary = await writeWacz(createWriteStream(path), {
    title: 'Storm',
    software: 'Eventide/test',
    created: new Date('2026-03-01T12:00:00Z'),
    archiveDir: collection.archiveDir,
    pages: pages(),
    extraPages: none(),
    mainPage: { url: 'http://a.example/', ts: '2026-01-01T00:00:00.000Z' },
    signer: await PackageSigner.open(join(folder, 'signing-key.pem')),
    forceZip64,
  })
  return { path, summary, members: await membersOf(path) }
}

/** Every member as read by an independent zip reader, which refuses names that lead out of the folder. */
async function membersOf(path: string) {
  const members = new Map<string, { stored: boolean; bytes: Buffer }>()
  const zip: ZipFile = await openPromise(path)
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry))
    members.set(entry.fileName, { stored: entry.compressionMethod === 0, bytes })
  }
  return members
}

type Members = Awaited<ReturnType<typeof membersOf>>
const bytesIn = (members: Members, path: string) => members.get(path)?.bytes ?? Buffer.alloc(0)
const jsonIn = (members: Members, path: string) => JSON.parse(bytesIn(members, path).toString())
const sha256 = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** Looks up a URL as a replay system does: index block, line, record. */
async function lookUp(members: Members, url: string) {
  const list = bytesIn(members, 'indexes/index.idx').toString().trim().split('\n').slice(1)
  for (const line of list) {
    const { offset, length, digest, filename } = JSON.parse(line.slice(line.indexOf(' {')))
    const block = bytesIn(members, `indexes/${filename}`).subarray(offset, offset + length)
    expect(sha256(block)).toBe(digest)
    for (const entry of gunzipSync(block).toString().trim().split('\n')) {
      const found = JSON.parse(entry.slice(entry.indexOf(' {')))
      if (found.url !== url) continue
      const [at, size] = [Number(found.offset), Number(found.length)]
      const bytes = bytesIn(members, `archive/${found.filename}`).subarray(at, at + size)
      const record = await new WARCParser([bytes] as never).parse()
      const payload = Buffer.from((await record?.readFully(false)) ?? [])
      return { found, record, payload }
    }
  }
  return null
}

describe('a WACZ package', () => {
  it('holds archive, index and page list, and finds every capture through the index', async () => {
    const { members, summary } = await pack('one.wacz')
    expect(summary).toMatchObject({ pages: 4, extraPages: 0, captures: 14, files: 1, problems: 0 })
    for (const url of CAPTURED) {
      const hit = await lookUp(members, url)
      expect(hit?.record?.warcTargetURI).toBe(url)
      expect(hit?.found.digest).toBe(hit?.record?.warcPayloadDigest)
      if (hit?.record?.warcType === 'response') expect(sha256(hit.payload)).toBe(hit.found.digest)
    }
    for (const [path, { stored }] of members) {
      if (path.endsWith('.gz')) expect(stored, path).toBe(true)
    }
    const [head, ...lines] = bytesIn(members, 'pages/pages.jsonl')
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(head).toMatchObject({ format: 'json-pages-1.0', id: 'pages', hasText: true })
    expect(lines).toHaveLength(4)
    expect(lines.find(({ url }) => url === 'http://a.example/two').text).toContain('landfall')
    for (const { url, ts } of lines) {
      const { record } = (await lookUp(members, url)) ?? {}
      expect(record?.warcDate).toBe(ts)
    }
  })

  it('has the hash of every member and a signature that fails when one is changed', async () => {
    const { members, summary } = await pack('two.wacz')
    const description = jsonIn(members, 'datapackage.json')
    expect(description).toMatchObject({ profile: 'data-package', wacz_version: '1.1.1', title: 'Storm' })
    const listed = description.resources.map(({ path }: { path: string }) => path)
    expect([...listed, 'datapackage.json', 'datapackage-digest.json'].sort()).toEqual(
      [...members.keys()].sort(),
    )
    for (const { path, hash, bytes } of description.resources) {
      expect(sha256(bytesIn(members, path))).toBe(hash)
      expect(bytesIn(members, path).length).toBe(bytes)
    }
    const { hash, signedData } = jsonIn(members, 'datapackage-digest.json')
    expect(hash).toBe(sha256(bytesIn(members, 'datapackage.json')))
    expect(signedData).toMatchObject({ hash, publicKey: summary.publicKey, software: 'Eventide/test' })
    expect(await signatureHolds(signedData, hash)).toBe(true)
    expect(await signatureHolds(signedData, hash.replace(/.$/, 'x'))).toBe(false)
    const again = await pack('three.wacz')
    expect(again.summary.publicKey).toBe(summary.publicKey)
  })

  it('keeps the signing key private', async () => {
    const file = join(folder, 'other-key.pem')
    const keys = await Promise.all([PackageSigner.open(file), PackageSigner.open(file)])
    const [one, two] = keys.map((key) => key.sign('sha256:00', new Date(0), 'x').publicKey)
    expect(one).toBe(two)
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('supports Zip64 records', async () => {
    const { members } = await pack('large.wacz', true)
    expect((await lookUp(members, 'http://a.example/two'))?.payload.toString()).toContain('landfall')
  })

  it('4.17 refuses file names that lead out of the package', async () => {
    for (const name of ['..\\..\\x.warc.gz', 'C:x.warc.gz', 'a\nb.warc.gz']) {
      const path = join(collection.archiveDir, name)
      await writeFile(path, '')
      await expect(pack('hostile.wacz')).rejects.toMatchObject({ code: 'archive-name' })
      await rm(path)
    }
    const { members } = await pack('plain.wacz')
    for (const path of members.keys()) expect(path).toMatch(/^(?:[a-zA-Z]+\/)?[\w.-]+$/)
  })

  it('reports that it cannot be written', async () => {
    const out = createWriteStream(join(folder, 'nowhere', 'x.wacz'))
    const contents = { title: 'x', software: 'x', created: new Date(0), pages: pages(), extraPages: none() }
    await expect(writeWacz(out, { ...contents, archiveDir: collection.archiveDir })).rejects.toThrow('ENOENT')
  })
})

/** Verifies as replay software does: ECDSA over P-384 with SHA-256. */
async function signatureHolds(
  signed: { publicKey: string; signature: string },
  hash: string,
): Promise<boolean> {
  const curve = { name: 'ECDSA', namedCurve: 'P-384' }
  const spki = Buffer.from(signed.publicKey, 'base64')
  const key = await webcrypto.subtle.importKey('spki', spki, curve, true, ['verify'])
  const signature = Buffer.from(signed.signature, 'base64')
  return webcrypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, Buffer.from(hash))
}
