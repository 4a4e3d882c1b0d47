import { join } from 'node:path'
import { parseResponse, type StoredResponse } from '../../archive/http-block.ts'
import { readCapture } from '../../archive/read-capture.ts'
import { readRecordAt } from '../../archive/warc-reader.ts'
import type { Collection } from '../../collection.ts'
import { codingsOf, decodeAtOnce } from '../../fetch/content-decoding.ts'
import { headerValue, headerValues } from '../../http/headers.ts'
import type { WarcLocation } from '../../model/exchange.ts'
import type { ArchivedCopy } from '../../store/reads.ts'

/** Limit of a decoded body, which bounds decompression bombs. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_CODINGS = 5

/** An archived response with its body decoded. */
export interface StoredCopy {
  readonly url: string
  readonly status: number
  /** `Content-Type` as archived; empty if there was none. */
  readonly type: string
  /** `Location` of a redirect, as archived. */
  readonly location: string | null
  readonly body: Uint8Array
}

/** Reads a copy from the archive; null if its record is missing or cannot be decoded. */
export async function readCopy(collection: Collection, copy: ArchivedCopy): Promise<StoredCopy | null> {
  const own = await responseAt(collection, copy.warc)
  if (!own) return null
  const holder = copy.payload ? await responseAt(collection, copy.payload) : own
  if (!holder) return null
  const body = decoded(holder)
  if (!body) return null
  const header = (name: string) => headerValue(own.headers, name) ?? headerValue(holder.headers, name)
  return {
    url: copy.url,
    // A 304 refers to the unchanged page in `payload`.
    status: own.status === 304 ? holder.status : own.status,
    type: header('content-type') ?? '',
    location: headerValue(own.headers, 'location') ?? null,
    body,
  }
}

/** The rendered version of a page; null if it was not rendered. */
export async function readRendered(collection: Collection, copy: ArchivedCopy): Promise<StoredCopy | null> {
  const { drawn } = await readCapture(collection.archiveDir, copy)
  const type = drawn && (headerValue(drawn.fields, 'content-type') ?? '')
  return drawn && { url: copy.url, status: 200, type: type ?? '', location: null, body: drawn.block }
}

async function responseAt({ archiveDir }: Collection, at: WarcLocation): Promise<StoredResponse | null> {
  const path = join(archiveDir, at.file)
  const event = await readRecordAt(path, at.offset, at.length).catch(() => null)
  return event?.kind === 'record' ? parseResponse(event.record.block) : null
}

function decoded({ headers, body }: StoredResponse): Uint8Array | null {
  try {
    const codings = codingsOf(headerValues(headers, 'content-encoding'), MAX_CODINGS)
    if (codings.length === 0) return body.length <= MAX_BYTES ? body : null
    return decodeAtOnce(body, codings, MAX_BYTES)
  } catch {
    return null
  }
}
