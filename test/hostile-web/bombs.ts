import type net from 'node:net'
import { Readable, type Transform } from 'node:stream'
import zlib from 'node:zlib'
import type { Hit } from './server.ts'

const MIB = 1024 * 1024
const FAST_BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }

type Encoder = () => Transform

const ENCODERS = new Map<string, { header: string; steps: readonly Encoder[] }>([
  ['gzip', { header: 'gzip', steps: [() => zlib.createGzip()] }],
  ['x-gzip', { header: 'X-GZip', steps: [() => zlib.createGzip()] }],
  ['deflate', { header: 'deflate', steps: [() => zlib.createDeflate()] }],
  ['raw-deflate', { header: 'deflate', steps: [() => zlib.createDeflateRaw()] }],
  ['br', { header: 'br', steps: [() => zlib.createBrotliCompress(FAST_BROTLI)] }],
  ['gzip-gzip', { header: 'gzip, gzip', steps: [() => zlib.createGzip(), () => zlib.createGzip()] }],
  [
    'gzip-br',
    { header: 'gzip, br', steps: [() => zlib.createGzip(), () => zlib.createBrotliCompress(FAST_BROTLI)] },
  ],
])

/** `/bomb/<coding>?mib=200`: so many MiB of zeros, encoded while sending; endless without `mib`. */
export function bomb(socket: net.Socket, { path, query }: Hit): void {
  const encoder = ENCODERS.get(path.slice('/bomb/'.length))
  if (!encoder) {
    socket.destroy()
    return
  }
  socket.write(
    `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: ${encoder.header}\r\nConnection: close\r\n\r\n`,
  )
  const source = Readable.from(zeros(Number(query.get('mib') ?? Number.POSITIVE_INFINITY)))
  let stream: Readable = source
  for (const create of encoder.steps) stream = stream.pipe(create())
  stream.pipe(socket)
  socket.on('close', () => source.destroy())
}

/** `/empty-members`: a gzip body that decodes to endless empty gzip members. */
export function emptyMembers(socket: net.Socket): void {
  const member = zlib.gzipSync('')
  const many = Buffer.concat(Array.from({ length: 4096 }, () => member))
  socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\nConnection: close\r\n\r\n')
  const source = Readable.from(endlessly(many))
  source.pipe(zlib.createGzip()).pipe(socket)
  socket.on('close', () => source.destroy())
}

function* zeros(mib: number): Generator<Uint8Array> {
  const piece = new Uint8Array(MIB)
  for (let i = 0; i < mib; i += 1) yield piece
}

function* endlessly(piece: Uint8Array): Generator<Uint8Array> {
  for (;;) yield piece
}
