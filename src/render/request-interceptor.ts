import type { Fetcher, FetchOptions, FetchResult } from '../fetch/fetcher.ts'
import { headerValue } from '../http/headers.ts'
import { FetchFailure } from '../model/errors.ts'
import type { Exchange, HeaderField } from '../model/exchange.ts'
import type { RenderLimits } from './limits.ts'
import type { RenderRequest } from './rendering.ts'
import type { ResourceCache } from './resource-cache.ts'

/** A request of the browser, intercepted. */
export interface Paused {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** The browser's type: Document, Script, XHR ... */
  readonly type: string
  /** `page`: the page itself; `popup`: a window it opened; `inside`: anything else it holds. */
  readonly from: 'page' | 'popup' | 'inside'
}

type Refusal = 'Aborted' | 'BlockedByClient' | 'Failed' | 'NameNotResolved' | 'TimedOut'

export type ResourceReply =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: readonly HeaderField[]
      readonly body: Uint8Array
    }
  | { readonly kind: 'refused'; readonly reason: Refusal }

export interface InterceptorOptions {
  readonly request: RenderRequest
  readonly fetcher: Fetcher
  readonly cache: ResourceCache
  readonly limits: RenderLimits
  /** Ends every request that runs. */
  readonly signal: AbortSignal
}

/** Audio and video are large and not read; pings only track the reader. */
const UNWANTED = new Set([
  ...['Media', 'TextTrack', 'EventSource', 'WebSocket', 'WebTransport', 'Ping', 'Prefetch'],
  ...['CSPViolationReport', 'SignedExchange', 'FedCM', 'Preflight'],
])

/** Types that pages of one site share and that rarely change. */
const SHARED = new Set(['Script', 'Stylesheet', 'Font', 'Image'])

/** Headers that describe the body as sent, set state, or trigger further requests. */
const NOT_PASSED = new Set([
  ...['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer'],
  ...['set-cookie', 'strict-transport-security', 'alt-svc', 'clear-site-data', 'public-key-pins'],
  ...['report-to', 'reporting-endpoints', 'nel', 'content-security-policy-report-only', 'refresh'],
])

const refused = (reason: Refusal): ResourceReply => ({ kind: 'refused', reason })

/**
 * Answers every request of one page through the fetcher of the crawl: the same rules and limits apply as for pages, each redirect comes
 * back as a new request, and `limits` bounds their number and size.
 */
export class RequestInterceptor {
  /** Every request that was sent, in the order of the responses. */
  readonly exchanges: Exchange[] = []
  /** URLs to which scripts tried to navigate. */
  leadsTo: string | null = null
  /** True once the page itself was delivered. */
  served = false
  readonly #options: InterceptorOptions
  readonly #overloaded = new Set<string>()
  readonly #waiting = new Set<() => void>()
  #requests = 0
  #bytes = 0
  #open = 0
  #lastActivity = performance.now()

  constructor(options: InterceptorOptions) {
    this.#options = options
  }

  /** Resolves when no request is running. */
  async idle(): Promise<void> {
    while (this.#open > 0) await new Promise<void>((resolve) => this.#waiting.add(resolve))
  }

  get busy(): boolean {
    return this.#open > 0
  }

  /** Milliseconds since the last request started or ended. */
  get idleMs(): number {
    return performance.now() - this.#lastActivity
  }

  async answer(paused: Paused): Promise<ResourceReply> {
    this.#open++
    this.#lastActivity = performance.now()
    try {
      return await this.#decide(paused)
    } catch (error) {
      if (this.#options.signal.aborted) return refused('Aborted')
      if (!(error instanceof FetchFailure)) return refused('Failed')
      if (error.code === 'dns') return refused('NameNotResolved')
      return refused(error.code === 'timeout' ? 'TimedOut' : 'BlockedByClient')
    } finally {
      this.#open--
      this.#lastActivity = performance.now()
      if (this.#open === 0) for (const resolve of this.#waiting) resolve()
      if (this.#open === 0) this.#waiting.clear()
    }
  }

  async #decide(paused: Paused): Promise<ResourceReply> {
    const { request, signal } = this.#options
    const { url, from } = paused
    if (from === 'popup') return refused('Aborted')
    if (from === 'page') return this.#page(paused)
    if (!/^https?:\/\//i.test(url) || isUnwanted(paused)) return refused('BlockedByClient')
    if (paused.method === 'OPTIONS') return preflight(paused)
    if (paused.method !== 'GET') return refused('BlockedByClient')
    const known = SHARED.has(paused.type) ? this.#options.cache.get(keyOf(paused)) : undefined
    if (known) return answered(known)
    // Counted before the first await, so that concurrent requests cannot exceed the limit.
    if (this.#requests >= this.#options.limits.resources) return refused('BlockedByClient')
    this.#requests++
    if (!(await request.permits(url, signal))) return refused('BlockedByClient')
    const { host } = new URL(url)
    if (this.#overloaded.has(host) || this.#bytes >= this.#options.limits.resourceBytes)
      return refused('BlockedByClient')
    return this.#fetch(paused, host)
  }

  /** The page itself was already fetched; other navigations are treated as links. */
  #page({ url, method }: Paused): ResourceReply {
    const { request } = this.#options
    const isItself = withoutFragment(url) === withoutFragment(new URL(request.url).href)
    if (isItself && !this.served) {
      this.served = true
      return answered(request.result)
    }
    if (!isItself && method === 'GET') this.leadsTo ??= url
    return refused('Aborted')
  }

  async #fetch(paused: Paused, host: string): Promise<ResourceReply> {
    const { fetcher, signal, cache } = this.#options
    const result = await fetcher.fetch(paused.url, signal, optionsFor(paused))
    this.#bytes += result.body.length
    const resource = paused.type === 'Document' ? 'frame' : paused.type.toLowerCase()
    this.exchanges.push({ ...result.exchange, resource })
    const { status } = result.exchange
    if (status === 429 || status === 503) this.#overloaded.add(host)
    if (SHARED.has(paused.type)) cache.put(keyOf(paused), result)
    return answered(result)
  }
}

/** Passes on what the page accepts, but nothing that identifies the reader: no cookies, referrer or credentials. */
function optionsFor({ headers }: Paused): FetchOptions {
  const passed: [string, string][] = []
  for (const name of ['Accept', 'Origin']) {
    const value = headerValue(Object.entries(headers), name)
    if (value !== undefined) passed.push([name, value])
  }
  return { accept: () => true, headers: passed }
}

function isUnwanted({ type, headers }: Paused): boolean {
  if (UNWANTED.has(type)) return true
  const purpose =
    headerValue(Object.entries(headers), 'Sec-Purpose') ??
    headerValue(Object.entries(headers), 'Purpose') ??
    ''
  return (
    purpose.includes('prefetch') ||
    (headerValue(Object.entries(headers), 'Accept') ?? '').includes('text/event-stream')
  )
}

/** Preflights are answered here; the headers of the real response still decide whether the page may read it. */
function preflight({ headers }: Paused): ResourceReply {
  return {
    kind: 'answered',
    status: 204,
    headers: [
      ['Access-Control-Allow-Origin', headerValue(Object.entries(headers), 'Origin') ?? '*'],
      ['Access-Control-Allow-Methods', 'GET'],
      [
        'Access-Control-Allow-Headers',
        headerValue(Object.entries(headers), 'Access-Control-Request-Headers') ?? '*',
      ],
    ],
    body: new Uint8Array(0),
  }
}

function answered({ exchange, body }: FetchResult): ResourceReply {
  const headers = exchange.responseHeaders.filter(([name]) => !NOT_PASSED.has(name.toLowerCase()))
  return { kind: 'answered', status: exchange.status, headers, body }
}

/** A response for one origin may not be valid for another. */
function keyOf({ url, headers }: Paused): string {
  return `${headerValue(Object.entries(headers), 'Origin') ?? ''} ${withoutFragment(url)}`
}

function withoutFragment(url: string): string {
  return url.split('#', 1)[0] ?? url
}
