import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type WaczPage, type WaczSummary, writeWacz } from '../../archive/wacz.ts'
import { userAgent } from '../../fetch/user-agent.ts'
import type { ExportOptions, ExportPieces, ExportReport } from './export-format.ts'
import type { ExportSelection, SelectedPage } from './selection.ts'
import { emptyCopy, warc, warcNameOf } from './warc.ts'

type WaczOptions = Pick<ExportOptions, 'created' | 'signer' | 'scratch'>

/** Packs a selection: a whole collection with its archive as it is, or some pages with a copy of their records. */
export async function packWacz(
  out: Writable,
  selection: ExportSelection,
  options: WaczOptions,
): Promise<WaczSummary> {
  const [only] = selection.collections
  if (selection.whole && only) {
    const all = async function* (): AsyncGenerator<SelectedPage> {
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

/** The same as an export format; when nobody reads on, nothing is left behind. */
export async function* waczPieces(selection: ExportSelection, options: WaczOptions): ExportPieces {
  const out = new PassThrough()
  const packing = packWacz(out, selection, options)
  const ended = packing.then(
    () => out.end(),
    (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  try {
    for await (const chunk of out) yield chunk as Uint8Array
  } finally {
    out.destroy()
    await ended
  }
  return reportOf(await packing)
}

function reportOf(summary: WaczSummary): ExportReport {
  const { pages, extraPages, captures, files, problems, publicKey } = summary
  const notes: string[] = []
  if (publicKey) notes.push(`Signed with the key of this collection: ${publicKey}`)
  if (problems > 0) notes.push(`${problems} damaged places are in it as they are: run eventide verify`)
  return {
    counts: { ...summary },
    written: `${pages} kept and ${extraPages} other pages, ${captures} records of ${files} files`,
    notes,
  }
}

/** Ends when nobody takes what is made of the pieces any more. */
async function* whileRead(out: Writable, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    if (out.destroyed) throw new Error('nobody reads the package any more')
    yield piece
  }
}

async function writePackage(
  out: Writable,
  archiveDir: string,
  pages: () => AsyncIterable<SelectedPage>,
  { collections, copies }: ExportSelection,
  { created, signer }: WaczOptions,
): Promise<WaczSummary> {
  const isMain = ({ page }: SelectedPage) => page.relevant && (copies || page.duplicateOf === null)
  return writeWacz(out, {
    title: collections.map(({ event }) => event.name).join('; '),
    software: userAgent(),
    created,
    archiveDir,
    pages: listed(pages(), isMain),
    extraPages: listed(pages(), (selected) => !isMain(selected)),
    mainPage: await firstOf(listed(pages(), isMain)),
    signer: await signer?.(),
  })
}

/** A page without a record in the archive cannot be shown. */
async function* listed(
  pages: AsyncIterable<SelectedPage>,
  isListed: (selected: SelectedPage) => boolean,
): AsyncGenerator<WaczPage> {
  for await (const selected of pages) {
    const { page } = selected
    if (!isListed(selected) || page.warc === null) continue
    const { id, url, fetchedAt: ts, title, text, relevance } = page
    yield { id: String(id), url, ts, title, text, relevance }
  }
}

async function firstOf(pages: AsyncIterable<WaczPage>): Promise<WaczPage | undefined> {
  for await (const page of pages) return page
  return undefined
}
