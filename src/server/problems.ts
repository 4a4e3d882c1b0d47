import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import type { problem } from '../api/common.ts'
import { escapeHtml } from '../html/escape-html.ts'
import { userError } from '../model/disk-error.ts'
import type { EventideError } from '../model/errors.ts'
import { withoutPathsIn } from './own-paths.ts'
import { ownPath, plainPage } from './plain-page.ts'

export type Problem = z.input<typeof problem>

/** Error codes with a status other than 400 (usage) or 500 (internal). */
const STATUS: ReadonlyMap<string, number> = new Map([
  ['no-collection', 404],
  ['no-page', 404],
  ['no-source', 404],
  ['no-run', 404],
  ['no-report', 404],
  ['no-schedule', 404],
  ['no-route', 404],
  ['not-archived', 404],
  ['collection-exists', 409],
  ['one-collection', 409],
  ['read-only-folder', 403],
  ['store-read-only', 403],
  ['locked', 409],
  ['crawl-running', 409],
  ['crawl-not-running', 409],
  ['lab-running', 409],
  ['lab-done', 409],
  ['too-many', 429],
  ['too-slow', 422],
  ['busy', 503],
  ['search-failed', 503],
  ['store-busy', 503],
  ['store-full', 507],
])

function statusOf(error: EventideError): number {
  return STATUS.get(error.code) ?? (error.exit === 'usage' ? 400 : 500)
}

/** The response to an error. Only messages of this program are sent, without paths of this machine. */
export function answerProblem(
  error: unknown,
  { log, folder }: { log: (line: string) => void; folder: string },
) {
  const expected = userError(error)
  if (expected) return { status: statusOf(expected), body: problemOf(expected, folder) }
  if (hasZodFastifySchemaValidationErrors(error)) return { status: 400, body: badRequest(error) }
  if (isResponseSerializationError(error))
    log(`The response to ${error.method} ${error.url} does not match its schema: ${error.cause.message}`)
  const { statusCode = 500, code = '', message = '' } = (error ?? {}) as Partial<FastifyError>
  if (statusCode >= 400 && statusCode < 500 && code.startsWith('FST_'))
    return { status: statusCode, body: { code: 'bad-request', message } }
  if (!isResponseSerializationError(error)) log(String((error as Error | null)?.stack ?? error))
  return {
    status: 500,
    body: { code: 'internal', message: 'Internal error. Details are in the log of the server' },
  }
}

function problemOf({ code, message, issues }: EventideError, folder: string): Problem {
  return withoutPathsIn({ code, message, ...(issues && { issues: [...issues] }) }, folder)
}

function badRequest(error: {
  validation: { instancePath: string; message?: string }[]
  validationContext?: string
}): Problem {
  const issues = error.validation.map(({ instancePath, message = 'is invalid' }) => ({
    path: [error.validationContext, ...instancePath.split('/').filter(Boolean)].join('.'),
    message,
  }))
  const details = issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
  return { code: 'bad-request', message: `Invalid request: ${details}`, issues }
}

/** When to try again if the server is busy. */
const RETRY_AFTER_S = 5

export async function sendProblem(reply: FastifyReply, status: number, body: Problem): Promise<FastifyReply> {
  const busy = status === 429 || status === 503
  if (busy && !reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_AFTER_S)
  if (busy && isNavigation(reply.request)) return busyPage(reply, status, body)
  return reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/** Whether a person opened the URL in a browser, as a link to a download does. */
function isNavigation({ method, headers }: FastifyRequest): boolean {
  const shown = headers['sec-fetch-dest'] ?? 'document'
  return method === 'GET' && shown === 'document' && (headers.accept ?? '').includes('text/html')
}

function busyPage(reply: FastifyReply, status: number, { message }: Problem): FastifyReply {
  const again = escapeHtml(ownPath(reply.request.url))
  const body = `<h1>The server is busy</h1><p>${escapeHtml(message)}</p><p><a href="${again}">Try again</a></p>`
  return plainPage(reply, status, 'The server is busy', body)
}

/** The problem for an unknown path. */
export function noRoute(request: FastifyRequest): Problem {
  return { code: 'no-route', message: `There is no route ${request.method} ${request.url.split('?')[0]}` }
}
