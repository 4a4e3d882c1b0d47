import { isIP } from 'node:net'
import { EventideError } from '../../model/errors.ts'

/** The host names and origins of this server. */
export interface Names {
  /** Whether a `Host` header names this server. Anything else may be DNS rebinding. */
  isOwnHost(host: string | undefined): boolean
  /** Whether an `Origin` header is the origin that the request is sent to. */
  isOwnOrigin(origin: string, host: string | undefined): boolean
  /** All origins of this server. */
  readonly origins: readonly string[]
}

export interface NamesOptions {
  /** The address the server is bound to. */
  readonly host: string
  readonly port: number
  /** The origin that users open, if it is a different one. */
  readonly publicOrigin?: string | undefined
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'] as const

/** Whether only this machine can connect. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

export function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

export function createNames({ host, port, publicOrigin }: NamesOptions): Names {
  const local = isLoopback(host) || isEveryAddress(host)
  const origins = new Set((local ? LOOPBACK : [host]).map((name) => originAt(name, port)))
  if (isLoopback(host)) origins.add(originAt(host, port))
  if (publicOrigin !== undefined) origins.add(publicOrigin)
  const hosts = new Set([...origins].map((origin) => new URL(origin).host))
  const isOwnHost = (host: string | undefined) => hosts.has(host?.toLowerCase() ?? '')
  return {
    isOwnHost,
    isOwnOrigin: (origin, target) =>
      isOwnHost(target) && origins.has(origin) && new URL(origin).host === target?.toLowerCase(),
    origins: [...origins],
  }
}

/** An origin as browsers write it: without the default port. */
export function originAt(host: string, port: number): string {
  return new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`).origin
}

/** Parses an origin given as an option: scheme, host and optional port. */
export function originFrom(text: string, option: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  const example = 'https://library.example.org'
  throw new EventideError('bad-address', `${option} takes a URL without a path, such as ${example}`)
}
