import { parseResponse } from '../../archive/http-block.ts'
import { readWarcFile } from '../../archive/warc-reader.ts'
import type { WarcRecord } from '../../archive/warc-record.ts'
import { codingsOf, decodeAtOnce } from '../../fetch/content-decoding.ts'
import { canonicalUrl } from '../../frontier/canonical-url.ts'
import { headerValue, headerValues } from '../../http/headers.ts'
import { EventideError } from '../../model/errors.ts'
import { unreadable } from '../../model/unreadable-file.ts'
import { BlockFile, type BlockPlace } from './block-file.ts'
import type { OfflineWeb, WebResponse } from './web.ts'

/** The same limits as in a crawl. */
const MAX_DECODED_BYTES = 10 * 1024 * 1024
const MAX_ENCODINGS = 5
const DAY_MS = 86_400_000

interface Captured {
  readonly place: BlockPlace
  readonly takenAt: number
}

/** WARC files as a web to crawl. */
export interface WarcWeb extends OfflineWeb {
  /** Whether the page was captured with status 200. */
  has(url: string): boolean
  /** Number of captures, including redirects and errors, one per URL. */
  readonly size: number
  /** Problems found while reading the files. */
  readonly problems: readonly string[]
}

/** Further problems are not recorded. */
const MAX_PROBLEMS = 100

/**
 * Opens the captures of WARC files as a web, with the latest or the first capture of each URL, including redirects and
 * errors. Other URLs of a captured host give 404, other hosts do not exist. Revisit records are resolved.
 */
export async function openWarcWeb(files: readonly string[], which: 'latest' | 'first'): Promise<WarcWeb> {
  const blocks = new BlockFile()
  const captures = new Map<string, Captured>()
  const pages = new Set<string>()
  const hosts = new Set<string>()
  const byDigest = new Map<string, BlockPlace>()
  const problems: string[] = []
  let last = 0
  const take = (record: WarcRecord) => {
    const known = canonicalUrl(record.url)
    if (!known) return
    const digest = headerValue(record.fields, 'warc-payload-digest')
    const place = placeOf(record, digest)
    if (!place) return
    hosts.add(known.host)
    const takenAt = Date.parse(headerValue(record.fields, 'warc-date') ?? '') || 0
    last = Math.max(last, takenAt)
    const before = captures.get(known.canonicalUrl)
    if (before && (which === 'first' ? before.takenAt <= takenAt : before.takenAt > takenAt)) return
    captures.set(known.canonicalUrl, { place, takenAt })
  }
  const placeOf = (record: WarcRecord, digest: string | undefined): BlockPlace | undefined => {
    if (record.type === 'revisit') return digest === undefined ? undefined : byDigest.get(digest)
    if (record.type !== 'response' || !parseResponse(record.block)) return undefined
    const place = blocks.append(record.block)
    if (digest !== undefined && !byDigest.has(digest)) byDigest.set(digest, place)
    return place
  }
  const answerAt = (place: BlockPlace): WebResponse | null => {
    const response = parseResponse(blocks.read(place))
    if (!response) return null
    const body = decoded(response.body, headerValues(response.headers, 'content-encoding'))
    // A page whose body cannot be decoded is treated as missing.
    if (!body) return { status: 502, headers: [], body: Buffer.alloc(0) }
    const headers = response.headers.filter(([name]) => !/^content-(encoding|length)$/i.test(name))
    return { status: response.status, headers, body }
  }
  try {
    for (const file of files) {
      for await (const event of opened(readWarcFile(file), file)) {
        if (event.kind === 'record') take(event.record)
        else if (problems.length < MAX_PROBLEMS)
          problems.push(`${file}: ${event.problem.what} (at byte ${event.problem.offset})`)
      }
    }
    if (captures.size === 0)
      throw new EventideError('no-pages', `No captured response in ${files.join(', ')}`)
    for (const [url, { place }] of captures) if (answerAt(place)?.status === 200) pages.add(url)
  } catch (error) {
    blocks.close()
    throw error
  }
  return {
    now: last + DAY_MS,
    size: captures.size,
    problems,
    has: (url) => pages.has(canonicalUrl(url)?.canonicalUrl ?? ''),
    respond(url) {
      const known = canonicalUrl(url)
      if (!known || !hosts.has(known.host)) return null
      const capture = captures.get(known.canonicalUrl)
      return (capture && answerAt(capture.place)) ?? { status: 404, headers: [], body: Buffer.alloc(0) }
    },
    close: () => blocks.close(),
  }
}

function decoded(body: Uint8Array, codings: readonly string[]): Uint8Array | null {
  try {
    return decodeAtOnce(body, codingsOf(codings, MAX_ENCODINGS), MAX_DECODED_BYTES)
  } catch {
    return null
  }
}

async function* opened<T>(source: AsyncGenerator<T>, file: string): AsyncGenerator<T> {
  try {
    yield* source
  } catch (error) {
    throw unreadable(file, error)
  }
}
