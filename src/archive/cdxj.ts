import { headerValue } from '../http/headers.ts'
import { parseResponse } from './http-block.ts'
import { surtOf } from './surt.ts'
import type { WarcRecord } from './warc-record.ts'

/** Records about the file or a request, and lists of fields, are not indexed. */
function isIndexed(record: WarcRecord): boolean {
  if (record.type === 'warcinfo' || record.type === 'request' || record.type === '') return false
  const isFields = headerValue(record.fields, 'Content-Type') === 'application/warc-fields'
  return !((record.type === 'metadata' || record.type === 'resource') && isFields)
}

/**
 * The line of a record in a CDXJ index: SURT key, 14-digit time, and the location of the record as JSON, without a line end.
 * Null when the record is not indexed.
 */
export function cdxLine(record: WarcRecord, filename: string): string | null {
  if (!isIndexed(record) || record.url === '') return null
  const timestamp = (headerValue(record.fields, 'WARC-Date') ?? '').replace(/[-:T]/g, '').slice(0, 14)
  const isHttp = record.type === 'response' || record.type === 'revisit'
  const response = isHttp ? parseResponse(record.block) : null
  const entry = {
    url: record.url,
    mime: mimeOf(record, headerValue(response?.headers ?? [], 'content-type')),
    status: response ? String(response.status) : undefined,
    digest: headerValue(record.fields, 'WARC-Payload-Digest'),
    length: String(record.length),
    offset: String(record.offset),
    filename,
  }
  return `${surtOf(record.url)} ${timestamp} ${JSON.stringify(entry)}`
}

function mimeOf(record: WarcRecord, stated: string | undefined): string | undefined {
  if (record.type === 'revisit') return 'warc/revisit'
  const type = record.type === 'response' ? stated : headerValue(record.fields, 'Content-Type')
  return type?.split(';', 1)[0]?.trim() || undefined
}
