import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Route } from '../api/route.ts'
import { type Name, routes } from '../api/routes.ts'
import type { Context } from './context.ts'
import type { FileAnswer, Handlers, LiveEvent } from './handler.ts'
import type { LiveStreams } from './live-stream.ts'

/** Enough for 100,000 seeds; routes that accept files set their own limit. */
const BODY_BYTES = 16 * 1024 * 1024

type AnyHandler = (request: unknown, context: Context) => unknown

/** Registers every route of the API. In read-only mode, routes that change something are not registered. */
export function addApiRoutes(
  app: FastifyInstance,
  handlers: Handlers<Name>,
  context: Context,
  streams: LiveStreams,
): void {
  for (const name of Object.keys(routes) as Name[]) {
    const route: Route = routes[name]
    if (route.access === 'write' && !context.mayWrite) continue
    const [method, url] = name.split(' ') as [HTTPMethods, string]
    const handler = handlers[name] as AnyHandler
    app.route({
      method,
      url,
      bodyLimit: route.bodyLimit ?? BODY_BYTES,
      // HEAD would have to run the whole export or stream.
      exposeHeadRoute: route.stream === undefined,
      config: { access: route.access },
      ...(route.large && { serializerCompiler: () => JSON.stringify }),
      schema: {
        summary: route.summary,
        ...(route.params && { params: route.params }),
        ...(route.query && { querystring: route.query }),
        ...(route.body && { body: route.body }),
        ...(route.reply && { response: { 200: route.reply } }),
      },
      async handler(request, reply) {
        const gone = abortOnClose(reply)
        const checked = {
          params: request.params,
          query: request.query,
          body: request.body,
          signal: gone.signal,
        }
        const answer = await handler(checked, context)
        if (route.stream === 'events') return streams.send(reply, answer as AsyncIterable<LiveEvent>, gone)
        if (route.stream === 'file') return sendFile(request, reply, answer as FileAnswer)
        return answer
      },
    })
  }
}

/** Aborts when the connection closes. */
function abortOnClose(reply: FastifyReply): AbortController {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone
}

function sendFile(_request: FastifyRequest, reply: FastifyReply, file: FileAnswer): FastifyReply {
  reply.type(file.type)
  if (file.name !== undefined) reply.header('content-disposition', attachment(file.name))
  if (file.policy !== undefined) reply.header('content-security-policy', file.policy)
  return reply.send(Readable.from(file.body, { objectMode: false }))
}

/** RFC 6266: an ASCII name for old clients, the exact one for all others. */
function attachment(name: string): string {
  const plain = name.replace(/[^\w.-]/g, '_')
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
