import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseHeader } from '../../archive/header-lines.ts'
import { parseResponse } from '../../archive/http-block.ts'
import { RESOURCE_FIELD } from '../../archive/record.ts'
import { readRecordAt, readWarcFile } from '../../archive/warc-reader.ts'
import type { WarcRecord } from '../../archive/warc-record.ts'
import { codingsOf, decodeAtOnce } from '../../fetch/content-decoding.ts'
import { headerValue, headerValues } from '../../http/headers.ts'
import type { Capture, Exchange, KnownPayload, Truncation, WarcLocation } from '../../model/exchange.ts'
import { type CaptureNote, captureNoteIn, isRobotsNote } from '../capture-note.ts'

/** A response in the archive as it was received, with its record. */
export interface ArchivedExchange {
  readonly exchange: Exchange
  /** Decoded. */
  readonly body: Uint8Array
  readonly capture: Capture
}

/** What the archive tells about a crawl, in the order of writing. */
export type ArchivedStep =
  /** The options of the run that wrote the file. */
  | { readonly kind: 'options'; readonly options: Readonly<Record<string, unknown>> }
  /** A robots.txt, or a redirect on the way to it. */
  | ({ readonly kind: 'robots' } & ArchivedExchange)
  /** A URL of the frontier. `resources`: what pages requested while they were rendered, since the last step. */
  | ({
      readonly kind: 'visit'
      readonly note: CaptureNote
      /** The page as a browser drew it. */
      readonly drawn: string | null
      readonly resources: readonly ArchivedExchange[]
    } & ArchivedExchange)
  /** Bytes or records that tell nothing. */
  | { readonly kind: 'unreadable'; readonly file: string; readonly offset: number; readonly what: string }

const MAX_ENCODINGS = 16
const OUR_FILE = /^EVENTIDE-.*\.warc\.gz$/

/** Reads the archive of a collection once, file by file in the order in which they were begun. */
export async function* archivedVisits(dir: string, maxDecoded: number): AsyncGenerator<ArchivedStep> {
  const payloads = new Map<string, WarcLocation>()
  for (const file of filesIn(dir)) yield* stepsOf(dir, file, payloads, maxDecoded)
}

/** The options of each run that wrote to the archive, in order. */
export async function* runOptions(dir: string): AsyncGenerator<Readonly<Record<string, unknown>>> {
  for (const file of filesIn(dir)) {
    for await (const event of readWarcFile(join(dir, file))) {
      if (event.kind === 'record') for (const { options } of optionsIn(event.record)) yield options
      break
    }
  }
}

function filesIn(dir: string): string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir)
    .filter((name) => OUR_FILE.test(name))
    .sort()
}

async function* stepsOf(
  dir: string,
  file: string,
  payloads: Map<string, WarcLocation>,
  maxDecoded: number,
): AsyncGenerator<ArchivedStep> {
  let companions = new Map<string, Companions>()
  let resources: ArchivedExchange[] = []
  for await (const event of readWarcFile(join(dir, file))) {
    if (event.kind === 'problem') {
      yield { kind: 'unreadable', file, offset: event.problem.offset, what: event.problem.what }
      continue
    }
    const { record } = event
    yield* optionsIn(record)
    if (record.type === 'metadata' || record.type === 'conversion') noteCompanion(companions, record)
    if (record.type !== 'response' && record.type !== 'revisit') continue
    const archived = await archivedExchange(dir, file, record, payloads, maxDecoded)
    if (typeof archived === 'string') {
      yield { kind: 'unreadable', file, offset: record.offset, what: archived }
      continue
    }
    const { note, drawn } = companions.get(archived.capture.recordId) ?? {}
    if (archived.exchange.resource !== undefined) resources.push(archived)
    else if (isRobotsNote(note)) yield { kind: 'robots', ...archived }
    else {
      const read = captureNoteIn(note)
      if (!read) {
        yield { kind: 'unreadable', file, offset: record.offset, what: 'the record has no note of the crawl' }
        continue
      }
      yield { kind: 'visit', note: read, drawn: drawn ?? null, resources, ...archived }
      resources = []
      companions = new Map()
    }
  }
}

interface Companions {
  note?: unknown
  drawn?: string
}

function noteCompanion(companions: Map<string, Companions>, record: WarcRecord): void {
  const of = idIn(record, 'WARC-Refers-To')
  if (of === undefined) return
  const known = companions.get(of) ?? {}
  companions.set(of, known)
  if (record.type === 'conversion') known.drawn = record.block.toString('utf8')
  else known.note = jsonOf(record.block.toString('utf8'))
}

function* optionsIn(record: WarcRecord): Generator<Extract<ArchivedStep, { kind: 'options' }>> {
  if (record.type !== 'warcinfo') return
  const fields = parseHeader(Buffer.concat([record.block, Buffer.from('\r\n')]), 'utf8')?.fields ?? []
  const options = jsonOf(headerValue(fields, 'crawl-options') ?? '')
  if (typeof options === 'object' && options !== null)
    yield { kind: 'options', options: options as Record<string, unknown> }
}

/** The exchange that a record holds, or why it cannot be read. */
async function archivedExchange(
  dir: string,
  file: string,
  record: WarcRecord,
  payloads: Map<string, WarcLocation>,
  maxDecoded: number,
): Promise<ArchivedExchange | string> {
  const field = (name: string) => headerValue(record.fields, name)
  const recordId = idIn(record, 'WARC-Record-ID')
  const response = parseResponse(record.block)
  if (recordId === undefined || !response) return 'the record is not an HTTP response'
  const location = { file, offset: record.offset, length: record.length }
  const payloadDigest = field('WARC-Payload-Digest') ?? ''
  const refersTo = record.type === 'revisit' ? idIn(record, 'WARC-Refers-To') : undefined
  const unchanged =
    refersTo !== undefined && response.status === 304 ? originalIn(record, refersTo) : undefined
  const isStored = refersTo === undefined
  const payload = isStored || unchanged ? response.body : await payloadAt(dir, payloads.get(refersTo))
  if (payload === null) return 'the record that holds the payload is gone'
  const truncated = isStored ? ((field('WARC-Truncated') as Truncation | undefined) ?? null) : null
  const original = isStored && payload.length > 0 && truncated === null
  if (original) payloads.set(recordId, location)
  const codings = headerValues(response.headers, 'content-encoding')
  const exchange: Exchange = {
    ...{ url: record.url, method: 'GET', requestHeaders: [], status: response.status },
    ...{ statusText: response.statusText, responseHeaders: response.headers, body: payload, truncated },
    ip: field('WARC-IP-Address') ?? null,
    startedAt: new Date(field('WARC-Date') ?? 0),
    ...(field(RESOURCE_FIELD) === undefined ? {} : { resource: field(RESOURCE_FIELD) }),
    ...(unchanged && { unchanged }),
  }
  const body = decoded(payload, codings, maxDecoded)
  if (body === null) return 'its content encoding cannot be undone'
  return {
    exchange,
    body,
    capture: {
      ...{ location, payloadDigest, recordId },
      ...(refersTo !== undefined && { refersTo }),
      ...(original && { original }),
    },
  }
}

async function payloadAt(dir: string, place: WarcLocation | undefined): Promise<Buffer | null> {
  if (!place) return null
  const event = await readRecordAt(join(dir, place.file), place.offset, place.length)
  return event.kind === 'record' ? (parseResponse(event.record.block)?.body ?? null) : null
}

function originalIn(record: WarcRecord, recordId: string): KnownPayload {
  const field = (name: string) => headerValue(record.fields, name) ?? ''
  return {
    recordId,
    url: field('WARC-Refers-To-Target-URI'),
    date: field('WARC-Refers-To-Date'),
    payloadDigest: field('WARC-Payload-Digest'),
  }
}

function decoded(body: Uint8Array, encodings: readonly string[], max: number): Uint8Array | null {
  try {
    return decodeAtOnce(body, codingsOf(encodings, MAX_ENCODINGS), max)
  } catch {
    return null
  }
}

function idIn({ fields }: WarcRecord, name: string): string | undefined {
  return /^<(.+)>$/.exec(headerValue(fields, name) ?? '')?.[1]
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
