import type { FastifyInstance } from 'fastify'
import { type ZodType, z } from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import { problem } from '../api/common.ts'
import type { Route } from '../api/route.ts'
import { type Name, routes } from '../api/routes.ts'
import { escapeHtml } from '../html/escape-html.ts'
import { plainPage } from './plain-page.ts'

type JsonSchema = Record<string, unknown>

const STREAM_TYPES = { events: 'text/event-stream', file: 'application/octet-stream' } as const

/** The API as OpenAPI 3.1, generated from the schemas that validate requests. A read-only server omits routes that change something. */
function openApi(mayWrite: boolean): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, route] of offered(mayWrite)) {
    const [method, path] = name.split(' ') as [string, string]
    const at = path.replace(/:([a-z]+)/gi, '{$1}')
    paths[at] = { ...paths[at], [method.toLowerCase()]: operationOf(name, route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Eventide',
      version: manifest.version,
      description:
        'The API used by the browser application. Errors are returned as a problem: a code and a message.',
      license: { name: manifest.license, identifier: manifest.license },
    },
    servers: [{ url: '/' }],
    security: [{}, { token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: schemaOf(problem, 'output') },
    },
  }
}

function offered(mayWrite: boolean): [Name, Route][] {
  const all = Object.entries(routes) as [Name, Route][]
  return all.filter(([, { access }]) => mayWrite || access === 'read')
}

function operationOf(name: Name, route: Route): JsonSchema {
  const { summary, access, params, query, body } = route
  return {
    operationId: name.replace(/[^a-z]+/gi, '-').toLowerCase(),
    summary,
    'x-access': access,
    parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } },
    }),
    responses: {
      200: { description: 'Success', content: contentOf(route) },
      default: {
        description: 'Problem',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

function contentOf({ reply, stream }: Route): JsonSchema {
  if (reply) return { 'application/json': { schema: schemaOf(reply, 'output') } }
  return stream ? { [STREAM_TYPES[stream]]: {} } : {}
}

function parametersOf(schema: ZodType | undefined, where: 'path' | 'query'): JsonSchema[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: of,
  }))
}

function schemaOf(schema: ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** Serves the description as JSON and as an HTML page. */
export function addOpenApi(app: FastifyInstance, mayWrite: boolean): void {
  const made = new Map<'json' | 'page', string>()
  const once = (form: 'json' | 'page', make: () => string): string => {
    const text = made.get(form) ?? make()
    made.set(form, text)
    return text
  }
  app.get('/api/openapi.json', { config: { access: 'read' } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(once('json', () => JSON.stringify(openApi(mayWrite)))),
  )
  app.get('/api', { config: { access: 'read' } }, async (_request, reply) =>
    plainPage(
      reply,
      200,
      'Eventide: HTTP API',
      once('page', () => apiPage(mayWrite)),
    ),
  )
}

function apiPage(mayWrite: boolean): string {
  const list = offered(mayWrite).map(([name, route]) => {
    const parts = (['params', 'query', 'body', 'reply'] as const).flatMap((part) => {
      const schema = route[part]
      if (!schema) return []
      const shown = JSON.stringify(schemaOf(schema, part === 'reply' ? 'output' : 'input'), null, 1)
      return [`<details><summary>${part}</summary><pre>${escapeHtml(shown)}</pre></details>`]
    })
    const kind = route.stream === 'events' ? ' (event stream)' : route.stream === 'file' ? ' (file)' : ''
    return `<section><h2><code>${escapeHtml(name)}</code></h2><p>${escapeHtml(route.summary)}${kind}. Access: ${route.access}.</p>${parts.join('')}</section>`
  })
  return `<h1>HTTP API of Eventide ${escapeHtml(manifest.version)}</h1>
<p>For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1). Errors are returned with a code and a message.</p>
${list.join('\n')}`
}
