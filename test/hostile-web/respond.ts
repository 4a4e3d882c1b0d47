import type net from 'node:net'

/** Writes a well-formed response and keeps the connection open. */
export function respond(
  socket: net.Socket,
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body: string | Uint8Array = '',
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const lines = Object.entries({ 'Content-Length': String(bytes.length), ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Said\r\n${lines.join('')}\r\n`), bytes]))
}

/** Writes chunks every `ms` milliseconds until the client disconnects. */
export function drip(socket: net.Socket, piece: string, ms: number): void {
  const timer = setInterval(() => socket.write(piece), ms)
  socket.on('close', () => clearInterval(timer))
}

/** Writes as fast as the client reads, until it disconnects. */
export function flood(socket: net.Socket, piece: string | Uint8Array): void {
  const more = () => {
    // On a socket that has just failed, `write` returns the error instead of false.
    while (socket.writable && socket.write(piece) === true);
  }
  socket.on('drain', more)
  more()
}
