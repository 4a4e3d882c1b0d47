import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, HTTPMethods } from 'fastify'
import type { Route } from '../api/route.ts'
import { type Name, routes } from '../api/routes.ts'
import { EventideError } from '../model/errors.ts'
import { clientOf } from './access/client-address.ts'
import type { ClientSlots } from './client-slots.ts'
import type { Context } from './context.ts'
import { type FileAnswer, type Handlers, type LiveEvent, SerializedReply } from './handler.ts'
import type { LiveStreams } from './live-stream.ts'
import { withoutPathsIn } from './own-paths.ts'

/** Enough for 100,000 seeds; routes that accept files set their own limit. */
const BODY_BYTES = 16 * 1024 * 1024

type AnyHandler = (request: unknown, context: Context) => unknown

export interface Streams {
  readonly live: LiveStreams
  /** How many streams of each kind may be open. */
  readonly slots: Readonly<Record<NonNullable<Route['stream']>, ClientSlots>>
}

/** Registers every route of the API. In read-only mode, routes that change something are not registered, or refuse if there is a reason. */
export function addApiRoutes(
  app: FastifyInstance,
  handlers: Handlers<Name>,
  context: Context,
  { live, slots }: Streams,
): void {
  for (const name of Object.keys(routes) as Name[]) {
    const route: Route = routes[name]
    const [method, url] = name.split(' ') as [HTTPMethods, string]
    if (route.access === 'write' && !context.mayWrite) {
      if (context.whyReadOnly) app.route({ method, url, ...refusing(route, context.whyReadOnly) })
      continue
    }
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
        const { stream } = route
        const { folder } = context.collections
        if (stream === undefined) {
          const answer = await handler(checked, context)
          if (answer instanceof SerializedReply) return sendJson(reply, answer)
          return route.large ? answer : withoutPathsIn(answer, folder)
        }
        const release = slots[stream].take(clientOf(request.ip))
        let body: Readable | undefined
        try {
          const answer = await handler(checked, context)
          if (stream === 'events')
            return await live.send(reply, cleaned(answer as AsyncIterable<LiveEvent>, folder), gone)
          body = bodyOf(answer as FileAnswer, gone.signal)
          body.once('close', release)
          return sendFile(reply, answer as FileAnswer, body)
        } finally {
          if (!body) release()
        }
      },
    })
  }
}

function refusing({ access, bodyLimit = BODY_BYTES }: Route, why: string) {
  const handler = async () => {
    throw new EventideError('read-only-folder', why)
  }
  return { bodyLimit, config: { access }, handler }
}

async function* cleaned(events: AsyncIterable<LiveEvent>, folder: string): AsyncGenerator<LiveEvent> {
  for await (const { event, data } of events) yield { event, data: withoutPathsIn(data, folder) }
}

/** Aborts when the connection closes. */
function abortOnClose(reply: FastifyReply): AbortController {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone
}

/** The body as a stream, which is closed when the client disconnects, also before it is read. */
function bodyOf({ body }: FileAnswer, gone: AbortSignal): Readable {
  const stream = body instanceof Readable ? body : Readable.from(body, { objectMode: false })
  const stop = () => void stream.destroy()
  if (gone.aborted) stop()
  else gone.addEventListener('abort', stop, { once: true })
  return stream
}

function sendFile(reply: FastifyReply, file: FileAnswer, body: Readable): FastifyReply {
  reply.type(file.type)
  if (file.name !== undefined) reply.header('content-disposition', attachment(file.name))
  if (file.policy !== undefined) reply.header('content-security-policy', file.policy)
  return reply.send(body)
}

function sendJson(reply: FastifyReply, { json }: SerializedReply): FastifyReply {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  return reply.type('application/json; charset=utf-8').send(bytes)
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
