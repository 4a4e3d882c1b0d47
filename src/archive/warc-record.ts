import { headerValue } from '../http/headers.ts'
import type { HeaderField } from '../model/exchange.ts'
import { MAX_HEADER_BYTES, parseHeader } from './header-lines.ts'

/** A record and its location: in a compressed file, that of its gzip member (length 0 when it shares one). */
export interface WarcRecord {
  readonly offset: number
  readonly length: number
  /** `1.0`, `1.1` ... */
  readonly version: string
  /** `response`, `request`, `warcinfo` ...; lower case; empty if missing. */
  readonly type: string
  /** `WARC-Target-URI` without angle brackets, which some writers add. */
  readonly url: string
  readonly fields: readonly HeaderField[]
  readonly block: Buffer
}

export type RecordParse =
  /** `taken`: length of header, block and the two line ends. `framed`: whether those line ends are there. */
  | { readonly kind: 'record'; readonly record: WarcRecord; readonly taken: number; readonly framed: boolean }
  | { readonly kind: 'incomplete'; readonly needs: number; readonly what: string }
  | { readonly kind: 'bad'; readonly what: string }

const VERSION_LINE = /^WARC\/(\d{1,3}\.\d{1,3})[ \t]*$/
const LINE_END = Buffer.from('\r\n\r\n')

/** Parses the record at the first byte. `incomplete` gives the number of bytes it needs, as far as known. */
export function parseRecord(bytes: Buffer, offset: number, length?: number): RecordParse {
  const header = parseHeader(bytes, 'utf8')
  if (!header) {
    return looksLikeRecord(bytes) && bytes.length < MAX_HEADER_BYTES
      ? { kind: 'incomplete', needs: bytes.length + 1, what: 'the record header does not end' }
      : { kind: 'bad', what: 'no WARC record starts here' }
  }
  const version = VERSION_LINE.exec(header.first)?.[1]
  if (version === undefined) return { kind: 'bad', what: 'no WARC record starts here' }
  const stated = headerValue(header.fields, 'content-length') ?? ''
  if (!/^\d{1,15}$/.test(stated)) return { kind: 'bad', what: `Content-Length is ${JSON.stringify(stated)}` }
  const end = header.length + Number(stated)
  if (bytes.length < end) {
    const missing = end - bytes.length
    const what = `the block should have ${stated} bytes, but ${missing} of them are missing`
    return { kind: 'incomplete', needs: end + LINE_END.length, what }
  }
  const framed = bytes.subarray(end, end + LINE_END.length).equals(LINE_END)
  const taken = framed ? end + LINE_END.length : end
  const record: WarcRecord = {
    offset,
    length: length ?? taken,
    version,
    type: (headerValue(header.fields, 'warc-type') ?? '').toLowerCase(),
    url: withoutBrackets(headerValue(header.fields, 'warc-target-uri') ?? ''),
    fields: header.fields,
    block: bytes.subarray(header.length, end),
  }
  return { kind: 'record', record, taken, framed }
}

/** True also for the first few bytes of a record. */
function looksLikeRecord(bytes: Buffer): boolean {
  return bytes.length > 0 && 'WARC/'.startsWith(bytes.toString('latin1', 0, Math.min(5, bytes.length)))
}

function withoutBrackets(uri: string): string {
  return uri.startsWith('<') && uri.endsWith('>') ? uri.slice(1, -1) : uri
}
