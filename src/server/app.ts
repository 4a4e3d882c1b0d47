import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Name } from '../api/routes.ts'
import type { Log } from '../log/log.ts'
import type { Gate } from './access/gate.ts'
import { addGuard, type GuardedRoute } from './access/guard.ts'
import { addLogin } from './access/login.ts'
import { addApiRoutes, type Streams } from './api-routes.ts'
import { addCompression } from './compression.ts'
import type { Context } from './context.ts'
import type { Handlers } from './handler.ts'
import { addHeaders, appPolicy } from './headers.ts'
import { addHealth } from './health.ts'
import { addMetrics } from './metrics.ts'
import { addOpenApi } from './openapi.ts'
import { answerProblem, noRoute, sendProblem } from './problems.ts'
import { closeWhenStalled } from './stalled-client.ts'
import { addStatic } from './static.ts'

export interface AppOptions {
  readonly gate: Gate
  readonly streams: Streams
  /** How long a client may read nothing of a response that is ready. */
  readonly stallMs: number
  /** Whether browsers connect with https. */
  readonly secure: boolean
  /** Whether to trust the forwarding headers of a proxy on this machine. */
  readonly behindProxy: boolean
  /** Whether metrics need no token. */
  readonly publicMetrics: boolean
  /** The folder of the built front end. */
  readonly webDir: string
  /** Receives log lines. */
  readonly log: (line: string) => void
  /** Receives an entry for each request. */
  readonly events?: Log | undefined
}

export interface App {
  readonly fastify: FastifyInstance
  /** All registered routes. */
  readonly routes: readonly GuardedRoute[]
}

/** Limits how long a client may take to send a request. */
const MAX_REQUEST_MS = 300_000

/** Creates the HTTP server of the application; the caller makes it listen. */
export function createApp(handlers: Handlers<Name>, context: Context, options: AppOptions): App {
  const { gate, streams, stallMs, secure, behindProxy, webDir, log } = options
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    requestTimeout: MAX_REQUEST_MS,
    trustProxy: behindProxy ? 'loopback' : false,
    routerOptions: { maxParamLength: 2_000 },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', async (_request, reply) => closeWhenStalled(reply.raw, stallMs))
  app.setErrorHandler((error, _request, reply) => {
    // Work that stopped because the client disconnected is not a failure.
    if (reply.raw.destroyed && (error as Error).name === 'AbortError') return reply
    const { status, body } = answerProblem(error, { log, folder: context.collections.folder })
    return sendProblem(reply, status, body)
  })
  if (options.events) logRequests(app, options.events)
  addHeaders(app, secure)
  addCompression(app)
  const routes = addGuard(app, gate)
  app.setNotFoundHandler((request, reply) => sendProblem(reply, 404, noRoute(request)))
  if (gate.credential) addLogin(app, gate, secure)
  addApiRoutes(app, handlers, context, streams)
  addHealth(app, context, log)
  addOpenApi(app, context.mayWrite)
  addMetrics(app, context, streams, options.publicMetrics)
  addStatic(app, { dir: webDir, policy: appPolicy(context.replayOrigin, context.tiles) })
  return { fastify: app, routes }
}

/** Without the query: what people search for is not logged, and neither is anything that a URL may carry. */
function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode
    log({
      level: status >= 500 ? 'error' : 'info',
      event: 'request',
      method: request.method,
      url: request.url.split('?', 1)[0],
      status,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    })
  })
}
