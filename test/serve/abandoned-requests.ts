import { connect, type Socket } from 'node:net'

/** How a client leaves: right after sending the request, after some bytes of the response, or by no longer reading it. */
export type Leaving =
  | { readonly kind: 'at-once' }
  | { readonly kind: 'after'; readonly bytes: number }
  | { readonly kind: 'stalled' }

/** Sends a GET request and leaves. Of a stalled client the connection is still open. */
export function abandon(
  url: string,
  leaving: Leaving,
  headers: Record<string, string> = {},
  onRead: (piece: Buffer) => void = () => {},
): Promise<Socket> {
  const { hostname, port, host, pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) })
    const lines = Object.entries({ host, connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    )
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`, () => {
      if (leaving.kind === 'at-once') socket.destroy()
    })
    let read = 0
    socket.on('data', (piece: Buffer) => {
      read += piece.length
      onRead(piece)
      // A live stream may never have as many bytes.
      if (leaving.kind === 'after') socket.setTimeout(500)
      if (leaving.kind === 'after' && read >= leaving.bytes) socket.destroy()
      if (leaving.kind !== 'stalled') return
      socket.pause()
      resolve(socket)
    })
    socket.once('timeout', () => socket.destroy())
    socket.once('close', () => resolve(socket))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
  })
}

/** The head of a response, and of a short one all of it, whose connection stays open without being read further. */
export async function statusOf(url: string, headers: Record<string, string>) {
  let head = ''
  const socket = await abandon(url, { kind: 'stalled' }, headers, (piece) => {
    head += piece.toString('latin1')
  })
  const retryAfter = Number(/^retry-after: (\d+)/im.exec(head)?.[1] ?? 0)
  return { status: Number(head.slice(9, 12)), retryAfter, text: head, socket }
}
