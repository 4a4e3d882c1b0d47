import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { createGunzip } from 'node:zlib'
import { parseResponse } from '../archive/http-block.ts'
import { RESOURCE_FIELD } from '../archive/record.ts'
import { readRecordAt, readWarcFile } from '../archive/warc-reader.ts'
import type { WarcRecord } from '../archive/warc-record.ts'
import { codingsOf, decodeAtOnce } from '../fetch/content-decoding.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import { headerValue, headerValues } from '../http/headers.ts'
import { EventideError, FetchFailure } from '../model/errors.ts'
import type { WarcLocation } from '../model/exchange.ts'
import type { PageInput } from '../page/read-page.ts'
import { robotsTagsOf } from '../page/robots-directives.ts'

/** The most a page taken from a file may decode to; as much as the crawler itself takes. */
const MAX_DECODED_BYTES = 10 * 1024 * 1024
const MAX_ENCODINGS = 5

/** A page to read without crawling, with what its source says about it. */
export interface SourcedPage {
  readonly input: PageInput
  readonly title?: string
  /** Publication day, when the source knows it better than the page. */
  readonly date?: string
  readonly status?: number
  readonly warc?: WarcLocation
  /** The fields of a JSON line but its page, to be passed through. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** `file:line` of a JSON line, for errors about it. */
  readonly where?: string
}

/** A page that could not be had. */
export interface MissingPage {
  readonly url: string
  readonly problem: string
}

const JSON_LINES = /\.(jsonl|ndjson)(\.gz)?$/i
const WARC = /\.warc(\.gz)?$/i
const HTML = /\.(html?|xhtml)$/i

/** True for a file that names pages instead of holding them. */
export function isAddressList(file: string): boolean {
  return ![JSON_LINES, WARC, HTML].some((kind) => kind.test(file))
}

/**
 * Pages from a file, one at a time, whatever its size: JSON lines (`.jsonl`, also gzipped), WARC, one HTML file, or a
 * list of addresses, which are fetched in turn. Bad lines are errors with their line number.
 */
export function pagesFrom(
  file: string,
  fetcher: Fetcher | undefined,
): AsyncGenerator<SourcedPage | MissingPage> {
  if (JSON_LINES.test(file)) return fromJsonLines(file)
  if (WARC.test(file)) return fromWarc(file)
  if (HTML.test(file)) return fromHtml(file)
  if (!fetcher)
    throw new EventideError('usage', `${file} is a list of addresses, and there is no way to the web`, {
      exit: 'internal',
    })
  return fromList(file, fetcher)
}

async function* fromJsonLines(file: string): AsyncGenerator<SourcedPage> {
  let number = 0
  for await (const line of linesOf(file)) {
    number++
    if (line.trim() !== '') yield pageOfLine(line, `${file}:${number}`)
  }
}

function pageOfLine(line: string, where: string): SourcedPage {
  let fields: Record<string, unknown>
  try {
    fields = JSON.parse(line)
  } catch (cause) {
    throw new EventideError('input-line', `${where}: not JSON: ${(cause as Error).message}`, { cause })
  }
  const text = (key: string): string | undefined => {
    const value =
      typeof fields === 'object' && fields !== null && Object.hasOwn(fields, key) ? fields[key] : undefined
    if (value === undefined || value === null) return undefined
    if (typeof value === 'string') return value
    throw new EventideError('input-line', `${where}: "${key}" must be text`)
  }
  const url = text('url')
  const body = text('html') ?? text('text')
  if (url === undefined) throw new EventideError('input-line', `${where}: a line needs a "url"`)
  if (body === undefined) throw new EventideError('input-line', `${where}: a line needs "html" or "text"`)
  const contentType =
    fields.html === undefined || fields.html === null
      ? 'text/plain; charset=utf-8'
      : 'text/html; charset=utf-8'
  return {
    input: { url, body: Buffer.from(body), contentType },
    title: text('title'),
    date: text('date'),
    fields: withoutPage(fields),
    where,
  }
}

function withoutPage(fields: Record<string, unknown>): Record<string, unknown> {
  const { html: _html, text: _text, ...others } = fields
  return others
}

async function* fromWarc(file: string): AsyncGenerator<SourcedPage | MissingPage> {
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
    // Archives hold robots.txt files too: evidence of manners, not pages.
    if (response?.status !== 200 || record.url.endsWith('/robots.txt')) continue
    const header = (name: string) => headerValues(response.headers, name)
    const contentType = (shown ? headerValue(shown.fields, 'Content-Type') : header('content-type')[0]) ?? ''
    if (contentType && !/html|text\/plain|xml/i.test(contentType)) continue
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

/** Where the payloads of one file lie, for later captures of the same file that refer to them. */
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

/** A page that needed a browser is judged as it was drawn; its drawing lies right before it. */
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

async function* fromHtml(file: string): AsyncGenerator<SourcedPage> {
  const body = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(file, error)
  })
  yield { input: { url: pathToFileURL(file).href, body, contentType: 'text/html' } }
}

async function* fromList(file: string, fetcher: Fetcher): AsyncGenerator<SourcedPage | MissingPage> {
  for await (const url of addressesIn(file)) yield await fetchedPage(url, fetcher)
}

/** One page from the web; what keeps it away is told, not thrown. */
export async function fetchedPage(
  url: string,
  fetcher: Fetcher,
  signal?: AbortSignal,
): Promise<SourcedPage | MissingPage> {
  try {
    const { exchange, body } = await fetcher.fetch(url, signal)
    if (exchange.status !== 200) return { url, problem: `the server answered ${exchange.status}` }
    const header = (name: string) => headerValue(exchange.responseHeaders, name)
    return {
      input: {
        url,
        body,
        contentType: header('content-type') ?? '',
        lastModified: header('last-modified'),
        robotsTags: robotsTagsOf(exchange.responseHeaders),
      },
      status: exchange.status,
    }
  } catch (error) {
    if (error instanceof FetchFailure) return { url, problem: error.message }
    if (signal?.aborted) return { url, problem: new FetchFailure('timeout').message }
    throw error
  }
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/** The addresses of a list: one a line; empty lines and lines that start with # say nothing. */
export async function* addressesIn(file: string): AsyncGenerator<string> {
  let number = 0
  for await (const line of linesOf(file)) {
    number++
    const text = line.replace(/^\ufeff/, '').trim()
    if (text === '' || text.startsWith('#')) continue
    if (!isWebAddress(text)) {
      throw new EventideError(
        'input-line',
        `${file}:${number}: "${text.slice(0, 80)}" is not an http or https address`,
      )
    }
    yield text
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const raw = createReadStream(file)
  const input = file.toLowerCase().endsWith('.gz') ? raw.pipe(createGunzip()) : raw
  const failed = new Promise<never>((_, reject) => {
    raw.once('error', reject)
    input.once('error', reject)
  })
  failed.catch(() => {})
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([lines.next(), failed])
      if (next.done) return
      yield next.value
    }
  } catch (error) {
    throw error instanceof EventideError ? error : unreadable(file, error as NodeJS.ErrnoException)
  } finally {
    raw.destroy()
  }
}

async function* openingErrors<T>(source: AsyncGenerator<T>, file: string): AsyncGenerator<T> {
  try {
    yield* source
  } catch (error) {
    throw unreadable(file, error as NodeJS.ErrnoException)
  }
}

function unreadable(file: string, error: NodeJS.ErrnoException): EventideError {
  const why = error.code === 'ENOENT' ? 'there is no such file' : error.message
  return new EventideError('no-file', `cannot read ${file}: ${why}`, { cause: error })
}
