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
  /** Whether slow hosts delay their responses. Default: true. */
  readonly waits?: boolean
}

export interface WebServer {
  readonly port: number
  /** `http://127.0.0.1:<port>`, to be used as a proxy, or directly by hosts that resolve to it. */
  readonly url: string
  /** Requests received so far. */
  requests(): number
  /** Closes open connections; may be called twice. */
  close(): Promise<void>
}

/** Bodies are sent in chunks of this size. */
const CHUNK_BYTES = 16_384
/** Smaller bodies are not compressed. */
const GZIP_BYTES = 512
const TEXTUAL = /^(text\/|application\/(rss|atom|xml))/

/**
 * Serves a simulated web over real HTTP/1.1 on the loopback interface: by `Host` header, and as a proxy for
 * absolute-form requests. Unknown hosts are answered with 502.
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
  // TLS is not supported, so tunnels are refused.
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

/** The requested URL: that of the request line if it is absolute, else the `Host` header with the path. */
function urlOf(request: IncomingMessage): string {
  const target = request.url ?? '/'
  if (target.startsWith('/')) {
    // The port belongs to this server, not to the simulated URL.
    const host = (request.headers.host ?? '').replace(/:\d{1,5}$/, '')
    return `http://${host}${target}`
  }
  return target
}

function answerTo(web: SimulatedWeb, request: IncomingMessage): WebResponse {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refusal(405, 'Only GET and HEAD are supported.')
  const url = urlOf(request)
  const host = URL.canParse(url) ? new URL(url).host : url
  return web.respond(url) ?? refusal(502, `The host ${host} does not exist.`)
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
