import { STATUS_CODES } from 'node:http'
import type { Fetcher, FetchOptions, FetchResult } from '../../fetch/fetcher.ts'
import { headerValue } from '../../http/headers.ts'
import { FetchFailure } from '../../model/errors.ts'
import type { SimulatedWeb } from './web.ts'

export interface WebFetcherOptions {
  /** Start time of exchanges. Fixed by default, so that two crawls of a web give the same records. */
  readonly now?: () => Date
}

/** After the last day of news on the example web. */
const AFTER_THE_NEWS = Date.UTC(2026, 0, 1)

/** A `Fetcher` that returns responses of a simulated web directly, without sockets or waiting. */
export function createWebFetcher(
  web: Pick<SimulatedWeb, 'respond'>,
  options: WebFetcherOptions = {},
): Fetcher {
  const now = options.now ?? (() => new Date(AFTER_THE_NEWS))
  return {
    fetch: async (url, signal, fetchOptions) => {
      signal?.throwIfAborted()
      return exchangeOf(web, url, now(), fetchOptions)
    },
    close: async () => {},
  }
}

function exchangeOf(
  web: Pick<SimulatedWeb, 'respond'>,
  url: string,
  startedAt: Date,
  options: FetchOptions = {},
): FetchResult {
  if (!URL.canParse(url)) throw new FetchFailure('bad-url', url)
  const { host, protocol } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') throw new FetchFailure('bad-url', url)
  const answer = web.respond(url)
  if (!answer) throw new FetchFailure('dns', host)
  const type = headerValue(answer.headers, 'content-type') ?? ''
  const isAccepted = options.accept?.(type) ?? true
  const body = isAccepted ? answer.body : new Uint8Array(0)
  return {
    exchange: {
      url,
      method: 'GET',
      requestHeaders: [['Host', host]],
      status: answer.status,
      statusText: STATUS_CODES[answer.status] ?? '',
      responseHeaders: [...answer.headers, ['Content-Length', String(answer.body.length)]],
      body,
      truncated: isAccepted ? null : 'unspecified',
      ip: null,
      startedAt,
    },
    body,
  }
}
