import zlib from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codingsOf, decodeAtOnce, StreamDecoder } from './content-decoding.ts'

const ENCODE = new Map<string, (bytes: Uint8Array) => Uint8Array>([
  ['gzip', (bytes) => zlib.gzipSync(bytes)],
  ['x-gzip', (bytes) => zlib.gzipSync(bytes)],
  ['deflate', (bytes) => zlib.deflateSync(bytes)],
  ['br', (bytes) => zlib.brotliCompressSync(bytes)],
  ['identity', (bytes) => bytes],
])

type Ended = { end: string; body: Uint8Array }

function decodeInPieces(bytes: Uint8Array, codings: ReturnType<typeof codingsOf>, size: number, cap: number) {
  return new Promise<Ended>((resolve) => {
    const decoder = new StreamDecoder(codings, cap, (end) => resolve({ end, body: decoder.output.take() }))
    let at = 0
    const feed = () => {
      while (at < bytes.length && !decoder.ended) {
        const piece = bytes.subarray(at, at + size)
        at += size
        if (!decoder.write(piece, feed)) return
      }
      if (at >= bytes.length) decoder.end()
    }
    feed()
  })
}

describe('decoding', () => {
  it('decodes any combination of codings, at once and in pieces', async () => {
    const stacks = fc.array(fc.constantFrom(...ENCODE.keys()), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(
        stacks,
        fc.uint8Array({ maxLength: 500 }),
        fc.integer({ min: 1, max: 64 }),
        async (names, plain, size) => {
          const encoded = names.reduce<Uint8Array>((bytes, name) => ENCODE.get(name)?.(bytes) ?? bytes, plain)
          const codings = codingsOf([names.join(' , ').toUpperCase()], 5)
          expect(Buffer.from(decodeAtOnce(encoded, codings, 10_000) ?? []).equals(plain)).toBe(true)
          const { end, body } = await decodeInPieces(encoded, codings, size, 10_000)
          expect(end).toBe('complete')
          expect(Buffer.from(body).equals(plain)).toBe(true)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('reads deflate without a zlib header', async () => {
    const raw = zlib.deflateRawSync('without a header')
    expect(Buffer.from(decodeAtOnce(raw, ['deflate'], 100) ?? []).toString()).toBe('without a header')
    const { body } = await decodeInPieces(raw, ['deflate'], 1, 100)
    expect(Buffer.from(body).toString()).toBe('without a header')
  })

  it('gives the readable part of a truncated or corrupt body', async () => {
    const whole = zlib.gzipSync(Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * i) % 251)))
    const cut = await decodeInPieces(whole.subarray(0, whole.length / 2), ['gzip'], 100, 100_000)
    expect(cut.end).toBe('complete')
    expect(cut.body.length).toBeGreaterThan(0)
    const broken = await decodeInPieces(Buffer.from('this is not gzip'), ['gzip'], 4, 100)
    expect(broken).toMatchObject({ end: 'broken', body: new Uint8Array(0) })
  })

  it('reads several gzip members', async () => {
    const bytes = Buffer.concat([zlib.gzipSync('one '), zlib.gzipSync('two')])
    const { body } = await decodeInPieces(bytes, ['gzip'], 1_000, 100)
    expect(Buffer.from(body).toString()).toBe('one two')
    expect(Buffer.from(decodeAtOnce(bytes, ['gzip'], 100) ?? []).toString()).toBe('one two')
  })

  it('accepts trailing garbage and a wrong checksum', () => {
    const bytes = zlib.gzipSync('still readable')
    const plain = (body: Uint8Array) => Buffer.from(decodeAtOnce(body, ['gzip'], 100) ?? []).toString()
    expect(plain(Buffer.concat([bytes, Buffer.from('rubbish'.repeat(100))]))).toBe('still readable')
    bytes.writeUInt32LE(1, bytes.length - 8)
    expect(plain(bytes)).toBe('still readable')
    const named = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 0x1c, 0, 0, 0, 0, 0, 3, 1, 0, 65]),
      Buffer.from('n\0c\0'),
    ])
    expect(plain(Buffer.concat([named, bytes.subarray(10)]))).toBe('still readable')
  })

  it('stops at the cap', async () => {
    const { end, body } = await decodeInPieces(zlib.gzipSync(Buffer.alloc(1_000)), ['gzip'], 5, 100)
    expect(end).toBe('full')
    expect(body.length).toBe(100)
    expect(decodeAtOnce(zlib.gzipSync(Buffer.alloc(1_000)), ['gzip'], 100)).toBeNull()
  })
})

describe('codingsOf', () => {
  it('reads repeated and listed values, the last applied first', () => {
    expect(codingsOf(['gzip, br', 'identity', ', X-GZIP ,'], 5)).toEqual(['gzip', 'br', 'gzip'])
    expect(codingsOf([], 5)).toEqual([])
    expect(codingsOf(['utf-8', 'constructor'], 5)).toEqual([])
  })

  it('refuses too many codings before decoding any', () => {
    expect(() => codingsOf([Array(100_000).fill('gzip').join()], 5)).toThrow(/more than 5/)
    expect(() => codingsOf(Array(6).fill('identity'), 5)).toThrow(/more than 5/)
    expect(() => codingsOf(['zstd'], 5)).toThrow(/zstd/)
  })
})
