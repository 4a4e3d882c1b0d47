import type net from 'node:net'
import type { SecureContext } from 'node:tls'
import { EventideError, FetchFailure } from '../model/errors.ts'
import type { HeaderField } from '../model/exchange.ts'
import { type Connect, openSocket, openTunnel, openVettedSocket, secureSocket } from './dial.ts'
import type { HostResolver } from './dns-resolver.ts'
import { codeOf } from './error-code.ts'
import { literalAddress } from './ip-address.ts'
import { portOf } from './ports.ts'
import type { ResolveOverrides } from './resolve-override.ts'

/** How a request reaches a host: directly, or through a proxy. */
export interface EgressRoute {
  readonly proxied: boolean
  /** A socket that speaks HTTP to the URL's origin, and its remote address. */
  open(url: URL, signal: AbortSignal): Promise<{ socket: net.Socket; ip: string | null }>
  /** The request target. */
  pathFor(url: URL): string
  /** Headers for the proxy, which are never archived. */
  headersFor(url: URL): readonly HeaderField[]
}

interface DirectSettings {
  readonly connect: Connect
  readonly trust: SecureContext
  readonly resolver: HostResolver
  readonly overrides: ResolveOverrides
  /** Throws when any of the addresses must not be contacted. */
  readonly vet: (addresses: readonly string[]) => void
  readonly connectMs: number
}

/** Maximum number of addresses tried: the connect timeout is divided among them. */
const MAX_ADDRESSES = 4

export function createDirectRoute(settings: DirectSettings): EgressRoute {
  const { connect, trust, resolver, overrides, vet, connectMs } = settings

  async function addressesOf(url: URL, signal: AbortSignal): Promise<readonly string[]> {
    const literal = literalAddress(url.hostname)
    const addresses =
      literal === null
        ? (overrides.addresses(url.hostname, portOf(url)) ?? (await lookUp(resolver, url.hostname, signal)))
        : [literal]
    if (addresses.length === 0) throw new FetchFailure('dns', url.hostname)
    vet(addresses)
    return addresses.slice(0, MAX_ADDRESSES)
  }

  async function openAny(addresses: readonly string[], port: number, signal: AbortSignal) {
    let last: unknown
    for (const [i, ip] of addresses.entries()) {
      const share = i + 1 < addresses.length ? connectMs / addresses.length : undefined
      try {
        const socket = await within(share, signal, (stop) => openVettedSocket(connect, ip, port, stop))
        return { socket, ip }
      } catch (error) {
        if (signal.aborted || (error instanceof FetchFailure && error.code === 'private-address')) throw error
        last = error
      }
    }
    // Without a cause, which would reveal the address.
    throw new FetchFailure('connect', codeOf(last))
  }

  return {
    proxied: false,
    async open(url, signal) {
      const { socket, ip } = await openAny(await addressesOf(url, signal), portOf(url), signal)
      return { socket: url.protocol === 'https:' ? await secure(socket, url, trust, signal) : socket, ip }
    },
    pathFor: (url) => url.pathname + url.search,
    headersFor: () => [],
  }
}

interface ProxySettings {
  readonly connect: Connect
  readonly trust: SecureContext
  readonly proxy: string
  /** The address to request instead of the name, or null to let the proxy resolve it. Throws when the host must not be contacted. */
  readonly addressFor: (url: URL, signal: AbortSignal) => Promise<string | null>
  /** Whether every request uses a tunnel to a resolved address. */
  readonly pinned: boolean
}

/** http requests in absolute form, https requests through a tunnel. Throws `EventideError` for an unusable proxy URL. */
export function createProxyRoute({ connect, trust, proxy, addressFor, pinned }: ProxySettings): EgressRoute {
  const { url: proxyUrl, authorization } = parseProxy(proxy)
  const host = literalAddress(proxyUrl.hostname) ?? proxyUrl.hostname
  const secret: [string, string][] = authorization ? [['Proxy-Authorization', authorization]] : []

  /** Whether the proxy makes the request itself; all others use a tunnel. */
  const isForwarded = (url: URL) => url.protocol === 'http:' && !pinned

  async function openProxy(signal: AbortSignal): Promise<net.Socket> {
    try {
      const socket = await openSocket(connect, host, portOf(proxyUrl), signal)
      return proxyUrl.protocol === 'https:' ? await secure(socket, proxyUrl, trust, signal) : socket
    } catch (error) {
      if (signal.aborted) throw error
      throw new FetchFailure('proxy', codeOf(error), error)
    }
  }

  return {
    proxied: true,
    async open(url, signal) {
      const ip = await addressFor(url, signal)
      const socket = await openProxy(signal)
      if (isForwarded(url)) return { socket, ip }
      const host = ip === null ? url.hostname : bracketed(ip)
      const authority = `${host}:${portOf(url)}`
      const tunnel = await openTunnel(socket, proxyUrl.origin, authority, Object.fromEntries(secret), signal)
      return { socket: url.protocol === 'https:' ? await secure(tunnel, url, trust, signal) : tunnel, ip }
    },
    pathFor: (url) => (isForwarded(url) ? url.href : url.pathname + url.search),
    headersFor: (url) => (isForwarded(url) ? secret : []),
  }
}

/** Runs `work` with the signal, and with a timeout if one is given. */
async function within<T>(
  ms: number | undefined,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (ms === undefined) return work(signal)
  const own = new AbortController()
  const onAbort = () => own.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => own.abort(new FetchFailure('connect')), ms)
  try {
    return await work(own.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}

function secure(socket: net.Socket, url: URL, trust: SecureContext, signal: AbortSignal) {
  return secureSocket(socket, literalAddress(url.hostname) ?? url.hostname, trust, signal)
}

/** Resolves a host, or rejects when the signal aborts: resolvers need not support signals. */
export function lookUp(
  resolver: HostResolver,
  host: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    resolver(host)
      .then(resolve, (error) => reject(new FetchFailure('dns', host, error)))
      .finally(() => signal.removeEventListener('abort', onAbort))
  })
}

const bracketed = (ip: string) => (ip.includes(':') ? `[${ip}]` : ip)

/** The message omits the URL, which may hold a password. */
function parseProxy(proxy: string): { url: URL; authorization: string | null } {
  const url = URL.canParse(proxy) ? new URL(proxy) : null
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new EventideError(
      'proxy',
      'The proxy must be an http:// or https:// URL, for example http://proxy.example:3128',
    )
  }
  if (url.username === '' && url.password === '') return { url, authorization: null }
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return { url, authorization: `Basic ${Buffer.from(user).toString('base64')}` }
}
