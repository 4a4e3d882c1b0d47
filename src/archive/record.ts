import { isIP } from 'node:net'
import type { Exchange } from '../model/exchange.ts'
import { sha256 } from './digest.ts'
import { type HeaderField, headerBlock } from './header-lines.ts'
import { requestBlock, responseHeader, targetUri } from './http-block.ts'

const VERSION = 'WARC/1.1'
const END = Buffer.from('\r\n\r\n')

/** What a record takes from outside itself. */
export interface RecordSources {
  readonly now: () => Date
  readonly randomBytes: (count: number) => Uint8Array
}

/** What the `warcinfo` record says about the run. Names no machine unless told to. */
export interface RunDescription {
  /** Program and version: `Eventide/1.2.3`. */
  readonly software: string
  /** Name of the event the collection is about. */
  readonly event?: string
  /** Who runs the crawl: an address or page to write to. */
  readonly operator?: string
  readonly userAgent?: string
  /** `obey` (RFC 9309) unless the run was told otherwise. */
  readonly robots?: string
  readonly hostname?: string
}

export interface ExchangeRecords {
  readonly request: Buffer
  readonly response: Buffer
  readonly payloadDigest: string
  /** Of the response: `urn:uuid:...` */
  readonly recordId: string
}

/** The record that opens each file. */
export async function warcinfoRecord(
  run: RunDescription,
  file: string,
  sources: RecordSources,
): Promise<Buffer> {
  const optional: readonly (readonly [string, string | undefined])[] = [
    ['isPartOf', run.event],
    ['operator', run.operator],
    ['http-header-user-agent', run.userAgent],
    ['hostname', run.hostname],
  ]
  const fields: HeaderField[] = [
    ['format', 'WARC File Format 1.1'],
    ['conformsTo', 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/'],
    ['robots', run.robots ?? 'obey'],
  ]
  for (const [name, value] of optional) if (value !== undefined && value !== '') fields.push([name, value])
  const block = headerBlock(`software: ${run.software}`, fields, 'utf8').subarray(0, -2)
  const head: HeaderField[] = [
    ['WARC-Type', 'warcinfo'],
    ['WARC-Record-ID', `<${newRecordId(sources)}>`],
    ['WARC-Date', sources.now().toISOString()],
    ['WARC-Filename', file],
    ['Content-Type', 'application/warc-fields'],
  ]
  return buildRecord(head, [block])
}

/** Request and response of one exchange, each naming the other. */
export async function exchangeRecords(exchange: Exchange, sources: RecordSources): Promise<ExchangeRecords> {
  const requestId = newRecordId(sources)
  const recordId = newRecordId(sources)
  const common = commonFields(exchange, sources)
  const payloadDigest = await sha256(exchange.body)
  const request = await buildRecord(
    [
      ['WARC-Type', 'request'],
      ['WARC-Record-ID', `<${requestId}>`],
      ['WARC-Concurrent-To', `<${recordId}>`],
      ...common,
      ['Content-Type', 'application/http; msgtype=request'],
    ],
    [requestBlock(exchange)],
  )
  const truncated: HeaderField[] = exchange.truncated ? [['WARC-Truncated', exchange.truncated]] : []
  const response = await buildRecord(
    [
      ['WARC-Type', 'response'],
      ['WARC-Record-ID', `<${recordId}>`],
      ['WARC-Concurrent-To', `<${requestId}>`],
      ...common,
      ['WARC-Payload-Digest', payloadDigest],
      ...truncated,
      ['Content-Type', 'application/http; msgtype=response'],
    ],
    [responseHeader(exchange), exchange.body],
  )
  return { request, response, payloadDigest, recordId }
}

function commonFields(exchange: Exchange, sources: RecordSources): HeaderField[] {
  const began = Number.isNaN(exchange.startedAt.getTime()) ? sources.now() : exchange.startedAt
  const fields: HeaderField[] = [
    ['WARC-Date', began.toISOString()],
    ['WARC-Target-URI', targetUri(exchange.url)],
  ]
  // A zone (`%eth0`) names an interface of this machine, not an address of the server.
  const address = exchange.ip?.split('%', 1)[0] ?? ''
  if (isIP(address) !== 0) fields.push(['WARC-IP-Address', address])
  return fields
}

async function buildRecord(head: readonly HeaderField[], block: readonly Uint8Array[]): Promise<Buffer> {
  const content = block.length === 1 && block[0] ? block[0] : Buffer.concat(block)
  const header = headerBlock(
    VERSION,
    [...head, ['WARC-Block-Digest', await sha256(content)], ['Content-Length', String(content.length)]],
    'utf8',
  )
  return Buffer.concat([header, content, END])
}

function newRecordId(sources: RecordSources): string {
  const bytes = Buffer.from(sources.randomBytes(16))
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
  return `urn:uuid:${parts.join('-')}`
}
