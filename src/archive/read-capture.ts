import { join } from 'node:path'
import { headerValue } from '../http/headers.ts'
import type { WarcLocation } from '../model/exchange.ts'
import { readWarcFile } from './warc-reader.ts'
import type { WarcRecord } from './warc-record.ts'

/** How far before a capture its companions (request, metadata, conversion) are searched. */
const COMPANION_BYTES = 64 * 1024 * 1024

/** The location of a capture, and what was written with it. */
export interface CapturePlace {
  readonly warc: WarcLocation
  readonly recordId: string
  readonly companionsFrom: number
}

interface ReadCapture {
  readonly capture: WarcRecord | null
  /** The page as a browser rendered it. */
  readonly drawn: WarcRecord | null
  /** The note that the crawl archived with it, as JSON. */
  readonly note: WarcRecord | null
}

/** A capture and what was written with it; null where there is none that can be read. */
export async function readCapture(
  dir: string,
  { warc, recordId, companionsFrom }: CapturePlace,
): Promise<ReadCapture> {
  const start = warc.offset - companionsFrom > COMPANION_BYTES ? warc.offset : companionsFrom
  let drawn: WarcRecord | null = null
  let note: WarcRecord | null = null
  for await (const event of readWarcFile(join(dir, warc.file), { start })) {
    if (event.kind === 'problem') continue
    const { record } = event
    if (record.offset >= warc.offset)
      return { capture: isAt(record, warc, recordId) ? record : null, drawn, note }
    if (!names(record, 'WARC-Refers-To', recordId)) continue
    if (record.type === 'conversion') drawn = record
    else if (record.type === 'metadata') note = record
  }
  return { capture: null, drawn, note }
}

function isAt(record: WarcRecord, { offset }: WarcLocation, recordId: string): boolean {
  return record.offset === offset && names(record, 'WARC-Record-ID', recordId)
}

function names(record: WarcRecord, field: string, recordId: string): boolean {
  return headerValue(record.fields, field) === `<${recordId}>`
}
