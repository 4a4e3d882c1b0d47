import type net from 'node:net'
import type { SecureContext } from 'node:tls'
import { EventideError, FetchFailure } from '../model/errors.ts'
import type { HeaderField } from '../model/exchange.ts'
import { literalAddress } from './address.ts'
import { type Connect, openSocket, openTunnel, openVettedSocket, secureSocket } from './dial.ts'
import type { HostResolver } from './dns-resolver.ts'
import { codeOf } from './error-code.ts'
import { portOf } from './ports.ts'
import type { ResolveOverrides } from './resolve-override.ts'

/** How a request reaches a host: directly, or through a proxy. */
export interface EgressRoute {
  readonly proxied: boolean
  /** A socket that speaks HTTP to the URL's origin, and the address it is connected to. */
  open(url: URL, signal: AbortSignal): Promise<{ socket: net.Socket; ip: string | null }>
  /** The request target to put into the first line. */
  pathFor(url: URL): string
  /** Headers meant for the proxy; never archived. */
  headersFor(url: URL): readonly HeaderField[]
}

interface DirectSettings {
  readonly connect: Connect
  readonly trust: SecureContext
  readonly resolver: HostResolver
  readonly overrides: ResolveOverrides
  /** Throws when any of the addresses must not be asked. */
  readonly vet: (addresses: readonly string[]) => void
  readonly connectMs: number
}

/** More addresses than this are not tried: the time for connecting is divided among them. */
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
    // The cause would name the address.
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
  /** The address to ask the proxy for instead of the name; null leaves the name to the proxy. Throws when it must not be asked. */
  readonly addressFor: (url: URL, signal: AbortSignal) => Promise<string | null>
  /** Whether every request goes through a tunnel to an address of our choice. */
  readonly pinned: boolean
}

/** Plain requests in absolute form, secure ones through a tunnel. Throws `EventideError` on an unusable proxy URL. */
export function createProxyRoute({ connect, trust, proxy, addressFor, pinned }: ProxySettings): EgressRoute {
  const { url: proxyUrl, authorization } = parseProxy(proxy)
  const host = literalAddress(proxyUrl.hostname) ?? proxyUrl.hostname
  const secret: [string, string][] = authorization ? [['Proxy-Authorization', authorization]] : []

  /** Requests the proxy itself makes for us; all others go through a tunnel. */
  const asked = (url: URL) => url.protocol === 'http:' && !pinned

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
      if (asked(url)) return { socket, ip }
      const host = ip === null ? url.hostname : bracketed(ip)
      const authority = `${host}:${portOf(url)}`
      const tunnel = await openTunnel(socket, proxyUrl.origin, authority, Object.fromEntries(secret), signal)
      return { socket: url.protocol === 'https:' ? await secure(tunnel, url, trust, signal) : tunnel, ip }
    },
    pathFor: (url) => (asked(url) ? url.href : url.pathname + url.search),
    headersFor: (url) => (asked(url) ? secret : []),
  }
}

/** Runs with the signal, and with a time of its own if one is given. */
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

/** The resolver's answer, or the end of patience: a resolver need not know about signals. */
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

/** The message leaves the URL out: it may hold a password. */
function parseProxy(proxy: string): { url: URL; authorization: string | null } {
  const url = URL.canParse(proxy) ? new URL(proxy) : null
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new EventideError(
      'proxy',
      'the proxy must be an http:// or https:// URL, for example http://proxy.example:3128',
    )
  }
  if (url.username === '' && url.password === '') return { url, authorization: null }
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return { url, authorization: `Basic ${Buffer.from(user).toString('base64')}` }
}
