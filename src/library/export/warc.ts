import { createHash } from 'node:crypto'
import { copyCapture } from '../../archive/copy-records.ts'
import { compressMember } from '../../archive/gzip-member.ts'
import { type RecordSources, remarkRecord, warcinfoRecord } from '../../archive/record.ts'
import { userAgent } from '../../fetch/user-agent.ts'
import type { PageCapture } from '../../store/reads.ts'
import type { ExportPieces } from './export-format.ts'
import type { ExportedCollection, ExportSelection, SelectedPage } from './selection.ts'

const GZIP_LEVEL = 3

/** Counts of a copy, updated while it is written. */
export interface WarcCopy {
  pages: number
  /** Response and revisit records. */
  captures: number
  /** Pages without an archived copy. */
  unarchived: number
  /** Pages or resources whose record is damaged or missing. */
  leftOut: { readonly url: string; readonly reason: string }[]
}

/** Maximum number of URLs listed in the file; the rest are only counted. */
const MAX_NAMED = 10_000

export function emptyCopy(): WarcCopy {
  return { pages: 0, captures: 0, unarchived: 0, leftOut: [] }
}

/**
 * The records of the selected pages as one self-contained WARC file: with the requests, metadata and other versions of each page,
 * and for a revisit the capture with its payload. The same selection of the same collections gives the same bytes.
 */
export async function* warc(
  selection: ExportSelection,
  copy: WarcCopy = emptyCopy(),
): AsyncGenerator<Uint8Array> {
  const sources = await sourcesOf(selection)
  yield await member(warcinfoRecord(describe(selection), `${warcNameOf(selection)}.warc.gz`, sources))
  const written = new Set<number>()
  for await (const selected of selection.pages()) yield* recordsOf(selected, copy, written)
  if (copy.leftOut.length > 0)
    yield await member(
      remarkRecord(
        'left-out',
        copy.leftOut.map(({ url, reason }) => ({ url, reason })),
        sources,
      ),
    )
}

/** WARC as an export format. */
export async function* warcPieces(selection: ExportSelection): ExportPieces {
  const copy = emptyCopy()
  yield* warc(selection, copy)
  const { pages, captures, unarchived, leftOut } = copy
  const notes: string[] = []
  if (unarchived > 0) notes.push(`${unarchived} pages have no archived copy`)
  if (leftOut.length > 0)
    notes.push(
      `${leftOut.length} records are damaged or missing and were left out (listed at the end of the file): run eventide verify`,
    )
  return {
    counts: { pages, captures, unarchived, leftOut: leftOut.length },
    written: `${captures} captures of ${pages} pages`,
    notes,
  }
}

/** Default file name for this selection. */
export function warcNameOf({ collections }: ExportSelection): string {
  const [only, ...others] = collections
  return only && others.length === 0 ? only.id : 'library'
}

async function* recordsOf(
  { page, collection }: SelectedPage,
  copy: WarcCopy,
  written: Set<number>,
): AsyncGenerator<Uint8Array> {
  const captures = await collection.store.reads.pageCaptures(page.id)
  copy.pages++
  if (captures.length === 0) copy.unarchived++
  for (const capture of captures) {
    if (capture.original === null) {
      leaveOut(copy, page.url, 'the record that holds its content is not in the archive any more')
      continue
    }
    if (capture.original) yield* oneCapture(collection, page.url, capture.original, copy, written)
    yield* oneCapture(collection, page.url, capture, copy, written)
  }
}

async function* oneCapture(
  { archiveDir }: ExportedCollection,
  url: string,
  capture: PageCapture,
  copy: WarcCopy,
  written: Set<number>,
): AsyncGenerator<Uint8Array> {
  const print = printOf(capture.recordId)
  if (written.has(print)) return
  const result = await copyCapture(archiveDir, capture)
  if (result.kind === 'problem') {
    leaveOut(copy, url, result.what)
    return
  }
  written.add(print)
  copy.captures++
  yield* result.members
}

/** The first 52 bits of the record id: among a million records, the probability of a collision is one in ten thousand million. */
function printOf(recordId: string): number {
  return Number.parseInt(recordId.slice('urn:uuid:'.length).replaceAll('-', '').slice(0, 13), 16)
}

function leaveOut({ leftOut }: WarcCopy, url: string, reason: string): void {
  if (leftOut.length < MAX_NAMED) leftOut.push({ url, reason })
}

function describe({ collections }: ExportSelection) {
  return { software: userAgent(), event: collections.map(({ event }) => event.name).join('; ') }
}

/** Times and ids of the file's own records are derived from the collections and the request, so that the export is reproducible. */
async function sourcesOf({ collections, asked }: ExportSelection): Promise<RecordSources> {
  const hash = createHash('sha256').update(asked)
  let last = new Date(0).toISOString()
  for (const { id, store } of collections) {
    const { lastFetchedAt } = await store.overview()
    if (lastFetchedAt !== null && lastFetchedAt > last) last = lastFetchedAt
    hash.update(`\n${id} ${lastFetchedAt}`)
  }
  const seed = hash.digest()
  let drawn = 0
  return {
    now: () => new Date(last),
    randomBytes: (count) =>
      createHash('sha256').update(seed).update(String(drawn++)).digest().subarray(0, count),
  }
}

async function member(record: Promise<Buffer>): Promise<Buffer> {
  return compressMember(await record, GZIP_LEVEL)
}
