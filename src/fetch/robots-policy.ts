import { headerValue } from '../http/headers.ts'
import { FetchFailure } from '../model/errors.ts'
import type { Exchange } from '../model/exchange.ts'
import type { RobotsRecord } from '../model/robots.ts'
import type { Fetcher } from './fetcher.ts'
import { parseRobots, type Robots } from './robots.ts'

/** RFC 9309 asks for at least this many. */
const MAX_REDIRECTS = 5
/** RFC 9309 asks for at least this much. */
const MAX_BYTES = 500 * 1024
/** RFC 9309 allows no more. */
const MAX_AGE_MS = 24 * 3_600_000
/** "Disallow for now": a host whose file could not be had is asked again after this. */
const UNREACHABLE_AGE_MS = 10 * 60_000

const ALLOW_ALL = parseRobots('')
const DISALLOW_ALL = parseRobots('User-agent: *\nDisallow: /')

export interface RobotsAnswer {
  readonly record: RobotsRecord
  /** Every request made on the way, for the archive. */
  readonly exchanges: readonly Exchange[]
  /** Why nothing came, when the record's status is 0. */
  readonly failure: FetchFailure | null
  /** The last answer's Retry-After header, as received. */
  readonly retryAfter: string | undefined
}

export interface RobotsRequest {
  readonly fetcher: Fetcher
  /** scheme://host[:port] */
  readonly origin: string
  readonly now: number
  readonly signal?: AbortSignal
  /** Waited for before every further hop of a redirect: they are requests like any other. What it resolves to is called when that is over, with whether the host was asked at all. */
  readonly turn?: (to: string) => Promise<(asked: boolean) => Promise<void>>
}

/** Gets an origin's robots.txt, redirects included. Rejects only with the signal's reason. */
export async function fetchRobots(request: RobotsRequest): Promise<RobotsAnswer> {
  const { fetcher, origin, now, signal, turn } = request
  const exchanges: Exchange[] = []
  const answer = (status: number, body = '', failure: FetchFailure | null = null): RobotsAnswer => {
    const last = failure ? undefined : exchanges.at(-1)
    const retryAfter = last && headerValue(last.responseHeaders, 'retry-after')
    return { record: { origin, fetchedAt: now, status, body }, exchanges, failure, retryAfter }
  }
  let url = `${origin}/robots.txt`
  let over = noTurn
  for (;;) {
    try {
      const { exchange, body } = await ended(fetcher.fetch(url, signal, { accept: () => true }), over)
      exchanges.push(exchange)
      const next = redirectTarget(exchange)
      if (next !== null && exchanges.length <= MAX_REDIRECTS) {
        url = next
        over = (await turn?.(url)) ?? noTurn
        continue
      }
      // Half a file may lack the rule that matters.
      const partial = exchange.truncated !== null && exchange.truncated !== 'length'
      if (isSuccess(exchange.status) && partial) return answer(0, '', new FetchFailure('disconnect'))
      return answer(exchange.status, isSuccess(exchange.status) ? robotsText(body) : '')
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      return answer(0, '', error)
    }
  }
}

const noTurn = async (_asked: boolean) => {}

async function ended<T>(request: Promise<T>, over: (asked: boolean) => Promise<void>): Promise<T> {
  let asked = true
  try {
    return await request
  } catch (error) {
    asked = !(error instanceof FetchFailure) || error.asked
    throw error
  } finally {
    await over(asked)
  }
}

/** What a record permits: its rules; everything when there is no such file; nothing while the server cannot say. */
export function robotsOf(record: RobotsRecord): Robots {
  if (isSuccess(record.status)) return parseRobots(record.body)
  return isUnreachable(record.status) ? DISALLOW_ALL : ALLOW_ALL
}

/**
 * When the record may no longer be relied on, in milliseconds since the epoch. One from the future was dated by a
 * clock that has been set back since: nobody knows how old it is.
 */
export function robotsExpiry(record: RobotsRecord, now: number): number {
  if (record.fetchedAt > now) return now
  return record.fetchedAt + (isUnreachable(record.status) ? UNREACHABLE_AGE_MS : MAX_AGE_MS)
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/** True while a server cannot say what it allows. */
export function isUnreachable(status: number): boolean {
  return status < 200 || status === 429 || status >= 500
}

function redirectTarget(exchange: Exchange): string | null {
  const { status, url } = exchange
  if (status < 300 || status >= 400) return null
  const location = headerValue(exchange.responseHeaders, 'location')
  return location !== undefined && URL.canParse(location, url) ? new URL(location, url).href : null
}

/** Decodes the file; of one that is too long, the lines that are wholly inside the limit. */
function robotsText(body: Uint8Array): string {
  if (body.length <= MAX_BYTES) return decode(body)
  const text = decode(body.subarray(0, MAX_BYTES))
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    // As part of a stream: the cut may have gone through a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}
