import net from 'node:net'
import tls from 'node:tls'
import { headerValue } from '../../src/http/headers.ts'
import { HOSTILE_CERTIFICATE } from './certificate.ts'
import { ROUTES } from './routes.ts'

/** A request as received. */
export interface Hit {
  readonly method: string
  /** The request target as sent: a path, or an absolute URL from proxy clients. */
  readonly target: string
  /** Path of the target, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly host: string
  readonly headers: readonly (readonly [string, string])[]
}

/** Handles one request on its socket, correctly or not. */
export type Route = (socket: net.Socket, hit: Hit) => void

export interface HostileWeb {
  readonly port: number
  readonly hits: Hit[]
  /** TCP connections accepted, with or without a request. */
  connections(): number
  /** Open connections. */
  open(): number
  url(path: string): string
  close(): Promise<void>
}

export interface HostileOptions {
  /** `127.0.0.1` by default. */
  readonly address?: string
  readonly secure?: boolean
  /** Take precedence over the built-in routes. */
  readonly routes?: Readonly<Record<string, Route>>
  /** Handles every request instead of the routes. */
  readonly only?: Route
}

/** Starts a server that misbehaves depending on the path; see routes.ts. */
export async function startHostileWeb(options: HostileOptions = {}): Promise<HostileWeb> {
  const { address = '127.0.0.1', secure = false } = options
  const own = new Map(Object.entries(options.routes ?? {}))
  const hits: Hit[] = []
  const sockets = new Set<net.Socket>()
  let connections = 0

  function serve(socket: net.Socket): void {
    let unread = ''
    socket.on('error', () => {})
    socket.on('data', (data) => {
      unread += data.toString('latin1')
      for (let end = unread.indexOf('\r\n\r\n'); end >= 0; end = unread.indexOf('\r\n\r\n')) {
        const hit = parseHit(unread.slice(0, end))
        unread = unread.slice(end + 4)
        hits.push(hit)
        const route = options.only ?? routeOf(hit, own)
        route(socket, hit)
      }
    })
  }

  const server = secure
    ? tls.createServer({ cert: HOSTILE_CERTIFICATE, key: HOSTILE_CERTIFICATE }, serve)
    : net.createServer(serve)
  server.on('connection', (socket: net.Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  const bound = server.address()
  const port = bound !== null && typeof bound === 'object' ? bound.port : 0
  return {
    port,
    hits,
    connections: () => connections,
    open: () => sockets.size,
    url: (path) => `${secure ? 'https' : 'http'}://${address}:${port}${path}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function parseHit(head: string): Hit {
  const [first = '', ...lines] = head.split('\r\n')
  const [method = '', target = ''] = first.split(' ')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const
  })
  const host = headerValue(headers, 'host') ?? ''
  const url = new URL(method === 'CONNECT' ? '/' : target, 'http://hostile.test')
  return { method, target, path: url.pathname, query: url.searchParams, host, headers }
}

/** The longest route that is a prefix of the path. */
function routeOf(hit: Hit, own: ReadonlyMap<string, Route>): Route {
  for (let path = hit.path; ; path = path.slice(0, path.lastIndexOf('/'))) {
    const route = own.get(path) ?? ROUTES.get(path)
    if (route) return route
    if (path === '') return (socket) => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')
  }
}
