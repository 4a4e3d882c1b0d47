import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { plainPage } from './plain-page.ts'
import { noRoute, sendProblem } from './problems.ts'

/** File names contain a hash of the content, so the files never change. */
const HASHED = '/assets/'
const YEAR_S = 31_536_000

/** Only these extensions are files; a path such as /sources/news.example.org is a page of the application. */
const FILE = /\.(?:js|css|map|svg|png|jpg|webp|ico|woff2?|json|txt|webmanifest|wasm)$/

/** Unknown paths below these are answered with JSON instead of the application. */
const NO_PAGES = /^\/(?:api|assets|metrics|login|logout|health|healthz|livez|ready|readyz|status)(?:\/|$)/

export interface WebFiles {
  /** The folder of the built front end. */
  readonly dir: string
  readonly policy: string
}

/** Serves the files of the front end, and index.html for every path of the application. */
export function addStatic(app: FastifyInstance, { dir, policy }: WebFiles): void {
  app.register(fastifyStatic, {
    root: dir,
    serve: false,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
  })
  app.get('/*', { config: { access: 'read' } }, async (request, reply) => {
    const path = pathOf(request)
    if (path === null) return sendProblem(reply, 404, noRoute(request))
    const isPage = !FILE.test(path)
    if (isPage && (NO_PAGES.test(path) || !acceptsPage(request)))
      return sendProblem(reply, 404, noRoute(request))
    return isPage ? sendPage(reply, dir, policy) : sendAsset(request, reply, dir, path, policy)
  })
}

/** Programs that ask for JSON get an error instead of a page; requests without a preference get the page. */
function acceptsPage({ headers }: FastifyRequest): boolean {
  return headers.accept === undefined || /text\/html|\*\/\*/i.test(headers.accept)
}

function pathOf({ url }: FastifyRequest): string | null {
  try {
    const path = decodeURIComponent(url.split('?')[0] ?? '/')
    return /[\0\\]|(?:^|\/)\.{1,2}(?:\/|$)/.test(path) ? null : path
  } catch {
    return null
  }
}

function sendPage(reply: FastifyReply, dir: string, policy: string): FastifyReply {
  if (!existsSync(join(dir, 'index.html'))) return notBuilt(reply)
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .sendFile('index.html')
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, dir: string, path: string, policy: string) {
  if (!existsSync(join(dir, path))) return sendProblem(reply, 404, noRoute(request))
  const hashed = path.startsWith(HASHED)
  // A worker takes the policy of its own response.
  if (path.endsWith('.js')) reply.header('content-security-policy', policy)
  return reply
    .header('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
    .sendFile(path)
}

function notBuilt(reply: FastifyReply): FastifyReply {
  const body = `<h1>The application is not built</h1><p>Run <code>npm run build</code> in the Eventide folder, then reload this page. The API works without it.</p>`
  return plainPage(reply, 503, 'Not built', body)
}
