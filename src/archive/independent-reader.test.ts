import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SerializerInMemBuffer, WARCParser, type WARCRecord, WARCSerializer } from 'warcio'
import type { Exchange, HeaderField } from '../model/exchange.ts'
import { sampleExchange, steadyOptions, temporaryFolder } from './fixtures.ts'
import { safeName, safeValue } from './header-lines.ts'
import { parseResponse, targetUri } from './http-block.ts'
import { readRecordAt } from './warc-reader.ts'
import { openArchive } from './warc-writer.ts'

/** What warcio, which shares no code with this module, makes of a file; digests computed by it, not read. */
async function readIndependently(path: string) {
  const found = []
  const blocks = new WARCParser(createReadStream(path), { parseHttp: false, keepHeadersCase: true })
  const payloads = new WARCParser(createReadStream(path), { keepHeadersCase: true })
  for await (const record of blocks) {
    const { offset } = blocks
    const stated = { block: record.warcBlockDigest, payload: record.warcPayloadDigest }
    await recompute(record)
    const parsed = await payloads.parse()
    if (!parsed) throw new Error('fewer records with HTTP than without')
    const body = await recompute(parsed)
    const computed = { block: record.warcBlockDigest, payload: parsed.warcPayloadDigest }
    const headers = parsed.getResponseInfo()?.headers
    found.push({ type: record.warcType, url: record.warcTargetURI, offset, stated, computed, body, headers })
  }
  return found
}

/** Lets warcio replace the digests a record states by its own; returns what it hashed after the HTTP header. */
async function recompute(record: WARCRecord): Promise<Buffer> {
  const buffer = new SerializerInMemBuffer()
  await new WARCSerializer(record, {}, buffer).digestRecord({ recompute: true })
  return Buffer.concat(buffer.buffers)
}

async function write(exchanges: readonly Exchange[]) {
  const dir = await temporaryFolder()
  const archive = await openArchive(dir, steadyOptions())
  const captures = await Promise.all(exchanges.map((exchange) => archive.append(exchange)))
  await archive.close()
  const [name = ''] = await readdir(dir)
  return { path: join(dir, name), captures }
}

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('a', '\r', '\n', ':', ' ', '\t', '\0', 'é', '\x85', 'WARC/1.1', '\u2028'),
    maxLength: 12,
  }),
)
const headers = fc.array(
  fc.tuple(
    fc.oneof(hostileText, fc.constantFrom('Content-Length', 'Transfer-Encoding', 'content-length', 'X-A')),
    fc.oneof(hostileText, fc.constantFrom('0', '12', 'chunked', 'gzip')),
  ),
  { maxLength: 8 },
)
const exchanges: fc.Arbitrary<Exchange> = fc
  .record({
    url: fc.oneof(fc.webUrl({ withQueryParameters: true }), hostileText),
    requestHeaders: headers,
    responseHeaders: headers,
    status: fc.oneof(fc.integer({ min: 100, max: 599 }), fc.constantFrom(0, -1, 1e9, Number.NaN)),
    statusText: hostileText,
    body: fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.constant(Buffer.from('\r\n\r\nWARC/1.1\r\nWARC-Type: response\r\nContent-Length: 0\r\n\r\n')),
    ),
    truncated: fc.constantFrom(null, 'length', 'time', 'disconnect', 'unspecified'),
    ip: fc.oneof(fc.constant(null), fc.ipV4(), fc.ipV6(), hostileText),
    startedAt: fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: false }),
  })
  .map((changes) => sampleExchange(changes as Partial<Exchange>))

describe('an independent reader', () => {
  it('agrees on type, URL, location, payload and both digests of every record', async () => {
    const pages = [
      sampleExchange(),
      sampleExchange({ url: 'http://x.example/empty', body: Buffer.alloc(0), responseHeaders: [] }),
      sampleExchange({ url: 'http://x.example/large', body: Buffer.alloc(700_000, 'storm \n') }),
      sampleExchange({
        url: 'http://x.example/cut',
        truncated: 'length',
        responseHeaders: [['Content-Length', '9']],
      }),
      sampleExchange({ responseHeaders: [['Transfer-Encoding', 'chunked']] }),
    ]
    const { path, captures } = await write(pages)
    const found = await readIndependently(path)
    expect(found.map(({ type }) => type)).toEqual([
      'warcinfo',
      ...pages.flatMap(() => ['request', 'response']),
    ])
    for (const { stated, computed, type } of found)
      if (type !== 'warcinfo') expect(stated.block).toBe(computed.block)
    const responses = found.filter(({ type }) => type === 'response')
    for (const [at, response] of responses.entries()) {
      expect(response.url).toBe(pages[at]?.url)
      expect(response.offset).toBe(captures[at]?.location.offset)
      expect(Buffer.compare(response.body, pages[at]?.body ?? Buffer.alloc(1))).toBe(0)
      expect(response.stated.payload).toBe(response.computed.payload)
      expect(response.stated.payload).toBe(captures[at]?.payloadDigest)
    }
    expect(responses[3]?.headers?.get('Content-Length')).toBe('44')
    expect(responses[3]?.headers?.get('X-Archive-Orig-Content-Length')).toBe('9')
    expect(responses[4]?.headers?.get('X-Archive-Orig-Transfer-Encoding')).toBe('chunked')
  })

  it('reads any exchange, however hostile, as exactly one request and one response, and so do we', async () => {
    await fc.assert(
      fc.asyncProperty(exchanges, async (exchange) => {
        const { path, captures } = await write([exchange])
        const found = await readIndependently(path)
        expect(found.map(({ type }) => type)).toEqual(['warcinfo', 'request', 'response'])
        expect(found[1]?.stated.block).toBe(found[1]?.computed.block)
        expect(found[2]?.stated).toEqual(found[2]?.computed)
        expect(Buffer.compare(found[2]?.body ?? Buffer.alloc(0), exchange.body)).toBe(0)

        const { offset, length } = captures[0]?.location ?? { offset: 0, length: 0 }
        const event = await readRecordAt(path, offset, length)
        if (event.kind === 'problem') throw new Error(event.problem.what)
        expect(event.record.url).toBe(targetUri(exchange.url))
        const response = parseResponse(event.record.block)
        expect(response?.stored.equals(exchange.body)).toBe(true)
        expect(response && withoutChanges(response.headers)).toEqual(sentHeaders(exchange))
      }),
      { numRuns: 150 },
    )
  })
})

/** The stored headers with the documented changes undone. */
function withoutChanges(stored: readonly HeaderField[]) {
  const original = stored
    .filter(([name]) => name !== 'X-Archive-Orig-Headers')
    .filter(([name], at) => !(isLength(name) && stored[at + 1]?.[0] === 'X-Archive-Orig-Content-Length'))
  return original.map(([name, value]) => [name.replace('X-Archive-Orig-', '').toLowerCase(), value])
}

function isLength(name: string): boolean {
  return name.toLowerCase() === 'content-length'
}

function sentHeaders(exchange: Exchange) {
  return exchange.responseHeaders.map(([name, value]) => {
    const safe = safeValue(value)
    const bytes = Buffer.from(safe, /[^\0-\xff]/.test(safe) ? 'utf8' : 'latin1')
    return [safeName(name).toLowerCase(), bytes.toString('latin1')]
  })
}
