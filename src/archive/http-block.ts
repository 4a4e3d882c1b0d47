import { headerValue } from '../http/headers.ts'
import type { Exchange, HeaderField } from '../model/exchange.ts'
import { headerBlock, parseHeader } from './header-lines.ts'

const KEPT_AS = 'X-Archive-Orig-'
// Credentials of the operator: archives are shared with others.
const SECRETS = new Set(['proxy-authorization', 'authorization'])

/** The request in origin form, also when a proxy was used. */
export function requestBlock(exchange: Exchange): Buffer {
  const { path, host } = pathAndHost(exchange.url)
  const sent = exchange.requestHeaders.filter(([name]) => !SECRETS.has(name.toLowerCase()))
  const fields = headerValue(sent, 'host') === undefined ? [['Host', host] as const, ...sent] : sent
  return headerBlock(`${exchange.method} ${path} HTTP/1.1`, fields)
}

function pathAndHost(url: string): { path: string; host: string } {
  try {
    const { pathname, search, host } = new URL(url)
    return { path: pathname + search, host }
  } catch {
    return { path: targetUri(url), host: '' }
  }
}

/**
 * Status line and headers in the order and spelling received, with two exceptions, because the body is stored without chunking and may
 * be truncated: `Transfer-Encoding`, and a `Content-Length` that is not the length of the stored body, are kept under another name.
 */
export function responseHeader(exchange: Exchange): Buffer {
  const { status, statusText, responseHeaders, body } = exchange
  const code = Number.isInteger(status) && status >= 100 && status <= 999 ? String(status) : '000'
  const fields = storedFields(responseHeaders, body.length, status)
  // Some readers expect at least one field.
  if (fields.length === 0) fields.push([`${KEPT_AS}Headers`, 'none'])
  return headerBlock(`HTTP/1.1 ${code} ${statusText}`, fields)
}

function storedFields(received: readonly HeaderField[], length: number, status: number): HeaderField[] {
  // The Content-Length of a 304 is that of the page, not of its own empty body.
  const isFalse = (value: string) => status !== 304 && value.trim() !== String(length)
  const lengthIsFalse = received.some(([name, value]) => isLength(name) && isFalse(value))
  let corrected = false
  const fields: HeaderField[] = []
  for (const [name, value] of received) {
    if (name.toLowerCase() === 'transfer-encoding') fields.push([`${KEPT_AS}Transfer-Encoding`, value])
    else if (isLength(name) && lengthIsFalse) {
      if (!corrected) fields.push([name, String(length)])
      corrected = true
      fields.push([`${KEPT_AS}Content-Length`, value])
    } else fields.push([name, value])
  }
  return fields
}

function isLength(name: string): boolean {
  return name.toLowerCase() === 'content-length'
}

/** A URL for a header field: anything but printable ASCII is percent-encoded. */
export function targetUri(url: string): string {
  return url.replace(/[^\x21-\x7e]/gu, (character) =>
    [...Buffer.from(character)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  )
}

export interface StoredResponse {
  readonly status: number
  readonly statusText: string
  /** One character per byte, in the order and spelling stored. */
  readonly headers: readonly HeaderField[]
  /** The bytes after the header, as stored. */
  readonly stored: Buffer
  /** `stored` without chunking, if the header announces it and the bytes are chunked; still content-encoded. */
  readonly body: Buffer
}

/** The HTTP response in the block of a `response` record; null when it is not one. */
export function parseResponse(block: Buffer): StoredResponse | null {
  const header = parseHeader(block, 'latin1')
  const match = header && /^HTTP\/\d(?:\.\d)? (\d{3})(?: (.*))?$/.exec(header.first)
  if (!header || !match) return null
  const stored = block.subarray(header.length)
  const coding = headerValue(header.fields, 'transfer-encoding')?.toLowerCase() ?? ''
  return {
    status: Number(match[1]),
    statusText: match[2] ?? '',
    headers: header.fields,
    stored,
    body: coding.includes('chunked') ? (withoutChunking(stored) ?? stored) : stored,
  }
}

// Enough for any chunk size line.
const MAX_CHUNK_LINE = 256

/** Null when the bytes are not chunked; a truncated last chunk is accepted. */
function withoutChunking(bytes: Buffer): Buffer | null {
  const chunks: Buffer[] = []
  let at = 0
  while (at < bytes.length) {
    const newline = bytes.subarray(at, at + MAX_CHUNK_LINE).indexOf(10)
    if (newline === -1) return null
    const match = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?\r?$/i.exec(bytes.toString('latin1', at, at + newline))
    if (!match) return null
    const size = Number.parseInt(match[1] ?? '', 16)
    if (size === 0) return Buffer.concat(chunks)
    const start = at + newline + 1
    chunks.push(bytes.subarray(start, start + size))
    at = start + size
    if (bytes[at] === 13) at += 1
    if (bytes[at] === 10) at += 1
  }
  return Buffer.concat(chunks)
}

// Media types whose formats are always compressed.
const COMPRESSED_TYPE =
  /^(?:image\/(?:avif|gif|jpe?g|png|webp)|video\/|audio\/(?!(?:x-)?wav)|font\/woff|application\/(?:zip|(?:x-)?gzip))/i

// Some servers put a character set into Content-Encoding.
const COMPRESSED_CODING = /\b(?:gzip|deflate|br|zstd|compress)\b/i

/** Whether the body is already compressed, by a content encoding or by its format. */
export function isCompressed({ responseHeaders }: Exchange): boolean {
  if (COMPRESSED_CODING.test(headerValue(responseHeaders, 'content-encoding') ?? '')) return true
  return COMPRESSED_TYPE.test(headerValue(responseHeaders, 'content-type')?.trim() ?? '')
}
