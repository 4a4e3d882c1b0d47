import { headerValue } from '../http/headers.ts'
import type { Exchange, HeaderField } from '../model/exchange.ts'
import { headerBlock, parseHeader } from './header-lines.ts'

const KEPT_AS = 'X-Archive-Orig-'
// Credentials of whoever runs the crawl, never of the page: archives are given away.
const SECRETS = new Set(['proxy-authorization', 'authorization'])

/** The request as an origin sees it (origin form, also when a proxy carried it). */
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
 * Status line and headers in the order and spelling received, with two exceptions, because the body that follows
 * is stored without chunking and perhaps cut: `Transfer-Encoding`, and a `Content-Length` that is not the length of
 * what follows, are kept under another name.
 */
export function responseHeader(exchange: Exchange): Buffer {
  const { status, statusText, responseHeaders, body } = exchange
  const code = Number.isInteger(status) && status >= 100 && status <= 999 ? String(status) : '000'
  const fields = storedFields(responseHeaders, body.length, status)
  // Some readers look for the end of the header only after a first field.
  if (fields.length === 0) fields.push([`${KEPT_AS}Headers`, 'none'])
  return headerBlock(`HTTP/1.1 ${code} ${statusText}`, fields)
}

function storedFields(received: readonly HeaderField[], length: number, status: number): HeaderField[] {
  // A 304 states the length of the page it stands for, not of its own (empty) body.
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

/** A URL as a header field may hold it: anything that is not printable ASCII is percent-encoded. */
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
  /** After the header, exactly as stored. */
  readonly stored: Buffer
  /** `stored` with chunking undone where the header announces it and the bytes bear it out; content encoding is left to the caller. */
  readonly body: Buffer
}

/** The HTTP answer inside a `response` record's block; null when it does not start like one. */
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

// Enough for any chunk size and the extensions servers send.
const MAX_CHUNK_LINE = 256

/** Null when the bytes are not chunked after all; a last chunk that is cut short still counts. */
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

// Media types whose bytes are compressed by their own format, all of them.
const COMPRESSED_TYPE =
  /^(?:image\/(?:avif|gif|jpe?g|png|webp)|video\/|audio\/(?!(?:x-)?wav)|font\/woff|application\/(?:zip|(?:x-)?gzip))/i

// Some servers name a character set where an encoding belongs.
const COMPRESSED_CODING = /\b(?:gzip|deflate|br|zstd|compress)\b/i

/** Whether the body is compressed already: by a content encoding, or by its own format. */
export function isCompressed({ responseHeaders }: Exchange): boolean {
  if (COMPRESSED_CODING.test(headerValue(responseHeaders, 'content-encoding') ?? '')) return true
  return COMPRESSED_TYPE.test(headerValue(responseHeaders, 'content-type')?.trim() ?? '')
}
