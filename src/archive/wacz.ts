import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { EventideError } from '../model/errors.ts'
import { type ArchiveIndex, indexArchive } from './index-archive.ts'
import type { PackageSigner } from './package-signer.ts'
import { ZipPackage } from './zip-package.ts'
import { ZippedIndex } from './zipped-index.ts'

/** A line of a page list. `ts` is the time of the capture, as in the index. */
export interface WaczPage {
  readonly id: string
  readonly url: string
  readonly ts: string
  readonly title: string
  readonly text: string
  readonly relevance: number
}

export interface WaczContents {
  readonly title: string
  readonly software: string
  readonly created: Date
  readonly archiveDir: string
  /** Kept pages, without copies by default: what a viewer shows first. */
  readonly pages: AsyncIterable<WaczPage>
  /** The other fetched pages. */
  readonly extraPages: AsyncIterable<WaczPage>
  /** The page to open first. */
  readonly mainPage?: { readonly url: string; readonly ts: string }
  /** If omitted, the package is not signed. */
  readonly signer?: PackageSigner
  readonly forceZip64?: boolean
  /** Stops packing when it aborts. */
  readonly signal?: AbortSignal
}

export interface WaczSummary {
  readonly pages: number
  readonly extraPages: number
  readonly captures: number
  readonly files: number
  /** Number of damaged places in the archive, copied as they are. */
  readonly problems: number
  readonly publicKey: string | null
}

const INDEX = 'index.cdx.gz'

/**
 * Packs an archive as WACZ 1.1.1: WARC files, their index, lists of pages with their text, and hashes. Written sequentially in constant
 * memory; of files that a running crawl is writing, the complete records are included.
 */
export async function writeWacz(out: Writable, contents: WaczContents): Promise<WaczSummary> {
  const zip = new ZipPackage(out, { time: contents.created, forceZip64: contents.forceZip64 })
  const index = await indexArchive(contents.archiveDir, { signal: contents.signal })
  try {
    for (const { file } of index.files) requirePlainName(file)
    for (const { file, length } of index.files)
      await zip.add(`archive/${file}`, bytesOf(join(contents.archiveDir, file), length), { stored: true })
    await addIndex(zip, index)
    const pages = await addPages(zip, 'pages', 'Pages about the event', contents.pages)
    const extraPages = await addPages(zip, 'extraPages', 'Other pages', contents.extraPages)
    const publicKey = await addDescription(zip, contents)
    await zip.end()
    const { captures, problems } = index
    return { pages, extraPages, captures, files: index.files.length, problems, publicKey }
  } finally {
    await index.close()
  }
}

/** File names become names in the package: none may lead out of the folder it is unpacked to. */
function requirePlainName(file: string): void {
  if (!/[\p{Cc}\\/:]/u.test(file) && file.length <= 255) return
  const message = `${JSON.stringify(file)} cannot be packed under this name; rename it, or move it out of the archive folder`
  throw new EventideError('archive-name', message)
}

async function* bytesOf(path: string, length: number): AsyncGenerator<Uint8Array> {
  if (length > 0) yield* createReadStream(path, { end: length - 1, highWaterMark: 256 * 1024 })
}

async function addIndex(zip: ZipPackage, index: ArchiveIndex): Promise<void> {
  const zipped = new ZippedIndex(INDEX)
  await zip.add(`indexes/${INDEX}`, zipped.blocks(index.lines()), { stored: true })
  await zip.add('indexes/index.idx', zipped.list(), { stored: false })
}

async function addPages(
  zip: ZipPackage,
  id: string,
  title: string,
  pages: AsyncIterable<WaczPage>,
): Promise<number> {
  let count = 0
  async function* lines() {
    yield Buffer.from(`${JSON.stringify({ format: 'json-pages-1.0', id, title, hasText: true })}\n`)
    for await (const page of pages) {
      count += 1
      yield Buffer.from(`${JSON.stringify(page)}\n`)
    }
  }
  await zip.add(`pages/${id}.jsonl`, lines(), { stored: false })
  return count
}

/** Lists every member with its hash, and signs the hash of that list. */
async function addDescription(zip: ZipPackage, contents: WaczContents): Promise<string | null> {
  const { title, software, created, mainPage, signer } = contents
  const description = {
    profile: 'data-package',
    wacz_version: '1.1.1',
    title,
    software,
    created: created.toISOString(),
    modified: created.toISOString(),
    ...(mainPage ? { mainPageUrl: mainPage.url, mainPageDate: mainPage.ts } : {}),
    resources: [...zip.resources],
  }
  const text = Buffer.from(`${JSON.stringify(description, null, 2)}\n`)
  await zip.add('datapackage.json', [text], { stored: false })
  const hash = `sha256:${createHash('sha256').update(text).digest('hex')}`
  const signedData = signer?.sign(hash, created, software)
  const digest = { path: 'datapackage.json', hash, ...(signedData ? { signedData } : {}) }
  await zip.add('datapackage-digest.json', [Buffer.from(`${JSON.stringify(digest, null, 2)}\n`)], {
    stored: false,
  })
  return signedData?.publicKey ?? null
}
