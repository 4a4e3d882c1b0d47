import { headerValue } from '../http/headers.ts'
import { checkDigest } from './digest.ts'
import { parseResponse } from './http-block.ts'
import type { WarcRecord } from './warc-record.ts'

export type RecordFaultCode =
  | 'header-field'
  | 'http-header'
  | 'block-digest'
  | 'payload-digest'
  | 'digest-unknown'

export interface RecordFault {
  readonly code: RecordFaultCode
  readonly what: string
}

const REQUIRED = ['WARC-Record-ID', 'WARC-Date', 'WARC-Type', 'Content-Length']
const NEEDS_TARGET = new Set(['response', 'request', 'resource', 'revisit', 'conversion', 'continuation'])
const NEEDED_OF_REVISIT = ['WARC-Profile', 'WARC-Payload-Digest']
const VERSIONS = new Set(['0.17', '0.18', '1.0', '1.1'])
// WARC 1.1 permits any precision from the year on.
const DATE = /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z)?)?)?$/
const RECORD_ID = /^<[a-z][a-z0-9+.-]*:[\x21-\x7e]+>$/i

/** Compares what a record states with its bytes. */
export function* checkRecord(record: WarcRecord): Generator<RecordFault, void, undefined> {
  yield* checkFields(record)
  yield* checkBlock(record)
}

function* checkFields(record: WarcRecord): Generator<RecordFault, void, undefined> {
  const fault = (what: string): RecordFault => ({ code: 'header-field', what })
  for (const name of REQUIRED) {
    if (!headerValue(record.fields, name)) yield fault(`${name} is missing`)
  }
  if (!VERSIONS.has(record.version)) yield fault(`WARC version ${record.version} is not known`)
  const date = headerValue(record.fields, 'WARC-Date')
  if (date && !(DATE.test(date) && !Number.isNaN(Date.parse(date))))
    yield fault(`WARC-Date is ${quoted(date)}`)
  const id = headerValue(record.fields, 'WARC-Record-ID')
  if (id && !RECORD_ID.test(id)) yield fault(`WARC-Record-ID is ${quoted(id)}`)
  if (NEEDS_TARGET.has(record.type) && !URL.canParse(record.url)) {
    yield fault(`WARC-Target-URI is ${quoted(record.url)}`)
  }
  for (const name of record.type === 'revisit' ? NEEDED_OF_REVISIT : []) {
    if (!headerValue(record.fields, name)) yield fault(`${name} is missing`)
  }
}

function* checkBlock(record: WarcRecord): Generator<RecordFault, void, undefined> {
  const blockDigest = headerValue(record.fields, 'WARC-Block-Digest')
  if (blockDigest) yield* digestFault('block-digest', blockDigest, [record.block])
  const isHttp = (headerValue(record.fields, 'Content-Type') ?? '')
    .toLowerCase()
    .startsWith('application/http')
  if ((record.type !== 'response' && record.type !== 'revisit') || !isHttp) return
  const response = parseResponse(record.block)
  if (!response) {
    yield { code: 'http-header', what: 'the block is not an HTTP response' }
    return
  }
  // The payload of a revisit is elsewhere.
  const payloadDigest =
    record.type === 'response' ? headerValue(record.fields, 'WARC-Payload-Digest') : undefined
  // Writers disagree on whether chunking is part of the payload; either digest proves the bytes.
  if (payloadDigest) yield* digestFault('payload-digest', payloadDigest, [response.stored, response.body])
}

function* digestFault(
  code: 'block-digest' | 'payload-digest',
  stated: string,
  candidates: readonly Buffer[],
): Generator<RecordFault, void, undefined> {
  let seen = 'different'
  for (const bytes of new Set(candidates)) {
    const result = checkDigest(stated, bytes)
    if (result === 'same') return
    seen = result
  }
  if (seen === 'unknown')
    yield { code: 'digest-unknown', what: `the digest ${quoted(stated)} uses an unsupported algorithm` }
  else yield { code, what: `the bytes do not match the stated digest ${quoted(stated)}` }
}

/** An external string for a report: short and on one line. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)
}
