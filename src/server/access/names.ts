import { isIP } from 'node:net'
import { EventideError } from '../../model/errors.ts'

/** How this server is reached: what browsers may call it. */
export interface Names {
  /** Whether a `Host` header means us. Anything else is a page of somebody else whose name was pointed at us. */
  isOurs(host: string | undefined): boolean
  /** Whether an `Origin` header is that of the page the request goes to. */
  isOwnOrigin(origin: string, host: string | undefined): boolean
  /** All origins under which the server shows itself. */
  readonly origins: readonly string[]
}

export interface NamesOptions {
  /** What the server is bound to. */
  readonly host: string
  readonly port: number
  /** The origin under which people reach it, when that is another. */
  readonly publicOrigin?: string | undefined
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'] as const

/** Nobody but this machine can connect to it. */
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
  const isOurs = (asked: string | undefined) => hosts.has(asked?.toLowerCase() ?? '')
  return {
    isOurs,
    isOwnOrigin: (origin, asked) =>
      isOurs(asked) && origins.has(origin) && new URL(origin).host === asked?.toLowerCase(),
    origins: [...origins],
  }
}

/** As browsers write an origin: without the port that the scheme has anyway. */
export function originAt(host: string, port: number): string {
  return new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`).origin
}

/** An origin somebody gave: scheme, host and perhaps a port. */
export function originFrom(text: string, option: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  const example = 'https://library.example.org'
  throw new EventideError('bad-address', `${option} takes an address without a path, such as ${example}`)
}
