import net from 'node:net'
import { headerValue } from '../../src/http/headers.ts'
import { type Hit, type HostileWeb, type Route, startHostileWeb } from './server.ts'

export interface ProxyOptions {
  /** The port on 127.0.0.1 that all requests are forwarded to. */
  readonly upstream: number
  /** The required Proxy-Authorization. */
  readonly authorization?: string
  /** The response to CONNECT instead of a tunnel; `silent` never responds. */
  readonly connectStatus?: number | 'silent'
  readonly secure?: boolean
}

/** A small HTTP proxy for absolute-form requests and CONNECT. `hits` records the requests. */
export function startProxy(options: ProxyOptions): Promise<HostileWeb> {
  const { upstream, authorization, connectStatus = 200 } = options

  const relay: Route = (socket, hit) => {
    const offered = headerValue(hit.headers, 'proxy-authorization')
    if (authorization !== undefined && offered !== authorization) {
      socket.write('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n')
    } else if (hit.method === 'CONNECT') tunnel(socket)
    else forward(socket, hit)
  }

  function tunnel(socket: net.Socket): void {
    if (connectStatus === 'silent') return
    if (connectStatus !== 200) {
      socket.end(`HTTP/1.1 ${connectStatus} No\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    socket.removeAllListeners('data')
    const far = net.connect(upstream, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(far).pipe(socket)
    })
    far.on('error', () => socket.destroy())
    socket.on('close', () => far.destroy())
  }

  function forward(socket: net.Socket, { method, target, headers }: Hit): void {
    const { pathname, search } = new URL(target)
    const kept = headers.filter(([name]) => !/^(?:proxy-|connection$)/i.test(name))
    const lines = [...kept, ['Connection', 'close']].map(([name, value]) => `${name}: ${value}\r\n`)
    const far = net.connect(upstream, '127.0.0.1', () => {
      far.write(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`)
    })
    far.pipe(socket, { end: false })
    far.on('error', () => socket.destroy())
    socket.on('close', () => far.destroy())
  }

  return startHostileWeb({ secure: options.secure ?? false, only: relay })
}
