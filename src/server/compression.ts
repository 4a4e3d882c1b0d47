import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Smaller responses are not worth compressing. */
const MIN_BYTES = 1_024
/** Favours speed over size, because most responses are sent once. */
const BROTLI_QUALITY = 4
const TEXTUAL =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|geo\+json|xml|x-ndjson|manifest\+json)|image\/svg)/

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const brotliOptions = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }

/** Compresses text responses, complete or streamed, in an encoding the client accepts. */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const coding = codingFor(request.headers['accept-encoding'])
    const type = String(reply.getHeader('content-type') ?? '')
    if (TEXTUAL.test(type)) reply.header('vary', 'Accept-Encoding')
    const done = reply.hasHeader('content-encoding') || reply.hasHeader('content-range')
    if (!coding || done || request.method === 'HEAD' || !TEXTUAL.test(type)) return payload
    if (payload instanceof Readable) {
      reply.header('content-encoding', coding).removeHeader('content-length')
      const packed = coding === 'br' ? zlib.createBrotliCompress(brotliOptions) : zlib.createGzip()
      // `pipeline` destroys the output on error, so that a truncated response is not taken for a complete one.
      return pipeline(payload, packed, () => {})
    }
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    const bytes = Buffer.from(payload as string)
    if (bytes.length < MIN_BYTES) return payload
    reply.header('content-encoding', coding).removeHeader('content-length')
    return coding === 'br' ? brotli(bytes, brotliOptions) : gzip(bytes)
  })
}

function codingFor(accepted: string | string[] | undefined): 'br' | 'gzip' | null {
  const names = String(accepted ?? '')
    .split(',')
    .filter((name) => !/;\s*q=0(?:\.0{0,3})?\s*$/.test(name))
    .map((name) => name.split(';', 1)[0]!.trim().toLowerCase())
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : null
}
