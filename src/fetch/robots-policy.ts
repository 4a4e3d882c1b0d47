import { headerValue, redirectLocation } from '../http/headers.ts'
import { FetchFailure } from '../model/errors.ts'
import type { Exchange } from '../model/exchange.ts'
import type { RobotsRecord } from '../model/robots.ts'
import type { Fetcher } from './fetcher.ts'
import { parseRobots, type Robots } from './robots.ts'

/** RFC 9309 requires at least this many. */
const MAX_REDIRECTS = 5
/** RFC 9309 requires at least this much. */
const MAX_BYTES = 500 * 1024
/** RFC 9309 permits no more. */
const MAX_AGE_MS = 24 * 3_600_000
/** A host whose robots.txt could not be fetched is disallowed, and requested again after this. */
const UNREACHABLE_AGE_MS = 10 * 60_000

const ALLOW_ALL = parseRobots('')
const DISALLOW_ALL = parseRobots('User-agent: *\nDisallow: /')

export interface FetchedRobots {
  readonly record: RobotsRecord
  /** Every request made, redirects included, for the archive. */
  readonly exchanges: readonly Exchange[]
  /** Why the fetch failed, when the record's status is 0. */
  readonly failure: FetchFailure | null
  /** The Retry-After header of the last response, as received. */
  readonly retryAfter: string | undefined
}

export interface RobotsRequest {
  readonly fetcher: Fetcher
  /** scheme://host[:port] */
  readonly origin: string
  readonly now: number
  readonly signal?: AbortSignal
  /**
   * Awaited before each redirect is followed, so that its host's delay applies. The function it resolves to is called when the request is
   * over, with whether the host was contacted.
   */
  readonly turn?: (to: string) => Promise<(contacted: boolean) => Promise<void>>
}

/** Fetches an origin's robots.txt, following redirects. Rejects only with the signal's reason. */
export async function fetchRobots(request: RobotsRequest): Promise<FetchedRobots> {
  const { fetcher, origin, now, signal, turn } = request
  const exchanges: Exchange[] = []
  const answer = (status: number, body = '', failure: FetchFailure | null = null): FetchedRobots => {
    const last = failure ? undefined : exchanges.at(-1)
    const retryAfter = last && headerValue(last.responseHeaders, 'retry-after')
    return { record: { origin, fetchedAt: now, status, body }, exchanges, failure, retryAfter }
  }
  let url = `${origin}/robots.txt`
  let over = noRelease
  for (;;) {
    try {
      const { exchange, body } = await ended(fetcher.fetch(url, signal, { accept: () => true }), over)
      exchanges.push(exchange)
      const next = redirectTarget(exchange)
      if (next !== null && exchanges.length <= MAX_REDIRECTS) {
        url = next
        over = (await turn?.(url)) ?? noRelease
        continue
      }
      const { status, body: text } = robotsAnswer(exchange, body)
      return answer(status, text, status === 0 ? new FetchFailure('disconnect') : null)
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      return answer(0, '', error)
    }
  }
}

const noRelease = async (_contacted: boolean) => {}

async function ended<T>(request: Promise<T>, over: (contacted: boolean) => Promise<void>): Promise<T> {
  let contacted = true
  try {
    return await request
  } catch (error) {
    contacted = !(error instanceof FetchFailure) || error.contacted
    throw error
  } finally {
    await over(contacted)
  }
}

/** The rules of a record: everything is allowed when there is no file, nothing while the server is unreachable. */
export function robotsOf(record: RobotsRecord): Robots {
  if (isSuccess(record.status)) return parseRobots(record.body)
  return isUnreachable(record.status) ? DISALLOW_ALL : ALLOW_ALL
}

/**
 * When the record expires, in milliseconds since the epoch. A record from the future was made before the clock was set back:
 * its age is unknown, so it expires at once.
 */
export function robotsExpiry(record: RobotsRecord, now: number): number {
  if (record.fetchedAt > now) return now
  return record.fetchedAt + (isUnreachable(record.status) ? UNREACHABLE_AGE_MS : MAX_AGE_MS)
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/** Whether the status means that the rules are unavailable for now. */
export function isUnreachable(status: number): boolean {
  return status < 200 || status === 429 || status >= 500
}

/** What a response to a request for robots.txt amounts to; status 0 when it cannot be relied on. */
export function robotsAnswer(exchange: Exchange, body: Uint8Array): Pick<RobotsRecord, 'status' | 'body'> {
  const { status, truncated } = exchange
  if (!isSuccess(status)) return { status, body: '' }
  // A partial file may lack the rule that matters.
  const isPartial = truncated !== null && truncated !== 'length'
  return isPartial ? { status: 0, body: '' } : { status, body: robotsText(body) }
}

/** Where the request for a robots.txt is redirected; null when it is not. */
export function redirectTarget(exchange: Exchange): string | null {
  const { status, url } = exchange
  if (status < 300 || status >= 400) return null
  const location = redirectLocation(exchange.responseHeaders)
  return location !== undefined && URL.canParse(location, url) ? new URL(location, url).href : null
}

/** Decodes the file; of one that is too long, the complete lines within the limit. */
function robotsText(body: Uint8Array): string {
  if (body.length <= MAX_BYTES) return decode(body)
  const text = decode(body.subarray(0, MAX_BYTES))
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    // As a stream: the cut may have split a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}
