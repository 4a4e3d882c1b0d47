import net from 'node:net'
import tls from 'node:tls'
import { Client } from 'undici'
import { FetchFailure } from '../model/errors.ts'
import { sameAddress } from './address.ts'

/** Starts a TCP connection; injected by tests that must not touch the network. */
export type Connect = (address: string, port: number) => net.Socket

export const connectTcp: Connect = (address, port) =>
  net.connect({ host: address, port, noDelay: true, autoSelectFamily: false })

/** A connected socket, or a rejection with the signal's reason or the socket's error; never a leaked socket. */
export function openSocket(
  connect: Connect,
  address: string,
  port: number,
  signal: AbortSignal,
): Promise<net.Socket> {
  return whenReady(() => connect(address, port), 'connect', signal)
}

/** Connects to exactly this address and makes sure that is where the socket went. */
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

/** TLS on top of a connected socket, checked against the name asked for. */
export async function secureSocket(
  socket: net.Socket,
  hostname: string,
  ca: readonly string[] | undefined,
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
          ...(ca ? { ca: [...tls.rootCertificates, ...ca] } : {}),
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

/** Asks the proxy behind the socket for a tunnel. */
export async function openTunnel(
  socket: net.Socket,
  proxyOrigin: string,
  authority: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<net.Socket> {
  const client = new Client(proxyOrigin, {
    connect: (_options, callback) => queueMicrotask(() => callback(null, socket)),
    headersTimeout: 0,
  })
  try {
    const answer = await client.connect({ path: authority, headers: { host: authority, ...headers }, signal })
    if (answer.statusCode >= 200 && answer.statusCode < 300) return socket
    throw new FetchFailure('proxy', `status ${answer.statusCode}`)
  } catch (error) {
    socket.destroy()
    if (error instanceof FetchFailure || signal.aborted) throw error
    throw new FetchFailure('proxy', codeOf(error), error)
  }
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function whenReady<T extends net.Socket>(open: () => T, event: string, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason)
      return
    }
    const socket = open()
    // Between owners nobody listens, and an unheard error would end the process.
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
