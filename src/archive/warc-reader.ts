import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { ByteWindow } from './byte-window.ts'
import { GZIP_MAGIC } from './gzip-member.ts'
import { readMembers } from './read-members.ts'
import { readPlain } from './read-plain.ts'
import type { WarcRecord } from './warc-record.ts'

export interface ReadOptions {
  /**
   * Maximum size of a record when inflated. Default: 64 MiB, several times the largest body the crawler keeps. Larger records are
   * reported and skipped, which defeats decompression bombs.
   */
  readonly maxRecordBytes?: number
  /** Offset in the file of the first byte of the source. */
  readonly start?: number
  /** The format to assume when the first bytes do not tell, as in a tail of zeros. */
  readonly format?: 'gzip' | 'plain'
}

/** Problems of the bytes of a file; docs/archive.md explains them. */
export type ReadProblemCode =
  | 'gzip-corrupt'
  | 'gzip-header'
  | 'gzip-truncated'
  | 'record-truncated'
  | 'record-malformed'
  | 'record-framing'
  | 'record-too-large'
  | 'not-per-record'

export interface ReadProblem {
  readonly code: ReadProblemCode
  /** Where the problem starts, and how many bytes were skipped because of it. */
  readonly offset: number
  readonly skipped: number
  readonly what: string
}

export type ReadEvent =
  | { readonly kind: 'record'; readonly record: WarcRecord }
  | { readonly kind: 'problem'; readonly problem: ReadProblem }

const MAX_RECORD_BYTES = 64 * 1024 * 1024
const CHUNK = 256 * 1024

/**
 * The records and problems of a `.warc` or `.warc.gz` file, in order. Never throws because of its content: after damage, reading resumes
 * at the next member or record. Memory is bounded by `maxRecordBytes`.
 */
export async function* readWarc(
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<ReadEvent, void, undefined> {
  const window = new ByteWindow(source, options.start ?? 0)
  const maxBytes = options.maxRecordBytes ?? MAX_RECORD_BYTES
  try {
    await window.fill(GZIP_MAGIC.length)
    if (formatOf(window.bytes, options.format) === 'gzip') yield* readMembers(window, maxBytes)
    else yield* readPlain(window, maxBytes)
  } finally {
    await window.close()
  }
}

function formatOf(head: Buffer, fallback: 'gzip' | 'plain' = 'plain'): 'gzip' | 'plain' {
  if (head.subarray(0, 2).equals(GZIP_MAGIC.subarray(0, 2))) return 'gzip'
  return head.toString('latin1', 0, 3) === 'WAR' ? 'plain' : fallback
}

/** `readWarc` of a file, from `start` on. The file is opened by the first read. Rejects when the file cannot be read. */
export async function* readWarcFile(
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<ReadEvent, void, undefined> {
  const source = createReadStream(path, { start: options.start ?? 0, highWaterMark: CHUNK })
  yield* readWarc(source, { format: path.endsWith('.gz') ? 'gzip' : 'plain', ...options })
}

/** The record at exactly this location, or the problem there. Rejects when the file cannot be read. */
export async function readRecordAt(
  path: string,
  offset: number,
  length: number,
  options: { readonly maxRecordBytes?: number } = {},
): Promise<ReadEvent> {
  const wrong = (what: string): ReadEvent => ({
    kind: 'problem',
    problem: { code: 'record-malformed', offset, skipped: 0, what },
  })
  const limit = (options.maxRecordBytes ?? MAX_RECORD_BYTES) + CHUNK
  if (!Number.isSafeInteger(offset) || offset < 0 || !Number.isSafeInteger(length) || length <= 0) {
    return wrong('offset or length is invalid')
  }
  if (length > limit) return wrong(`${length} bytes exceed the limit of a record`)
  const bytes = await readBytes(path, offset, length)
  const format = path.endsWith('.gz') ? 'gzip' : 'plain'
  for await (const event of readWarc(oneChunk(bytes), { ...options, start: offset, format })) {
    const moved =
      event.kind === 'record' && (event.record.offset !== offset || event.record.length !== length)
    return moved ? wrong('there is no record of this length here') : event
  }
  return wrong('the file ends before this offset')
}

async function readBytes(path: string, offset: number, length: number): Promise<Buffer> {
  const handle = await open(path, 'r')
  try {
    const bytes = Buffer.alloc(Math.min(length, Math.max(0, (await handle.stat()).size - offset)))
    let done = 0
    while (done < bytes.length) {
      const { bytesRead } = await handle.read(bytes, done, bytes.length - done, offset + done)
      if (bytesRead === 0) break
      done += bytesRead
    }
    return bytes.subarray(0, done)
  } finally {
    await handle.close()
  }
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
