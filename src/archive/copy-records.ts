import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { headerValue } from '../http/headers.ts'
import type { WarcLocation } from '../model/exchange.ts'
import { errorCode } from './archive-file.ts'
import { compressMember } from './gzip-member.ts'
import { readWarc } from './warc-reader.ts'
import type { WarcRecord } from './warc-record.ts'

/** A capture to copy. */
export interface CopiedCapture {
  readonly warc: WarcLocation
  /** `urn:uuid:...` */
  readonly recordId: string
  /** Where its companion records (request, metadata, conversion) may start: they are between here and the capture. */
  readonly companionsFrom: number
}

/** The members of one capture, companions first; or why it cannot be copied. */
export type CopyResult =
  | { readonly kind: 'records'; readonly members: readonly Buffer[] }
  | { readonly kind: 'problem'; readonly what: string }

/** Maximum size of one capture with its companions. */
const MAX_MEMBERS = 16
const GZIP_LEVEL = 3

/**
 * Reads the records of a capture, checked, as gzip members byte for byte as archived. Records of other captures in between are
 * skipped.
 */
export async function copyCapture(archiveDir: string, capture: CopiedCapture): Promise<CopyResult> {
  const { file, offset, length } = capture.warc
  if (basename(file) !== file) return problem(`${JSON.stringify(file)} is not the name of an archive file`)
  const path = join(archiveDir, file)
  let handle: FileHandle
  try {
    handle = await open(path, 'r')
  } catch (error) {
    return problem(`${file} cannot be read (${errorCode(error)})`)
  }
  try {
    const source = createReadStream(path, { start: capture.companionsFrom, end: offset + length - 1 })
    const format = file.endsWith('.gz') ? 'gzip' : 'plain'
    const members: Buffer[] = []
    for await (const event of readWarc(source, { start: capture.companionsFrom, format })) {
      if (event.kind === 'problem' || !belongsTo(event.record, capture.recordId)) continue
      const { record } = event
      const isCapture = record.offset === offset
      if (isCapture || members.length < MAX_MEMBERS) members.push(await memberOf(handle, record, format))
      if (isCapture) return { kind: 'records', members }
    }
    return problem(`${file} has no complete record at byte ${offset}`)
  } finally {
    await handle.close()
  }
}

function belongsTo({ fields }: WarcRecord, recordId: string): boolean {
  const id = `<${recordId}>`
  return ['WARC-Record-ID', 'WARC-Concurrent-To', 'WARC-Refers-To'].some(
    (name) => headerValue(fields, name) === id,
  )
}

async function memberOf(
  handle: FileHandle,
  { offset, length }: WarcRecord,
  format: 'gzip' | 'plain',
): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, offset + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return format === 'gzip' ? bytes.subarray(0, done) : compressMember(bytes.subarray(0, done), GZIP_LEVEL)
}

function problem(what: string): CopyResult {
  return { kind: 'problem', what }
}
