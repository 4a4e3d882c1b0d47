import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type WaczPage, type WaczSummary, writeWacz } from '../../archive/wacz.ts'
import { userAgent } from '../../fetch/user-agent.ts'
import type { ExportOptions, ExportPieces, ExportReport } from './export-format.ts'
import { type ExportSelection, type SelectedPage, stoppedBy } from './selection.ts'
import { emptyCopy, warc, warcNameOf } from './warc.ts'

type WaczOptions = Pick<ExportOptions, 'created' | 'signer' | 'scratch' | 'signal'>

/**
 * Packs a selection: a complete collection with its archive unchanged, or selected pages with copies of their records. Stops when
 * `out` is closed.
 */
export async function packWacz(
  out: Writable,
  given: ExportSelection,
  options: WaczOptions,
): Promise<WaczSummary> {
  const closed = closedSignal(out)
  const selection = stoppedBy(given, closed)
  const [only] = selection.collections
  if (selection.whole && only) {
    const all = async function* (): AsyncGenerator<SelectedPage> {
      for await (const page of only.store.pages({ all: true })) {
        closed.throwIfAborted()
        yield { page, collection: only }
      }
    }
    return writePackage(out, only.archiveDir, all, selection, { ...options, signal: closed })
  }
  // The index of a package is computed from its records and written after them, so the records are stored on disk first.
  const dir = await mkdtemp(join(options.scratch ?? tmpdir(), 'eventide-pack-'))
  try {
    const copy = emptyCopy()
    const file = join(dir, `${warcNameOf(selection)}.warc.gz`)
    await pipeline(Readable.from(warc(selection, copy), { objectMode: false }), createWriteStream(file), {
      signal: closed,
    })
    const summary = await writePackage(out, dir, selection.pages, selection, { ...options, signal: closed })
    return { ...summary, problems: summary.problems + copy.leftOut.length }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** WACZ as an export format. If the reader stops or the signal is aborted, packing stops and temporary files are removed. */
export async function* waczPieces(selection: ExportSelection, options: WaczOptions): ExportPieces {
  const out = new PassThrough()
  const stop = () => void out.destroy()
  options.signal?.throwIfAborted()
  options.signal?.addEventListener('abort', stop, { once: true })
  const packing = packWacz(out, selection, options)
  const ended = packing.then(
    () => out.end(),
    (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  try {
    for await (const chunk of out) yield chunk as Uint8Array
  } finally {
    options.signal?.removeEventListener('abort', stop)
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

/** A signal that is aborted when the stream is closed, because nobody receives the package any more. */
function closedSignal(out: Writable): AbortSignal {
  const closed = new AbortController()
  out.once('close', () => closed.abort())
  return closed.signal
}

async function writePackage(
  out: Writable,
  archiveDir: string,
  pages: () => AsyncIterable<SelectedPage>,
  { collections, copies }: ExportSelection,
  { created, signer, signal }: WaczOptions,
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
    signal,
  })
}

/** A page without an archived record cannot be shown. */
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
