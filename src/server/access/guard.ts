import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from '../problems.ts'
import { type Gate, type Refusal, type RouteAccess, refusalOf } from './gate.ts'
import { loginPage, reloadPage } from './login.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess
  }
}

/** A registered route and the permission it requires. */
export interface GuardedRoute {
  readonly method: string
  readonly url: string
  readonly access: RouteAccess
}

/** Checks every request against the gate, including files and unknown paths. A route without a permission fails at start-up. */
export function addGuard(app: FastifyInstance, gate: Gate): readonly GuardedRoute[] {
  const routes: GuardedRoute[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`The route ${String(method)} ${url} has no access permission`)
    for (const one of [method].flat()) routes.push({ method: one, url, access: config.access })
  })
  app.addHook('onRequest', async (request, reply) => {
    const refused = refusalOf(
      {
        method: request.method,
        headers: request.headers,
        address: request.ip,
        access: request.is404 ? 'read' : request.routeOptions.config.access,
      },
      gate,
    )
    if (refused) return refuse(request, reply, refused)
  })
  return routes
}

function refuse(request: FastifyRequest, reply: FastifyReply, { status, body, retryAfter }: Refusal) {
  if (retryAfter) reply.header('retry-after', retryAfter)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status !== 401 || !wantsPage(request)) return sendProblem(reply, status, body)
  const site = request.headers['sec-fetch-site']
  const isLink = site === 'cross-site' || site === 'same-site'
  return isLink ? reloadPage(reply, request.url) : loginPage(reply, status, request.url)
}

function wantsPage({ method, headers, url }: FastifyRequest): boolean {
  return method === 'GET' && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html')
}
