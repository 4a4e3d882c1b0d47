import { setMaxListeners } from 'node:events'
import { EventideError, FetchFailure } from '../model/errors.ts'
import type { HeaderField } from '../model/exchange.ts'
import {
  type Connection,
  Connections,
  createConnection,
  DEFAULT_SOCKET_LIMITS,
  type SocketLimits,
} from './connections.ts'
import { type Connect, connectTcp, createTrust } from './dial.ts'
import { createDnsResolver, type HostResolver, isLoopbackName } from './dns-resolver.ts'
import { createDirectRoute, createProxyRoute, type EgressRoute } from './egress-route.ts'
import type { Fetcher, FetchOptions, FetchResult } from './fetcher.ts'
import { isPublicAddress, literalAddress } from './ip-address.ts'
import { DEFAULT_LIMITS, type FetchLimits } from './limits.ts'
import { type Networks, parseNetworks } from './networks.ts'
import { createPortRule, portOf } from './ports.ts'
import { createProxyNames, type ProxyLookup } from './proxy-names.ts'
import { requestHeaders } from './request-headers.ts'
import { parseResolveOverrides } from './resolve-override.ts'
import { ResponseReader } from './response-reader.ts'
import { userAgent } from './user-agent.ts'

export interface EgressOptions {
  /** URL or e-mail address for the User-Agent. Without it, public hosts are not contacted directly. */
  readonly contact?: string
  /** Permits requests to addresses that are not on the public internet. */
  readonly allowPrivate?: boolean
  /** Non-public networks that may be contacted, such as `10.1.0.0/16` or `fd00:1::/48`. */
  readonly allowNetworks?: readonly string[]
  /** Ports that may be contacted; by default all but those of services other than the web. */
  readonly ports?: readonly number[]
  /** Fixed lookups as `host:port:address`. They change where a name leads, not what is permitted. */
  readonly resolve?: readonly string[]
  readonly resolver?: HostResolver
  /** `http://[user:password@]host:port`. */
  readonly proxy?: string
  /** Who resolves names when a proxy is used. Default: `check`. */
  readonly proxyLookup?: ProxyLookup
  /** Timeout of our own lookup of a name that the proxy resolves. Default: 1,500. */
  readonly proxyWaitMs?: number
  readonly limits?: Partial<FetchLimits>
  readonly sockets?: Partial<SocketLimits>
  /** Whether to read a body of this content type. Default: all. */
  readonly accept?: (contentType: string) => boolean
  /** Sent as Accept-Language, preferred first; invalid tags are left out. */
  readonly languages?: readonly string[]
  /** Additional certificate authorities to trust, in PEM. */
  readonly ca?: readonly string[]
  readonly connect?: Connect
  readonly now?: () => number
}

const LOOPBACK = ['127.0.0.1', '::1']

/** The only access to the web: every request of Eventide passes through here and its rules (docs/fetching.md). */
export function createEgress(options: EgressOptions = {}): Fetcher {
  return new Egress(options)
}

class Egress implements Fetcher {
  readonly #options: EgressOptions
  readonly #limits: FetchLimits
  readonly #sockets: SocketLimits
  readonly #connections: Connections
  readonly #route: EgressRoute
  readonly #headers: readonly HeaderField[]
  readonly #allowed: Networks
  readonly #allowsPort: (port: number) => boolean
  readonly #running = new Map<AbortController, Promise<unknown>>()
  #closed: EventideError | undefined

  constructor(options: EgressOptions) {
    this.#options = options
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits }
    this.#sockets = { ...DEFAULT_SOCKET_LIMITS, ...options.sockets }
    this.#connections = new Connections(this.#sockets)
    this.#headers = defaultHeaders(options)
    this.#allowed = parseNetworks(options.allowNetworks ?? [])
    this.#allowsPort = createPortRule(options.ports)
    const shared = { connect: options.connect ?? connectTcp, trust: createTrust(options.ca) }
    const resolver = options.resolver ?? createDnsResolver()
    const { proxyLookup: lookup = options.allowPrivate ? 'proxy' : 'check' } = options
    this.#route = options.proxy
      ? createProxyRoute({
          ...shared,
          proxy: options.proxy,
          addressFor: createProxyNames({
            lookup,
            resolver,
            vet: (addresses) => this.#checkPublic(addresses),
            waitMs: options.proxyWaitMs,
          }),
          pinned: lookup === 'pin',
        })
      : createDirectRoute({
          ...shared,
          resolver,
          overrides: parseResolveOverrides(options.resolve ?? []),
          vet: (addresses) => this.#checkAddresses(addresses),
          connectMs: this.#limits.connectMs,
        })
  }

  async fetch(url: string, signal?: AbortSignal, options: FetchOptions = {}): Promise<FetchResult> {
    const target = this.#target(url)
    signal?.throwIfAborted()
    if (this.#closed) throw this.#closed
    const stop = new AbortController()
    const onAbort = () => stop.abort(signal?.reason)
    // Every running fetch listens to the one signal of a crawl.
    if (signal) setMaxListeners(0, signal)
    signal?.addEventListener('abort', onAbort, { once: true })
    const running = this.#exchange(target, stop, options)
    this.#running.set(stop, running)
    try {
      return await running
    } finally {
      this.#running.delete(stop)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  async close(): Promise<void> {
    this.#closed ??= new EventideError('egress-closed', 'The fetcher was closed', { exit: 'internal' })
    const running = [...this.#running.values()]
    for (const stop of this.#running.keys()) stop.abort(this.#closed)
    await Promise.allSettled(running)
    this.#connections.closeIdle()
  }

  /** Parses once: the URL that is checked is the one that is requested. */
  #target(text: string): URL {
    if (text.length > this.#limits.urlLength) throw new FetchFailure('bad-url', 'too long')
    const url = URL.canParse(text) ? new URL(text) : null
    if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') throw new FetchFailure('bad-url')
    if (!this.#allowsPort(portOf(url)))
      throw new FetchFailure('bad-url', `port ${portOf(url)} is not allowed`)
    url.hash = ''
    url.username = ''
    url.password = ''
    const literal = literalAddress(url.hostname)
    if (literal !== null && this.#route.proxied) this.#checkPublic([literal])
    else if (literal !== null) this.#checkAddresses([literal])
    else if (isLoopbackName(url.hostname)) this.#checkPublic(LOOPBACK)
    return url
  }

  #checkAddresses(addresses: readonly string[]): void {
    this.#checkPublic(addresses)
    if (!this.#options.contact && addresses.some(isPublicAddress)) throw new FetchFailure('no-contact')
  }

  #checkPublic(addresses: readonly string[]): void {
    if (this.#options.allowPrivate) return
    if (!addresses.every((address) => isPublicAddress(address) || this.#allowed(address)))
      throw new FetchFailure('private-address')
  }

  async #exchange(url: URL, stop: AbortController, options: FetchOptions): Promise<FetchResult> {
    for (let retried = false; ; retried = true) {
      const kept = await this.#connections.acquire(url.origin, stop.signal)
      try {
        return await this.#attempt(url, kept, stop, options)
      } catch (error) {
        // The server may have closed a kept connection just as it was reused: try once more on a new one.
        const stale = kept !== null && error instanceof FetchFailure && error.code === 'disconnect'
        if (!stale || retried) throw error
        this.#connections.dropIdle(url.origin)
      }
    }
  }

  async #attempt(
    url: URL,
    kept: Connection | null,
    stop: AbortController,
    options: FetchOptions,
  ): Promise<FetchResult> {
    const startedAt = new Date((this.#options.now ?? Date.now)())
    let expire = () => stop.abort(new FetchFailure('timeout'))
    const deadline = setTimeout(() => expire(), this.#limits.totalMs)
    let connection: Connection | null = kept
    let mustClose = true
    try {
      connection ??= await this.#open(url, stop.signal)
      if (connection.ip !== null) await options.turn?.(connection.ip, stop.signal)
      mustClose = false
      const opened = connection
      const { client } = opened
      opened.awaitingHeaders = true
      const reader = new ResponseReader({
        limits: this.#limits,
        accept: options.accept ?? this.#options.accept ?? (() => true),
        onHeaders: () => {
          opened.awaitingHeaders = false
        },
        hangUp: () => {
          mustClose = true
          void client.destroy()
        },
      })
      expire = () => reader.expire()
      const onStop = () => reader.fail(stop.signal.reason)
      stop.signal.addEventListener('abort', onStop, { once: true })
      const sent = requestHeaders(this.#headers, options.headers)
      const headers = [...sent, ...this.#route.headersFor(url)]
      client.dispatch(
        {
          origin: url.origin,
          path: this.#route.pathFor(url),
          method: 'GET',
          headers: ['host', url.host, ...headers.flat()],
        },
        reader,
      )
      const received = await reader.done.finally(() => stop.signal.removeEventListener('abort', onStop))
      if (received.status === 407 && this.#route.proxied) throw new FetchFailure('proxy', 'status 407')
      const { status, statusText, truncated } = received
      return {
        exchange: {
          url: url.href,
          method: 'GET',
          requestHeaders: [['host', url.host], ['connection', 'keep-alive'], ...sent],
          status,
          statusText,
          responseHeaders: received.headers,
          body: received.raw,
          truncated,
          ip: connection.ip,
          startedAt,
        },
        body: received.body,
      }
    } catch (error) {
      mustClose = true
      throw error
    } finally {
      clearTimeout(deadline)
      if (mustClose || connection === null) this.#connections.discard(url.origin, connection)
      else this.#connections.release(connection)
    }
  }

  async #open(url: URL, stop: AbortSignal): Promise<Connection> {
    const phase = new AbortController()
    const onStop = () => phase.abort(stop.reason)
    stop.addEventListener('abort', onStop, { once: true })
    const timer = setTimeout(() => phase.abort(new FetchFailure('timeout')), this.#limits.connectMs)
    try {
      if (stop.aborted) throw stop.reason
      const { socket, ip } = await this.#route.open(url, phase.signal)
      return createConnection(socket, {
        origin: url.origin,
        ip,
        headerBytes: this.#limits.headerBytes,
        idleMs: this.#sockets.idleMs,
      })
    } finally {
      clearTimeout(timer)
      stop.removeEventListener('abort', onStop)
    }
  }
}

function defaultHeaders(options: EgressOptions): HeaderField[] {
  const languages = (options.languages ?? ['en']).filter((tag) =>
    /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/.test(tag),
  )
  const ranked = languages.map((language, i) =>
    i === 0 ? language : `${language};q=${Math.max(0.2, 1 - i / 10).toFixed(1)}`,
  )
  return [
    ['User-Agent', userAgent(options.contact)],
    ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['Accept-Language', [...ranked, '*;q=0.1'].join(',')],
    ['Accept-Encoding', 'gzip, deflate, br'],
  ]
}
