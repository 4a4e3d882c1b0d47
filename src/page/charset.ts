import { isAscii, isUtf8, transcode } from 'node:buffer'
import { getBOMEncoding, normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js'
import { analyse } from 'chardet'
import { ResultType, Sniffer } from 'encoding-sniffer/sniffer'
import type { CharsetSource } from '../model/page.ts'
import { clip } from './fold.ts'

export interface DecodedBody {
  readonly text: string
  /** Lower-case WHATWG name. */
  readonly charset: string
  readonly from: CharsetSource
  readonly truncated: boolean
}

/** Bytes searched for a meta declaration; some pages have scripts before it. */
const META_BYTES = 4096
/** Most declarations are in the first lines, so these are searched first. */
const META_STEP = 512
/** chardet reads about 3 MB/s: a larger sample would take longer than the rest of the reading. */
const SAMPLE_BYTES = 8192
/** A declared charset is wrong when more than one in this many non-ASCII characters cannot be decoded with it. */
const TOLERATED_ERRORS = 50
/**
 * chardet's confidence (0..100) above which a detected multi-byte charset overrides a declared single-byte
 * one.
 */
const SURE = 80

const MULTI_BYTE = new Set(['gbk', 'gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr', 'iso-2022-jp'])

/**
 * Decodes a body by the first rule that applies: byte order mark, HTTP header, meta or XML declaration, valid
 * UTF-8, detection. A declaration that contradicts the bytes is ignored (a server's default `charset=utf-8`
 * on a GBK page), so that the next rule decides.
 */
export function decodeBody(body: Uint8Array, headerLabel: string | null, limit: number): DecodedBody {
  const kept = body.subarray(0, limit * 4)
  const { charset, from } = chooseCharset(kept, headerLabel)
  const text = charset === 'utf-8' && from !== 'bom' ? decodeUtf8(kept) : decode(kept, charset)
  const short = text.length > limit ? clip(text, 0, limit) : text
  const truncated = kept.length < body.length || short.length < text.length
  // Only a zero byte decodes to U+0000, and searching bytes is ten times faster than searching text.
  const zeros = bufferOver(kept).includes(0) && short.includes('\0')
  return { text: zeros ? short.replaceAll('\0', '') : short, charset, from, truncated }
}

function chooseCharset(
  bytes: Uint8Array,
  headerLabel: string | null,
): { charset: string; from: CharsetSource } {
  const bom = getBOMEncoding(bytes)
  if (bom) return { charset: bom, from: 'bom' }
  const wide = utf16ByZeros(bytes)
  if (wide) return { charset: wide, from: 'detected' }

  const header = known(headerLabel)
  const utf8 = isUtf8(withoutPartialEnd(bytes))
  // The markup is consulted only when the header is missing or may be wrong.
  if (utf8 && header === 'utf-8') return { charset: header, from: 'header' }
  const meta = declaredInMarkup(bytes)
  const escapes =
    header === 'iso-2022-jp' || meta === 'iso-2022-jp' || bytes.subarray(0, SAMPLE_BYTES).includes(0x1b)
  if (isAscii(bytes) && !escapes) return plainAscii(header, meta)

  // If the bytes are valid UTF-8, nothing else is tried.
  const firstHigh = utf8 ? -1 : firstBeyondAscii(bytes)
  const verdict = (charset: string) => fits(bytes, charset, utf8, firstHigh)
  if (header && verdict(header) && !isBlanket(header, meta, verdict)) {
    const found = header === 'windows-1252' && !meta ? detected(bytes, firstHigh) : null
    if (found && found.confidence >= SURE && MULTI_BYTE.has(found.charset)) {
      return { charset: found.charset, from: 'detected' }
    }
    return { charset: header, from: 'header' }
  }
  if (meta && verdict(meta)) return { charset: meta, from: 'meta' }
  if (utf8) return { charset: 'utf-8', from: 'utf8' }
  const found = detected(bytes, firstHigh)
  if (found && verdict(found.charset)) return { charset: found.charset, from: 'detected' }
  if (header ?? meta) return { charset: header ?? meta ?? 'utf-8', from: header ? 'header' : 'meta' }
  return { charset: 'windows-1252', from: 'default' }
}

function firstBeyondAscii(bytes: Uint8Array): number {
  for (let i = 0; i < bytes.length; i++) if ((bytes[i] ?? 0) > 0x7f) return i
  return -1
}

function plainAscii(header: string | null, meta: string | null): { charset: string; from: CharsetSource } {
  if (header) return { charset: header, from: 'header' }
  if (meta) return { charset: meta, from: 'meta' }
  return { charset: 'utf-8', from: 'utf8' }
}

/** Servers declare Latin-1 by default: a plausible declaration in the page takes precedence. */
function isBlanket(header: string, meta: string | null, fitsBytes: (charset: string) => boolean): boolean {
  return header === 'windows-1252' && meta !== null && meta !== header && fitsBytes(meta)
}

/** Whether the bytes are plausible in the declared charset. */
function fits(bytes: Uint8Array, charset: string, utf8: boolean, firstHigh: number): boolean {
  if (utf8) return charset === 'utf-8' || charset === 'iso-2022-jp'
  const from = Math.max(0, firstHigh)
  const sample = decode(bytes.subarray(from, from + SAMPLE_BYTES), charset)
  let wrong = 0
  let beyond = 0
  for (let i = 0; i < sample.length; i++) {
    const code = sample.charCodeAt(i)
    if (code > 0x7f) beyond++
    if (code === 0xfffd) wrong++
  }
  // One broken character, such as a sequence cut at the end of the sample, proves nothing.
  return wrong <= 1 || wrong * TOLERATED_ERRORS <= beyond
}

function detected(bytes: Uint8Array, firstHigh: number): { charset: string; confidence: number } | null {
  const from = Math.max(0, firstHigh - 16)
  for (const match of analyse(bytes.subarray(from, from + SAMPLE_BYTES))) {
    const charset = known(match.name)
    if (charset) return { charset, confidence: match.confidence }
  }
  return null
}

function declaredInMarkup(bytes: Uint8Array): string | null {
  const sniffer = new Sniffer({ maxBytes: 2 * META_BYTES })
  const end = Math.min(bytes.length, META_BYTES)
  for (let at = 0; at < end && sniffer.resultType > ResultType.META_TAG; at += META_STEP)
    sniffer.write(bytes.subarray(at, Math.min(end, at + META_STEP)))
  return sniffer.resultType === ResultType.DEFAULT ? null : known(sniffer.encoding)
}

/** UTF-16 markup without a byte order mark: every second byte of its tags is zero. */
function utf16ByZeros(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const pairs = Math.min(bytes.length, 1024) >> 1
  if (pairs < 4) return null
  let even = 0
  let odd = 0
  for (let i = 0; i < pairs; i++) {
    const high = bytes[2 * i]
    const low = bytes[2 * i + 1]
    if (high === 0 && low !== 0) even++
    else if (high !== 0 && low === 0) odd++
  }
  if (odd * 3 > pairs && odd > even * 10) return 'utf-16le'
  if (even * 3 > pairs && even > odd * 10) return 'utf-16be'
  return null
}

function withoutPartialEnd(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  for (let back = 0; back < 4 && end > 0; back++) {
    const byte = bytes[end - 1] ?? 0
    if (byte < 0x80) return bytes.subarray(0, end)
    end--
    if (byte >= 0xc0) break
  }
  // Complete final characters may be dropped too, which never makes valid text invalid.
  return bytes.subarray(0, end)
}

function known(label: string | null): string | null {
  const name = label === null ? null : normalizeEncoding(label)
  return name === 'replacement' || name === 'x-user-defined' ? null : name
}

/**
 * A Buffer decodes UTF-8 as the standard requires, except that it keeps a byte order mark. Decoding to
 * two-byte characters first takes half the time of V8's own decoder, even where one byte would do.
 */
function decodeUtf8(bytes: Uint8Array): string {
  if (isAscii(bytes)) return bufferOver(bytes).toString('latin1')
  return isUtf8(bytes)
    ? transcode(bytes, 'utf8', 'utf16le').toString('utf16le')
    : bufferOver(bytes).toString('utf8')
}

function bufferOver(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function decode(bytes: Uint8Array, charset: string): string {
  return new TextDecoder(charset).decode(bytes)
}
