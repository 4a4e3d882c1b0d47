import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { headerValue } from '../../http/headers.ts'
import type { SimulatedWeb, WebResponse } from './web.ts'

export interface WebServerOptions {
  /** 0 lets the system choose a free one. */
  readonly port?: number
  /** Whether slow hosts are slow. Default: true; a benchmark of the crawler turns it off. */
  readonly waits?: boolean
}

export interface WebServer {
  readonly port: number
  /** `http://127.0.0.1:<port>`: an origin for hosts that resolve to it, and a proxy for all others. */
  readonly url: string
  /** Requests received so far. */
  requests(): number
  /** Ends open connections; safe to call twice. */
  close(): Promise<void>
}

/** Bodies leave in pieces of this size, as from a real server. */
const CHUNK_BYTES = 16_384
/** Below this, compression saves nothing. */
const GZIP_BYTES = 512
const TEXTUAL = /^(text\/|application\/(rss|atom|xml))/

/**
 * Serves a simulated web over real HTTP/1.1 on the loopback interface: by `Host` header, and as a proxy for
 * absolute-form requests. A host the web does not know is answered as a proxy answers: 502.
 */
export async function serveWeb(web: SimulatedWeb, options: WebServerOptions = {}): Promise<WebServer> {
  let received = 0
  const waiting = new Set<NodeJS.Timeout>()
  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    received++
    const answer = answerTo(web, request)
    const send = (): void => {
      void sendAnswer(request, response, answer).catch(() => response.destroy())
    }
    if (!answer.delayMs || options.waits === false) return send()
    const timer = setTimeout(() => {
      waiting.delete(timer)
      send()
    }, answer.delayMs)
    waiting.add(timer)
    response.once('close', () => {
      clearTimeout(timer)
      waiting.delete(timer)
    })
  })
  // There is no TLS here: a tunnel could only lead nowhere.
  server.on('connect', (_request, socket: Socket) =>
    socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n'),
  )
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  let closed: Promise<void> | undefined
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests: () => received,
    close: () => {
      closed ??= new Promise((resolve) => {
        for (const timer of waiting) clearTimeout(timer)
        server.close(() => resolve())
        server.closeAllConnections()
      })
      return closed
    },
  }
}

function refusal(status: number, message: string): WebResponse {
  return {
    status,
    headers: [['Content-Type', 'text/plain; charset=utf-8']],
    body: new TextEncoder().encode(`${message}\n`),
  }
}

/** The address asked for: the request line's own when it is absolute, else the `Host` header's with the path. */
function addressOf(request: IncomingMessage): string {
  const target = request.url ?? '/'
  if (target.startsWith('/')) {
    // The port is where the web is served, not part of the simulated address.
    const host = (request.headers.host ?? '').replace(/:\d{1,5}$/, '')
    return `http://${host}${target}`
  }
  return target
}

function answerTo(web: SimulatedWeb, request: IncomingMessage): WebResponse {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refusal(405, 'Only GET and HEAD are answered here.')
  const url = addressOf(request)
  const host = URL.canParse(url) ? new URL(url).host : url
  return web.respond(url) ?? refusal(502, `The proxy could not find the host ${host}.`)
}

async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: WebResponse,
): Promise<void> {
  const { status, headers, body } = answer
  const type = headerValue(headers, 'content-type') ?? ''
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const compress = /\bgzip\b/.test(accepted) && body.length >= GZIP_BYTES && TEXTUAL.test(type)
  const flat = headers.flat()
  if (compress) flat.push('Content-Encoding', 'gzip')
  else flat.push('Content-Length', String(body.length))
  response.writeHead(status, flat)
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  if (!compress && body.length <= CHUNK_BYTES) {
    response.end(body)
    return
  }
  const source = Readable.from(chunksOf(body))
  if (compress) await pipeline(source, createGzip({ level: constants.Z_BEST_SPEED }), response)
  else await pipeline(source, response)
}

function* chunksOf(body: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < body.length; start += CHUNK_BYTES)
    yield body.subarray(start, start + CHUNK_BYTES)
}
