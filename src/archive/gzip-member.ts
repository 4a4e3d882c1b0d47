import { promisify } from 'node:util'
import { constants, crc32, gzipSync, inflateRaw, inflateRawSync, type ZlibOptions } from 'node:zlib'
import { errorCode } from './archive-file.ts'
import { gzipMember } from './gzip-engines.ts'

const inflateAsync = promisify<Buffer, ZlibOptions, Buffer>(inflateRaw)

// Size of output chunks; the default of 16 KiB costs a thread switch per chunk.
const PIECE = 64 * 1024

// Up to this size a record is compressed synchronously, which is faster than using another thread.
const COMPRESS_INLINE_BYTES = 4 * 1024

/**
 * One record as one gzip member. Large ones are compressed in the thread pool.
 * Every member starts with the same ten bytes on any machine, so that `verify` detects a changed one.
 */
export async function compressMember(bytes: Buffer, level: number): Promise<Buffer> {
  const inline = bytes.length <= COMPRESS_INLINE_BYTES
  const member = inline
    ? gzipSync(bytes, { level, memLevel: 5, chunkSize: COMPRESS_INLINE_BYTES })
    : await gzipMember(bytes, level)
  MEMBER_HEADER.copy(member)
  return member
}

/** Deflate, no flags, no time, no compression level, unknown operating system. */
export const MEMBER_HEADER = Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0xff])

export type Member =
  | { readonly kind: 'member'; readonly content: Buffer; readonly length: number }
  /** More bytes are needed; at the end of the file they are missing. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'corrupt'; readonly what: string }
  | { readonly kind: 'too-large' }

export const GZIP_MAGIC = Buffer.from([0x1f, 0x8b, 0x08])
const TRAILER = 8

/** Inflates the member at the first byte and verifies its checksum; bytes after it are ignored. */
export async function inflateMember(bytes: Buffer, maxBytes: number): Promise<Member> {
  const start = headerLength(bytes)
  if (start === 'incomplete') return { kind: 'incomplete' }
  if (start === null) return { kind: 'corrupt', what: 'no gzip header' }
  let inflated: { content: Buffer; taken: number }
  try {
    inflated = await inflateBody(bytes.subarray(start), maxBytes)
  } catch (error) {
    if (errorCode(error) === 'Z_BUF_ERROR') return { kind: 'incomplete' }
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') return { kind: 'too-large' }
    return { kind: 'corrupt', what: 'the compressed data or its checksum is wrong' }
  }
  const { content, taken } = inflated
  const trailer = start + taken
  if (bytes.length < trailer + TRAILER) return { kind: 'incomplete' }
  if (bytes.readUInt32LE(trailer) !== crc32(content)) return { kind: 'corrupt', what: 'checksum differs' }
  if (bytes.readUInt32LE(trailer + 4) !== content.length % 2 ** 32) {
    return { kind: 'corrupt', what: 'length differs' }
  }
  return { kind: 'member', content, length: trailer + TRAILER }
}

/** Whether a gzip member with a WARC record starts at the first byte. Reads a few hundred bytes only. */
export function beginsRecord(bytes: Buffer): boolean {
  return inflateStart(bytes, 256).toString('latin1', 0, 5) === 'WARC/'
}

/** The inflated start of a member; empty when that fails. */
export function inflateStart(bytes: Buffer, count: number = 4096): Buffer {
  const start = headerLength(bytes)
  if (typeof start !== 'number') return Buffer.alloc(0)
  try {
    return inflateRawSync(bytes.subarray(start, start + count), { finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return Buffer.alloc(0)
  }
}

// Inflating this much is faster than using another thread.
const INLINE_BYTES = 256 * 1024

type Inflated = { buffer: Buffer; engine: { bytesWritten: number } }

async function inflateBody(bytes: Buffer, maxBytes: number): Promise<{ content: Buffer; taken: number }> {
  const options = { info: true, chunkSize: PIECE }
  let inflated: unknown
  try {
    inflated = inflateRawSync(bytes, { ...options, maxOutputLength: Math.min(INLINE_BYTES, maxBytes) })
  } catch (error) {
    if (errorCode(error) !== 'ERR_BUFFER_TOO_LARGE' || maxBytes <= INLINE_BYTES) throw error
    inflated = await inflateAsync(bytes, { ...options, maxOutputLength: maxBytes })
  }
  // With `info`, Node also returns the engine: the bytes it consumed are the length of the member.
  const { buffer, engine } = inflated as Inflated
  return { content: buffer, taken: engine.bytesWritten }
}

const HAS_CHECK = 2
const HAS_EXTRA = 4
const HAS_NAME = 8
const HAS_COMMENT = 16
const RESERVED = 0xe0

/** Length of the member's header (RFC 1952); null when it is invalid. */
function headerLength(bytes: Buffer): number | 'incomplete' | null {
  const known = Math.min(bytes.length, GZIP_MAGIC.length)
  if (!bytes.subarray(0, known).equals(GZIP_MAGIC.subarray(0, known))) return null
  if (bytes.length < 10) return 'incomplete'
  const flags = bytes.readUInt8(3)
  if (flags & RESERVED) return null
  let at = 10
  if (flags & HAS_EXTRA) {
    if (bytes.length < at + 2) return 'incomplete'
    at += 2 + bytes.readUInt16LE(at)
  }
  for (const flag of [HAS_NAME, HAS_COMMENT]) {
    if (!(flags & flag)) continue
    const end = bytes.indexOf(0, at)
    if (end === -1) return 'incomplete'
    at = end + 1
  }
  if (flags & HAS_CHECK) at += 2
  return at > bytes.length ? 'incomplete' : at
}
