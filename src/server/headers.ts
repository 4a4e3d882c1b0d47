import type { FastifyInstance } from 'fastify'
import type { Tiles } from './context.ts'
import { tileSource } from './tiles.ts'

/** Lets the application load its own files, call its own server and frame archived pages, and nothing else. */
export function appPolicy(replayOrigin: string, tiles: Tiles | null): string {
  const images = ["'self'", 'data:', 'blob:', ...(tiles ? [tileSource(tiles)] : [])].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${images}`,
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src 'self' ${replayOrigin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** For responses that are not pages: if a browser displays one anyway, nothing runs in it. */
const DATA_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"

const ALWAYS: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  // Not no-referrer: forms would then send no Origin header, which the login checks.
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ['x-dns-prefetch-control', 'off'],
]

/** Adds security headers to every response; a response may set its own policy and caching. */
export function addHeaders(app: FastifyInstance, secure: boolean): void {
  app.addHook('onRequest', async (_request, reply) => {
    for (const [name, value] of ALWAYS) reply.header(name, value)
    if (secure) reply.header('strict-transport-security', 'max-age=31536000')
  })
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', DATA_POLICY)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    const frames = String(reply.getHeader('content-security-policy'))
    if (frames.includes("frame-ancestors 'none'")) reply.header('x-frame-options', 'DENY')
  })
}
