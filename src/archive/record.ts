import { isIP } from 'node:net'
import type { Conversion, Exchange, HeaderField, Original } from '../model/exchange.ts'
import type { Json } from '../model/json.ts'
import { sha256 } from './digest.ts'
import { headerBlock } from './header-lines.ts'
import { requestBlock, responseHeader, targetUri } from './http-block.ts'

const VERSION = 'WARC/1.1'
const END = Buffer.from('\r\n\r\n')

/** Clock and randomness of records. */
export interface RecordSources {
  readonly now: () => Date
  readonly randomBytes: (count: number) => Uint8Array
}

/** Content of the `warcinfo` record. Does not name the machine by default. */
export interface RunDescription {
  /** Program and version: `Eventide/1.2.3`. */
  readonly software: string
  /** Name of the event. */
  readonly event?: string
  /** Contact of the operator. */
  readonly operator?: string
  readonly userAgent?: string
  /** `obey` (RFC 9309) unless the run is configured otherwise. */
  readonly robots?: string
  readonly hostname?: string
  /** The options of the crawl, as JSON on one line. */
  readonly crawlOptions?: string
}

/** What is archived together with an exchange. */
export interface Companions {
  /** About the capture: becomes a `metadata` record. */
  readonly note?: Json
  /** The content in another form: becomes a `conversion` record. */
  readonly conversion?: Conversion
  /** Finds an earlier capture of the payload, to which a revisit record can refer. */
  readonly findOriginal?: (payloadDigest: string) => Promise<Original | undefined>
}

export interface ExchangeRecords {
  /** In the order of writing; the capture, a response or a revisit, is last. */
  readonly companions: readonly Buffer[]
  readonly capture: Buffer
  readonly payloadDigest: string
  /** Of the capture: `urn:uuid:...` */
  readonly recordId: string
  /** Of the capture with the payload, when this is a revisit. */
  readonly refersTo?: string
}

/** The first record of each file. */
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
    ['crawl-options', run.crawlOptions],
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

// The profiles of WARC 1.1: an identical payload was received, or the server answered that it has not changed.
const IDENTICAL_PAYLOAD = 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest'
const NOT_MODIFIED = 'http://netpreserve.org/warc/1.1/revisit/server-not-modified'

/** Prefix of the URI of metadata records, so that indexes do not take them for the page. */
const NOTE_SCHEME = 'urn:eventide:capture:'

/** Prefix of the URI of rendered pages, for the same reason: replay shows what the server sent. */
const DRAWN_SCHEME = 'urn:eventide:drawn:'

/** The records of one exchange, which refer to each other. */
export async function exchangeRecords(
  exchange: Exchange,
  sources: RecordSources,
  { note, conversion, findOriginal }: Companions = {},
): Promise<ExchangeRecords> {
  const requestId = newRecordId(sources)
  const recordId = newRecordId(sources)
  const about = aboutFields(exchange, sources)
  const { unchanged } = exchange
  const payloadDigest = unchanged?.payloadDigest ?? (await sha256(exchange.body))
  const identical = mayRefer(exchange) ? await findOriginal?.(payloadDigest) : undefined
  const original = unchanged ?? identical
  const request = await buildRecord(
    [
      ['WARC-Type', 'request'],
      ['WARC-Record-ID', `<${requestId}>`],
      ['WARC-Concurrent-To', `<${recordId}>`],
      ['WARC-Target-URI', targetUri(exchange.url)],
      ...about,
      ['Content-Type', 'application/http; msgtype=request'],
    ],
    [requestBlock(exchange)],
  )
  const capture = await buildRecord(
    [
      ['WARC-Type', original ? 'revisit' : 'response'],
      ['WARC-Record-ID', `<${recordId}>`],
      ['WARC-Concurrent-To', `<${requestId}>`],
      ['WARC-Target-URI', targetUri(exchange.url)],
      ...about,
      ['WARC-Payload-Digest', payloadDigest],
      ...(original ? revisitFields(original, unchanged !== undefined) : truncatedField(exchange)),
      ...resourceField(exchange),
      ['Content-Type', 'application/http; msgtype=response'],
    ],
    original ? [responseHeader(exchange)] : [responseHeader(exchange), exchange.body],
  )
  const notes = note === undefined ? [] : [await noteRecord(note, exchange, recordId, sources)]
  const forms = conversion ? [await conversionRecord(conversion, exchange, recordId, sources)] : []
  const refersTo = original ? { refersTo: original.recordId } : {}
  return { companions: [...notes, ...forms, request], capture, payloadDigest, recordId, ...refersTo }
}

/** Referring to an empty payload saves nothing, and a truncated one proves nothing about the whole. */
export function mayRefer({ body, truncated }: Exchange): boolean {
  return body.length > 0 && truncated === null
}

function truncatedField({ truncated }: Exchange): HeaderField[] {
  return truncated ? [['WARC-Truncated', truncated]] : []
}

/** The field by which archives mark the resources of a page, so that they are not taken for pages. */
export const RESOURCE_FIELD = 'WARC-Resource-Type'

function resourceField({ resource }: Exchange): HeaderField[] {
  return resource === undefined ? [] : [[RESOURCE_FIELD, resource]]
}

function revisitFields({ recordId, url, date }: Original, notModified: boolean): HeaderField[] {
  const fields: HeaderField[] = [
    ['WARC-Profile', notModified ? NOT_MODIFIED : IDENTICAL_PAYLOAD],
    ['WARC-Refers-To', `<${recordId}>`],
    ['WARC-Refers-To-Target-URI', targetUri(url)],
    ['WARC-Refers-To-Date', date],
  ]
  // Required by WARC 1.1 where an identical payload is omitted; a 304 has none.
  return notModified ? fields : [...fields, ['WARC-Truncated', 'length']]
}

async function noteRecord(note: Json, exchange: Exchange, describes: string, sources: RecordSources) {
  const head: HeaderField[] = [
    ['WARC-Type', 'metadata'],
    ['WARC-Record-ID', `<${newRecordId(sources)}>`],
    ['WARC-Concurrent-To', `<${describes}>`],
    ['WARC-Refers-To', `<${describes}>`],
    ['WARC-Target-URI', NOTE_SCHEME + targetUri(exchange.url)],
    ['WARC-Date', dateOf(exchange, sources)],
    ['Content-Type', 'application/json'],
  ]
  return buildRecord(head, [Buffer.from(JSON.stringify(note))])
}

/** A note about a whole file, as JSON. */
export function remarkRecord(about: string, remark: Json, sources: RecordSources): Promise<Buffer> {
  const head: HeaderField[] = [
    ['WARC-Type', 'metadata'],
    ['WARC-Record-ID', `<${newRecordId(sources)}>`],
    ['WARC-Target-URI', `urn:eventide:${about}`],
    ['WARC-Date', sources.now().toISOString()],
    ['Content-Type', 'application/json'],
  ]
  return buildRecord(head, [Buffer.from(JSON.stringify(remark))])
}

async function conversionRecord(made: Conversion, exchange: Exchange, of: string, sources: RecordSources) {
  const head: HeaderField[] = [
    ['WARC-Type', 'conversion'],
    ['WARC-Record-ID', `<${newRecordId(sources)}>`],
    ['WARC-Refers-To', `<${of}>`],
    ['WARC-Target-URI', DRAWN_SCHEME + targetUri(exchange.url)],
    ['WARC-Date', made.madeAt.toISOString()],
    ['Content-Type', made.contentType],
  ]
  return buildRecord(head, [made.body])
}

function dateOf({ startedAt }: Exchange, sources: RecordSources): string {
  return (Number.isNaN(startedAt.getTime()) ? sources.now() : startedAt).toISOString()
}

function aboutFields(exchange: Exchange, sources: RecordSources): HeaderField[] {
  const fields: HeaderField[] = [['WARC-Date', dateOf(exchange, sources)]]
  // A zone (`%eth0`) is an interface of this machine, not part of the server's address.
  const address = exchange.ip?.split('%', 1)[0] ?? ''
  if (isIP(address) !== 0) fields.push(['WARC-IP-Address', address])
  return fields
}

async function buildRecord(head: readonly HeaderField[], block: readonly Uint8Array[]): Promise<Buffer> {
  const length = block.reduce((sum, part) => sum + part.length, 0)
  const header = headerBlock(
    VERSION,
    [...head, ['WARC-Block-Digest', await sha256(...block)], ['Content-Length', String(length)]],
    'utf8',
  )
  return Buffer.concat([header, ...block, END])
}

export function newRecordId(sources: RecordSources): string {
  const bytes = Buffer.from(sources.randomBytes(16))
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
  return `urn:uuid:${parts.join('-')}`
}
