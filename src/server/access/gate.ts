import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '../../api/route.ts'
import type { Problem } from '../problems.ts'
import type { Attempts } from './attempts.ts'
import type { Credential } from './credential.ts'
import type { Names } from './names.ts'
import type { Sessions } from './sessions.ts'

/** What a route may be called for: by anybody, to look, to change. Routes that do not say are not called at all. */
export type RouteAccess = Access | 'public'

export interface Gate {
  readonly names: Names
  /** Absent: whoever can connect may look (and change, unless the library is read-only). */
  readonly credential: Credential | null
  readonly sessions: Sessions
  readonly attempts: Attempts
  /** Name of the session cookie. */
  readonly cookie: string
}

/** What is known of a request before its body is read. */
export interface Knock {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly address: string
  readonly access: RouteAccess | undefined
}

export interface Refusal {
  readonly status: number
  readonly body: Problem
  /** Seconds, of a 429. */
  readonly retryAfter?: number
}

const SAFE = new Set(['GET', 'HEAD'])
const refusal = (status: number, code: string, message: string): Refusal => ({
  status,
  body: { code, message },
})

/** Why a request is turned away, or null. The only place where that is decided; everything passes here first. */
export function refusalOf(knock: Knock, gate: Gate): Refusal | null {
  return (
    refuseHost(knock, gate) ?? refuseStranger(knock, gate) ?? refuseForm(knock) ?? refuseUnknown(knock, gate)
  )
}

/** DNS rebinding: a page of evil.example whose name now leads here still says `Host: evil.example`. */
function refuseHost({ headers }: Knock, { names }: Gate): Refusal | null {
  if (names.isOurs(headers.host)) return null
  const message = 'this server does not go by that name; say how it is reached with --public-url'
  return refusal(421, 'unknown-host', message)
}

/** Requests that pages of other origins make. Following a link to a page of ours is not one of them. */
function refuseStranger({ method, headers }: Knock, { names }: Gate): Refusal | null {
  const { origin, host } = headers
  const stranger = refusal(403, 'foreign-origin', 'pages of other sites may not ask this server anything')
  if (origin !== undefined && !names.isOwnOrigin(origin, host)) return stranger
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return null
  const isLink = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return SAFE.has(method) && isLink ? null : stranger
}

/** A form of another site can post, but not JSON. Logging in is the one form we have. */
function refuseForm({ method, headers, access }: Knock): Refusal | null {
  if (SAFE.has(method) || access === 'public') return null
  const type = headers['content-type']
  if (type === undefined || /^application\/json(?:\s*;|$)/i.test(type)) return null
  return refusal(415, 'not-json', 'send application/json')
}

function refuseUnknown({ headers, address, access }: Knock, gate: Gate): Refusal | null {
  if (access === 'public' || gate.credential === null) return null
  if (gate.sessions.isOpen(sessionOf(headers, gate.cookie))) return null
  const token = /^Bearer ([\x21-\x7e]{1,1000})$/i.exec(headers.authorization ?? '')?.[1]
  const unknown = refusal(401, 'no-credential', 'log in, or send the token: Authorization: Bearer …')
  return token === undefined ? unknown : checkToken(token, address, gate, unknown)
}

/** Null when the token is right. Every guess is counted, wherever it is made. */
export function checkToken(token: string, address: string, gate: Gate, wrong: Refusal): Refusal | null {
  const wait = gate.attempts.waitOf(address)
  if (wait > 0) {
    const retryAfter = Math.ceil(wait / 1000)
    const message = `too many wrong tokens came from your address; try again in ${retryAfter} s`
    return { ...refusal(429, 'slow-down', message), retryAfter }
  }
  if (gate.credential?.fits(token)) {
    gate.attempts.passed(address)
    return null
  }
  gate.attempts.failed(address)
  return wrong
}

export function sessionOf({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  const pairs = (cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}
