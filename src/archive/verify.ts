import { basename, join } from 'node:path'
import { headerValue } from '../http/headers.ts'
import { diskLayer, type FileLayer, namesIfAny } from './archive-file.ts'
import { cdxLine } from './cdxj.ts'
import { compareIndex } from './compare-index.ts'
import { type ExpectedCapture, ExpectedRows, type FileClaims } from './expected-captures.ts'
import { targetUri } from './http-block.ts'
import { MARKER } from './open-marker.ts'
import { checkRecord, quoted } from './record-check.ts'
import { References } from './references.ts'
import { SortedLines } from './sorted-lines.ts'
import { PROBLEMS, type ProblemCode } from './verify-problems.ts'
import { readWarcFile } from './warc-reader.ts'
import type { WarcRecord } from './warc-record.ts'

export interface ArchiveProblem {
  readonly code: ProblemCode
  /** `error`: evidence is missing or wrong. `note`: harmless. */
  readonly level: 'error' | 'note'
  readonly file: string
  readonly offset: number
  readonly what: string
  readonly todo: string
}

const NOTHING_YET = {
  files: 0,
  bytes: 0,
  records: 0,
  responses: 0,
  /** Captures that refer to the payload of an earlier one. */
  revisits: 0,
  /** Rows of the database ... */
  expected: 0,
  /** ... and how many match a record with the right URL and digest. */
  confirmed: 0,
  /** Responses that no row refers to. */
  unclaimed: 0,
  errors: 0,
  notes: 0,
}
type VerifySummary = Readonly<typeof NOTHING_YET>

export interface VerifyOptions {
  readonly files?: FileLayer
  readonly maxRecordBytes?: number
  /** The CDXJ index to compare, if it exists. */
  readonly index?: string
  /** Characters kept in memory before temporary files are used. */
  readonly maxHeld?: number
}

/** Yields problems as they are found, once; `summary` is complete afterwards. */
export interface Verification extends AsyncIterable<ArchiveProblem> {
  readonly summary: VerifySummary
}

/**
 * Reads every record of an archive, checks what each states, and compares database and archive in both directions. Memory is bounded by
 * the rows of one file and one record.
 */
export function verifyArchive(
  dir: string,
  expected: AsyncIterable<ExpectedCapture>,
  options: VerifyOptions = {},
): Verification {
  return new ArchiveVerification(dir, expected, options)
}

const REFERENCE_SAYS = {
  'duplicate-id': 'an earlier record has the same WARC-Record-ID',
  'missing-partner': 'the record written together with this one (WARC-Concurrent-To) is not in the archive',
  'missing-target': 'the record this one refers to (WARC-Refers-To) is not in the archive',
  'wrong-target':
    'the record this one refers to is not a complete capture of the stated URL, time and payload',
  'unclaimed-target': 'the record this one refers to (WARC-Refers-To) is gone, and no row refers to this one',
} as const

class ArchiveVerification implements Verification {
  readonly summary = { ...NOTHING_YET }
  readonly #dir: string
  readonly #expected: AsyncIterable<ExpectedCapture>
  readonly #options: VerifyOptions
  readonly #rows: ExpectedRows
  readonly #references: References
  readonly #lines: SortedLines | null

  constructor(dir: string, expected: AsyncIterable<ExpectedCapture>, options: VerifyOptions) {
    this.#dir = dir
    this.#expected = expected
    this.#options = options
    this.#rows = new ExpectedRows(options.maxHeld)
    this.#references = new References(options.maxHeld)
    this.#lines = options.index === undefined ? null : new SortedLines(options.maxHeld)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ArchiveProblem, void, undefined> {
    try {
      for await (const found of this.#problems()) {
        this.summary[found.level === 'error' ? 'errors' : 'notes'] += 1
        yield found
      }
    } finally {
      await this.#rows.close()
      await this.#references.close()
      await this.#lines?.close()
    }
  }

  async *#problems(): AsyncGenerator<ArchiveProblem, void, undefined> {
    for await (const row of this.#expected) {
      this.summary.expected += 1
      await this.#rows.add(row)
    }
    const names = new Set(await namesIfAny(this.#options.files ?? diskLayer, this.#dir))
    const archives = [...names].filter((name) => name.endsWith('.warc.gz') || name.endsWith('.warc')).sort()
    yield* this.#missingFiles(new Set(archives))
    for (const [number, file] of archives.entries()) {
      this.summary.files += 1
      const open = names.has(file + MARKER)
      if (open) yield problem('file-open', file, 0, 'the file is being written, or its writer died')
      yield* this.#checkFile(file, number, open)
    }
    for await (const { code, file, offset } of this.#references.wrong())
      yield problem(code, archives[file] ?? '', offset, REFERENCE_SAYS[code])
    const { index } = this.#options
    if (index === undefined || !this.#lines) return
    for await (const { code, line, what } of compareIndex(index, this.#lines.sorted()))
      yield problem(code, basename(index), line, what)
  }

  async *#missingFiles(present: ReadonlySet<string>): AsyncGenerator<ArchiveProblem, void, undefined> {
    for (const file of this.#rows.files()) {
      if (present.has(file)) continue
      for (const [offset, , , url] of (await this.#rows.of(file)).left()) {
        yield problem('missing-file', file, offset, `the file with the capture of ${quoted(url)} is missing`)
      }
    }
  }

  async *#checkFile(
    file: string,
    number: number,
    open: boolean,
  ): AsyncGenerator<ArchiveProblem, void, undefined> {
    const claims = await this.#rows.of(file)
    try {
      yield* this.#checkRecords(file, number, open, claims)
    } catch (error) {
      yield problem('unreadable', file, 0, error instanceof Error ? error.message : String(error))
    }
    for (const [offset, , , url] of claims.left()) {
      yield problem('missing-record', file, offset, `there is no response record for ${quoted(url)} here`)
    }
  }

  async *#checkRecords(
    file: string,
    number: number,
    open: boolean,
    claims: FileClaims,
  ): AsyncGenerator<ArchiveProblem, void, undefined> {
    const { maxRecordBytes } = this.#options
    const claimedEnd = open ? claims.end : 0
    const before = this.summary.unclaimed
    const hasClaims = !claims.isEmpty
    let end = 0
    let records = 0
    for await (const event of readWarcFile(join(this.#dir, file), { maxRecordBytes })) {
      if (event.kind === 'problem') {
        const { code, offset, skipped, what } = event.problem
        end = Math.max(end, offset + skipped)
        // What follows the last record that the database knows was never reported as written.
        const truncated = code === 'gzip-truncated' || code === 'record-truncated'
        const tail = open && (truncated || offset >= claimedEnd)
        yield problem(tail ? 'open-tail' : code, file, offset, what)
        continue
      }
      const { record } = event
      records += 1
      end = Math.max(end, record.offset + record.length)
      if (records === 1 && record.type !== 'warcinfo') {
        yield problem('no-warcinfo', file, record.offset, 'the file does not start with a warcinfo record')
      }
      for (const { code, what } of checkRecord(record)) yield problem(code, file, record.offset, what)
      await this.#references.add(record, number, claims.has(record.offset))
      const line = this.#lines && cdxLine(record, file)
      if (line) await this.#lines?.add(line)
      if (record.type === 'response' || record.type === 'revisit')
        yield* this.#matchCapture(file, record, claims)
    }
    if (!hasClaims && !open && this.summary.unclaimed > before)
      yield problem('unknown-file', file, 0, 'no row refers to any record of this file')
    this.summary.records += records
    this.summary.bytes += end
  }

  *#matchCapture(
    file: string,
    record: WarcRecord,
    claims: FileClaims,
  ): Generator<ArchiveProblem, void, undefined> {
    this.summary[record.type === 'revisit' ? 'revisits' : 'responses'] += 1
    const claimants = claims.take(record.offset)
    if (claimants.length === 0) {
      this.summary.unclaimed += 1
      yield problem('unclaimed', file, record.offset, `no row refers to the capture of ${quoted(record.url)}`)
    }
    if (claimants.length > 1) {
      yield problem('claimed-twice', file, record.offset, `${claimants.length} rows refer to this record`)
    }
    const digest = headerValue(record.fields, 'WARC-Payload-Digest') ?? ''
    const has: readonly [ProblemCode, number | string][] = [
      ['wrong-length', record.length],
      ['wrong-url', record.url],
      ['wrong-digest', digest],
    ]
    for (const [, length, payloadDigest, url] of claimants) {
      const expected = [length, targetUri(url), payloadDigest]
      const wrong = has.flatMap(([code, found], index) =>
        expected[index] === found ? [] : [[code, found, expected[index]] as const],
      )
      if (wrong.length === 0) this.summary.confirmed += 1
      for (const [code, found, stated] of wrong) {
        const what = `the row says ${quoted(String(stated))}, the record ${quoted(String(found))}`
        yield problem(code, file, record.offset, what)
      }
    }
  }
}

export function problem(code: ProblemCode, file: string, offset: number, what: string): ArchiveProblem {
  const { level, todo } = PROBLEMS[code]
  return { code, level, file, offset, what, todo }
}
