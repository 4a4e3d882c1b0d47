import { join } from 'node:path'
import { parseResponse, type StoredResponse } from '../../archive/http-block.ts'
import { readCapture } from '../../archive/read-capture.ts'
import { readRecordAt } from '../../archive/warc-reader.ts'
import type { Collection } from '../../collection.ts'
import { codingsOf, decodeAtOnce } from '../../fetch/content-decoding.ts'
import { headerValue, headerValues } from '../../http/headers.ts'
import type { WarcLocation } from '../../model/exchange.ts'
import type { ArchivedCopy } from '../../store/reads.ts'

/** The largest thing shown, decoded: more than any page, and a bound on what a small record can blow up to. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_CODINGS = 5

/** An archived answer, ready to be shown. */
export interface StoredCopy {
  readonly url: string
  readonly status: number
  /** `Content-Type` as archived; empty when there was none. */
  readonly type: string
  /** Where a redirect led, as archived. */
  readonly location: string | null
  readonly body: Uint8Array
}

/** Reads the copy out of the archive; null when its record is gone or cannot be decoded. */
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
    // A 304 stands for the page it says has not changed.
    status: own.status === 304 ? holder.status : own.status,
    type: header('content-type') ?? '',
    location: headerValue(own.headers, 'location') ?? null,
    body,
  }
}

/** The page as a browser drew it when it was crawled; null when it was read as it came. */
export async function readDrawn(collection: Collection, copy: ArchivedCopy): Promise<StoredCopy | null> {
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
