import net from 'node:net'
import tls from 'node:tls'
import { Client } from 'undici'
import { FetchFailure } from '../model/errors.ts'
import { codeOf } from './error-code.ts'
import { sameAddress } from './ip-address.ts'

/** Starts a TCP connection. Tests inject their own. */
export type Connect = (address: string, port: number) => net.Socket

export const connectTcp: Connect = (address, port) =>
  net.connect({ host: address, port, noDelay: true, autoSelectFamily: true })

/** Resolves to a connected socket; rejects with the signal's reason or the socket's error, and leaks no socket. */
export function openSocket(
  connect: Connect,
  address: string,
  port: number,
  signal: AbortSignal,
): Promise<net.Socket> {
  return whenReady(() => connect(address, port), 'connect', signal)
}

/** Connects to exactly this address, and verifies that the socket is connected to it. */
export async function openVettedSocket(
  connect: Connect,
  address: string,
  port: number,
  signal: AbortSignal,
): Promise<net.Socket> {
  const socket = await openSocket(connect, address, port, signal)
  if (socket.remoteAddress !== undefined && sameAddress(socket.remoteAddress, address)) return socket
  socket.destroy()
  throw new FetchFailure(socket.remoteAddress === undefined ? 'connect' : 'private-address')
}

/** Certificate authorities to trust. Created once: loading them takes longer than a handshake. */
export function createTrust(ca: readonly string[] = []): tls.SecureContext {
  return tls.createSecureContext(ca.length > 0 ? { ca: [...tls.rootCertificates, ...ca] } : {})
}

/** TLS on top of a connected socket; the certificate must match the requested name. */
export async function secureSocket(
  socket: net.Socket,
  hostname: string,
  secureContext: tls.SecureContext,
  signal: AbortSignal,
): Promise<tls.TLSSocket> {
  const isAddress = net.isIP(hostname) !== 0
  try {
    return await whenReady(
      () =>
        tls.connect({
          socket,
          host: hostname,
          ...(isAddress ? {} : { servername: hostname }),
          secureContext,
          ALPNProtocols: ['http/1.1'],
        }),
      'secureConnect',
      signal,
    )
  } catch (error) {
    socket.destroy()
    if (signal.aborted) throw error
    const code = codeOf(error)
    if (code === 'ECONNRESET' || code === 'EPIPE') throw new FetchFailure('connect', undefined, error)
    throw new FetchFailure('tls', code, error)
  }
}

/** An HTTP client that uses this socket only and cannot open another. */
export function clientOver(socket: net.Socket, origin: string, options: Client.Options = {}): Client {
  let unused: net.Socket | undefined = socket
  return new Client(origin, {
    ...options,
    pipelining: 1,
    // Timeouts are ours: undici's timers tick once a second.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (_target, callback) => {
      const given = unused
      unused = undefined
      // Deferred: undici does not expect a connection before its call returns.
      queueMicrotask(() =>
        given ? callback(null, given) : callback(new Error('the connection is used up'), null),
      )
    },
  })
}

/** Requests a tunnel from the proxy (CONNECT). */
export async function openTunnel(
  socket: net.Socket,
  proxyOrigin: string,
  authority: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<net.Socket> {
  const client = clientOver(socket, proxyOrigin)
  try {
    const answer = await client.connect({ path: authority, headers: { host: authority, ...headers }, signal })
    if (answer.statusCode >= 200 && answer.statusCode < 300) return socket
    throw new FetchFailure('proxy', `status ${answer.statusCode}`)
  } catch (error) {
    socket.destroy()
    void client.destroy()
    if (error instanceof FetchFailure || signal.aborted) throw error
    throw new FetchFailure('proxy', codeOf(error), error)
  }
}

function whenReady<T extends net.Socket>(open: () => T, event: string, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason)
      return
    }
    const socket = open()
    // Without a listener, an error while no one owns the socket would end the process.
    socket.on('error', () => {})
    const settle = (done: () => void) => {
      signal.removeEventListener('abort', onAbort)
      socket.off('error', onError)
      socket.off('close', onClose)
      done()
    }
    const fail = (error: unknown) =>
      settle(() => {
        socket.destroy()
        reject(error)
      })
    const onAbort = () => fail(signal.reason)
    const onError = (error: Error) => fail(error)
    const onClose = () => fail(new FetchFailure('connect'))
    signal.addEventListener('abort', onAbort, { once: true })
    socket.once('error', onError)
    socket.once('close', onClose)
    socket.once(event, () => settle(() => resolve(socket)))
  })
}
