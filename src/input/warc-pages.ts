import { parseResponse } from '../archive/http-block.ts'
import { RESOURCE_FIELD } from '../archive/record.ts'
import { readRecordAt, readWarcFile } from '../archive/warc-reader.ts'
import type { WarcRecord } from '../archive/warc-record.ts'
import { codingsOf, decodeAtOnce } from '../fetch/content-decoding.ts'
import { headerValue, headerValues } from '../http/headers.ts'
import { unreadable } from '../model/unreadable-file.ts'
import { mayBePage } from '../page/media-type.ts'
import type { MissingPage, SourcedPage } from './sourced-page.ts'

/** Maximum decoded size of a page in a file; the same as for fetched pages. */
const MAX_DECODED_BYTES = 10 * 1024 * 1024
const MAX_ENCODINGS = 5

/** The pages of a WARC file, as rendered by a browser where the archive has a rendered version. */
export async function* warcPages(file: string): AsyncGenerator<SourcedPage | MissingPage> {
  let drawn: WarcRecord | null = null
  const places = new PayloadPlaces(file)
  for await (const event of openingErrors(readWarcFile(file), file)) {
    if (event.kind === 'problem') {
      yield {
        url: file,
        problem: `${event.problem.code} at byte ${event.problem.offset}: ${event.problem.what}`,
      }
      continue
    }
    const { record } = event
    if (record.type === 'conversion') drawn = record
    const shown = drawn && refersTo(drawn, record) ? drawn : null
    if (record.type === 'response') places.add(record)
    const holdsPage = record.type === 'response' || record.type === 'revisit'
    const response = holdsPage && !isPartOfPage(record) ? parseResponse(record.block) : null
    // Archives contain robots.txt files as well, which are not pages.
    if (response?.status !== 200 || record.url.endsWith('/robots.txt')) continue
    const header = (name: string) => headerValues(response.headers, name)
    const contentType = (shown ? headerValue(shown.fields, 'Content-Type') : header('content-type')[0]) ?? ''
    if (!mayBePage(contentType)) continue
    const stored = record.type === 'revisit' && !shown ? await places.payloadOf(record) : response.body
    if (stored === null) {
      yield { url: record.url, problem: 'it refers to an earlier capture that is not in this file' }
      continue
    }
    const body = shown?.block ?? decoded(stored, header('content-encoding'))
    if (body === null) {
      yield { url: record.url, problem: 'its content encoding cannot be undone' }
      continue
    }
    const { offset, length } = record
    yield {
      input: {
        url: record.url,
        body,
        contentType,
        lastModified: header('last-modified')[0],
        robotsTags: header('x-robots-tag'),
      },
      status: response.status,
      warc: { file, offset, length },
    }
  }
}

/** Positions of the payloads of a file, for revisit records of the same file that refer to them. */
class PayloadPlaces {
  readonly #file: string
  readonly #places = new Map<string, readonly [offset: number, length: number]>()

  constructor(file: string) {
    this.#file = file
  }

  add({ fields, offset, length }: WarcRecord): void {
    const id = headerValue(fields, 'WARC-Record-ID')
    if (id !== undefined) this.#places.set(id, [offset, length])
  }

  async payloadOf({ fields }: WarcRecord): Promise<Uint8Array | null> {
    const place = this.#places.get(headerValue(fields, 'WARC-Refers-To') ?? '')
    const event = place && (await readRecordAt(this.#file, ...place))
    return event?.kind === 'record' ? (parseResponse(event.record.block)?.body ?? null) : null
  }
}

/** A page that needed a browser is judged as rendered; the rendered version directly precedes it in the file. */
function refersTo(drawn: WarcRecord, record: WarcRecord): boolean {
  const id = headerValue(record.fields, 'WARC-Record-ID')
  return id !== undefined && headerValue(drawn.fields, 'WARC-Refers-To') === id
}

function isPartOfPage({ fields }: WarcRecord): boolean {
  return (headerValue(fields, RESOURCE_FIELD) ?? 'document').toLowerCase() !== 'document'
}

function decoded(body: Uint8Array, encodings: readonly string[]): Uint8Array | null {
  try {
    return decodeAtOnce(body, codingsOf(encodings, MAX_ENCODINGS), MAX_DECODED_BYTES)
  } catch {
    return null
  }
}

async function* openingErrors<T>(source: AsyncGenerator<T>, file: string): AsyncGenerator<T> {
  try {
    yield* source
  } catch (error) {
    throw unreadable(file, error)
  }
}
