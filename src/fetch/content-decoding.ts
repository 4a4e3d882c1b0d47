import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import { FetchFailure } from '../model/errors.ts'
import { ByteSink } from './byte-sink.ts'
import { codeOf } from './error-code.ts'

type Coding = 'gzip' | 'deflate' | 'br'

const SUPPORTED = new Map<string, Coding | 'identity'>([
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
])

/** Registered codings that are not supported. Other unknown values (mostly charsets) are ignored, as browsers do. */
const UNSUPPORTED = new Set([
  'aes128gcm',
  'compress',
  'x-compress',
  'dcb',
  'dcz',
  'exi',
  'pack200-gzip',
  'zstd',
])

/** The codings of a body in the order in which they must be decoded. Throws `FetchFailure` when one is not supported. */
export function codingsOf(contentEncoding: readonly string[], limit: number): Coding[] {
  const names = contentEncoding
    .flatMap((value) => value.split(',', limit + 2))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  if (names.length > limit) throw new FetchFailure('encoding', `more than ${limit} content encodings`)
  const codings: Coding[] = []
  for (const name of names) {
    if (UNSUPPORTED.has(name)) throw new FetchFailure('encoding', name)
    const coding = SUPPORTED.get(name)
    if (coding !== undefined && coding !== 'identity') codings.unshift(coding)
  }
  return codings
}

// Flushing instead of finishing does not require a trailer: a truncated body still gives what arrived.
const ZLIB = { finishFlush: zlib.constants.Z_SYNC_FLUSH }
const BROTLI = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }

/** Servers send "deflate" with and without the zlib header; the method bits of the first byte tell which. */
function hasZlibHeader(first: number | undefined): boolean {
  return first !== undefined && (first & 0x0f) === 8
}

/** Decodes a whole body synchronously; null when that fails or any step gives more than `max` bytes. */
export function decodeAtOnce(body: Uint8Array, codings: readonly Coding[], max: number): Uint8Array | null {
  try {
    let bytes = body
    for (const coding of codings) {
      if (bytes.length === 0) return bytes
      if (coding === 'br') bytes = zlib.brotliDecompressSync(bytes, { ...BROTLI, maxOutputLength: max })
      else if (coding === 'gzip') bytes = gunzip(bytes, max)
      else if (hasZlibHeader(bytes[0])) bytes = zlib.inflateSync(bytes, { ...ZLIB, maxOutputLength: max })
      else bytes = zlib.inflateRawSync(bytes, { ...ZLIB, maxOutputLength: max })
    }
    return bytes
  } catch {
    return null
  }
}

function gunzip(bytes: Uint8Array, max: number): Uint8Array {
  try {
    return zlib.gunzipSync(bytes, { ...ZLIB, maxOutputLength: max })
  } catch (error) {
    // Browsers accept trailing garbage and wrong checksums.
    const start = gzipHeaderLength(bytes)
    if (start < 0 || codeOf(error) !== 'Z_DATA_ERROR') throw error
    return zlib.inflateRawSync(bytes.subarray(start), { ...ZLIB, maxOutputLength: max })
  }
}

/** Where the data of a gzip member begins (RFC 1952), or -1. */
function gzipHeaderLength(bytes: Uint8Array): number {
  const [first, second, method, flags = 0] = bytes
  if (first !== 0x1f || second !== 0x8b || method !== 8) return -1
  let at = 10
  if (flags & 4) at += 2 + (bytes[10] ?? 0) + 256 * (bytes[11] ?? 0)
  for (const text of [8, 16]) {
    if ((flags & text) === 0) continue
    const end = bytes.indexOf(0, at)
    if (end < 0) return -1
    at = end + 1
  }
  return flags & 2 ? at + 2 : at
}

/** `full`: a step gave more than the cap. `broken`: the data is not valid in its coding. */
type DecodingEnd = 'complete' | 'full' | 'broken'

/** Decodes a body while it arrives. The output of every step is capped, so that no step can grow without limit. */
export class StreamDecoder {
  readonly #codings: readonly Coding[]
  readonly #cap: number
  readonly #output: ByteSink
  readonly #stages: Transform[] = []
  readonly #onEnd: (end: DecodingEnd) => void
  #ended = false

  constructor(codings: readonly Coding[], cap: number, onEnd: (end: DecodingEnd) => void) {
    this.#codings = codings
    this.#cap = cap
    this.#output = new ByteSink(cap)
    this.#onEnd = onEnd
  }

  get output(): ByteSink {
    return this.#output
  }

  get ended(): boolean {
    return this.#ended
  }

  /** Decodes a piece; false when the caller should wait for `onReady` before the next. */
  write(piece: Uint8Array, onReady: () => void): boolean {
    if (this.#ended || this.#feed(0, piece)) return true
    this.#stages[0]?.once('drain', onReady)
    return false
  }

  /** The input is complete; `onEnd` is called when everything has been decoded. */
  end(): void {
    if (!this.#ended) this.#close(0)
  }

  destroy(): void {
    this.#ended = true
    for (const stage of this.#stages) stage.destroy()
  }

  #feed(index: number, piece: Uint8Array): boolean {
    if (index === this.#codings.length) {
      if (!this.#output.add(piece)) this.#finish('full')
      return true
    }
    const stage = this.#stages[index] ?? this.#open(index, piece)
    return stage.write(piece)
  }

  #open(index: number, first: Uint8Array): Transform {
    const stage = createStage(this.#codings[index], first)
    let bytes = 0
    stage.on('data', (piece: Buffer) => {
      if (this.#ended) return
      bytes += piece.length
      if (bytes > this.#cap && index + 1 < this.#codings.length) {
        this.#finish('full')
        return
      }
      if (this.#feed(index + 1, piece)) return
      stage.pause()
      this.#stages[index + 1]?.once('drain', () => stage.resume())
    })
    stage.on('end', () => {
      if (!this.#ended) this.#close(index + 1)
    })
    stage.on('error', () => this.#finish('broken'))
    this.#stages[index] = stage
    return stage
  }

  #close(index: number): void {
    const stage = this.#stages[index]
    if (stage) stage.end()
    else this.#finish('complete')
  }

  #finish(end: DecodingEnd): void {
    if (this.#ended) return
    this.destroy()
    this.#onEnd(end)
  }
}

function createStage(coding: Coding | undefined, first: Uint8Array): Transform {
  if (coding === 'br') return zlib.createBrotliDecompress(BROTLI)
  if (coding === 'gzip') return zlib.createGunzip(ZLIB)
  return hasZlibHeader(first[0]) ? zlib.createInflate(ZLIB) : zlib.createInflateRaw(ZLIB)
}
