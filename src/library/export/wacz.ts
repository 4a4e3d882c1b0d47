import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PackageSigner } from '../../archive/package-signer.ts'
import { type WaczPage, type WaczSummary, writeWacz } from '../../archive/wacz.ts'
import { userAgent } from '../../fetch/user-agent.ts'
import type { Selected, Selection } from './selection.ts'
import { emptyCopy, warc, warcNameOf } from './warc.ts'

export interface WaczOptions {
  readonly created: Date
  /** Without it the package is not signed. */
  readonly signer?: PackageSigner
  /** Where records wait while a part of a collection is packed. Default: the system's folder for such things. */
  readonly scratch?: string
}

/** Packs a selection: a whole collection with its archive as it is, or some pages with a copy of their records. */
export async function packWacz(
  out: Writable,
  selection: Selection,
  options: WaczOptions,
): Promise<WaczSummary> {
  const [only] = selection.collections
  if (selection.whole && only) {
    const all = async function* (): AsyncGenerator<Selected> {
      for await (const page of only.store.pages({ all: true })) yield { page, collection: only }
    }
    return writePackage(out, only.archiveDir, all, selection, options)
  }
  // The index of a package is written after its records and made from them: they wait on the disk meanwhile.
  const dir = await mkdtemp(join(options.scratch ?? tmpdir(), 'eventide-pack-'))
  try {
    const copy = emptyCopy()
    const file = join(dir, `${warcNameOf(selection)}.warc.gz`)
    await pipeline(
      Readable.from(whileRead(out, warc(selection, copy)), { objectMode: false }),
      createWriteStream(file),
    )
    const summary = await writePackage(out, dir, selection.pages, selection, options)
    return { ...summary, problems: summary.problems + copy.leftOut.length }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** The same as a stream; when nobody reads on, nothing is left behind. */
export async function* waczBytes(selection: Selection, options: WaczOptions): AsyncGenerator<Uint8Array> {
  const out = new PassThrough()
  const packed = packWacz(out, selection, options).then(
    () => out.end(),
    (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  try {
    for await (const chunk of out) yield chunk as Uint8Array
  } finally {
    out.destroy()
    await packed
  }
}

/** Goes on only as long as somebody takes what becomes of it. */
async function* whileRead(out: Writable, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    if (out.destroyed) throw new Error('nobody reads the package any more')
    yield piece
  }
}

function writePackage(
  out: Writable,
  archiveDir: string,
  pages: () => AsyncIterable<Selected>,
  { collections }: Selection,
  { created, signer }: WaczOptions,
): Promise<WaczSummary> {
  return firstOf(listed(pages(), true)).then((mainPage) =>
    writeWacz(out, {
      title: collections.map(({ event }) => event.name).join('; '),
      software: userAgent(),
      created,
      archiveDir,
      pages: listed(pages(), true),
      extraPages: listed(pages(), false),
      mainPage,
      signer,
    }),
  )
}

/** A page without a record in the archive cannot be shown. */
async function* listed(pages: AsyncIterable<Selected>, relevant: boolean): AsyncGenerator<WaczPage> {
  for await (const { page } of pages) {
    if (page.relevant !== relevant || page.warc === null) continue
    const { id, url, fetchedAt: ts, title, text, relevance } = page
    yield { id: String(id), url, ts, title, text, relevance }
  }
}

async function firstOf(pages: AsyncIterable<WaczPage>): Promise<WaczPage | undefined> {
  for await (const page of pages) return page
  return undefined
}
