import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '../../api/route.ts'
import type { Problem } from '../problems.ts'
import type { Attempts } from './attempts.ts'
import type { Credential } from './credential.ts'
import type { Names } from './names.ts'
import type { Sessions } from './sessions.ts'

/**
 * The permission a route requires. `public` routes need no credential; a `probe` says nothing but that the server works, and is
 * answered under any host name. Routes without a permission are not registered.
 */
export type RouteAccess = Access | 'public' | 'probe'

export interface Gate {
  readonly names: Names
  /** Null if everyone who can connect has access. */
  readonly credential: Credential | null
  readonly sessions: Sessions
  readonly attempts: Attempts
  /** Name of the session cookie. */
  readonly cookie: string
}

/** The parts of a request that are known before its body is read. */
export interface RequestHead {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly address: string
  readonly access: RouteAccess | undefined
}

export interface Refusal {
  readonly status: number
  readonly body: Problem
  /** Seconds, for status 429. */
  readonly retryAfter?: number
}

const SAFE = new Set(['GET', 'HEAD'])
const refusal = (status: number, code: string, message: string): Refusal => ({
  status,
  body: { code, message },
})

/** Why a request is refused, or null. Every request is checked here first, and nowhere else. */
export function refusalOf(request: RequestHead, gate: Gate): Refusal | null {
  if (request.access === 'probe') return null
  return (
    refuseHost(request, gate) ??
    refuseForeignOrigin(request, gate) ??
    refuseForm(request) ??
    refuseUnauthenticated(request, gate)
  )
}

/** DNS rebinding: a page of evil.example that was pointed at this server still sends `Host: evil.example`. */
function refuseHost({ headers }: RequestHead, { names }: Gate): Refusal | null {
  if (names.isOwnHost(headers.host)) return null
  const message = 'The server does not use this host name. If it is correct, set it with --public-url'
  return refusal(421, 'unknown-host', message)
}

/** Requests made by pages of other origins, except following a link to this server. */
function refuseForeignOrigin({ method, headers }: RequestHead, { names }: Gate): Refusal | null {
  const { origin, host } = headers
  const foreign = refusal(403, 'foreign-origin', 'Pages of other sites may not send requests to this server')
  if (origin !== undefined && !names.isOwnOrigin(origin, host)) return foreign
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return null
  const isLink = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return SAFE.has(method) && isLink ? null : foreign
}

/** CSRF: a form of another site cannot send JSON. The login form is the only form of this server. */
function refuseForm({ method, headers, access }: RequestHead): Refusal | null {
  if (SAFE.has(method) || access === 'public') return null
  const type = headers['content-type']
  if (type === undefined || /^application\/json(?:\s*;|$)/i.test(type)) return null
  return refusal(415, 'not-json', 'Send the body as application/json')
}

function refuseUnauthenticated({ headers, address, access }: RequestHead, gate: Gate): Refusal | null {
  if (access === 'public' || gate.credential === null) return null
  if (gate.sessions.isOpen(sessionOf(headers, gate.cookie))) return null
  const token = /^Bearer ([\x21-\x7e]{1,1000})$/i.exec(headers.authorization ?? '')?.[1]
  const missing = refusal(
    401,
    'no-credential',
    'Log in, or send the token in the header Authorization: Bearer …',
  )
  return token === undefined ? missing : checkToken(token, address, gate, missing)
}

/**
 * Null if the token is right, however many wrong ones came from the same address: others may share it. Wrong tokens are counted,
 * from the login form and from headers.
 */
export function checkToken(token: string, address: string, gate: Gate, wrong: Refusal): Refusal | null {
  if (gate.credential?.matches(token)) return null
  const wait = gate.attempts.waitOf(address)
  if (wait > 0) {
    const retryAfter = Math.ceil(wait / 1000)
    const message = `Too many wrong tokens from your address. Try again in ${retryAfter} s`
    return { ...refusal(429, 'slow-down', message), retryAfter }
  }
  gate.attempts.failed(address)
  return wrong
}

export function sessionOf({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  const pairs = (cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}
