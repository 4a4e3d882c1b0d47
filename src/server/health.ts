import { readdir, statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'

/** Below this, a crawl or an export cannot be written. */
const MIN_FREE_BYTES = 64 * 1024 * 1024
/** Probes may be frequent; the folder is not examined more often than this. */
const REMEMBERED_MS = 2_000
/** Collections that are tried until one opens: one that is damaged does not keep the others from being served. */
const MAX_TRIED = 5

/**
 * `/health`: the process answers. `/ready`: the served folder can be read, a collection opens, and there is space to write. Both need
 * no credential, so they say nothing else; what is wrong is in the log.
 */
export function addHealth(app: FastifyInstance, context: Context, log: (line: string) => void): void {
  let known: { at: number; problem: Promise<string | null> } | null = null
  let logged: string | null = null
  const problem = () => {
    const now = performance.now()
    if (!known || now - known.at > REMEMBERED_MS) known = { at: now, problem: problemOf(context) }
    return known.problem
  }
  const config = { access: 'probe' } as const
  app.get('/health', { config }, async () => ({ status: 'ok' }))
  app.get('/ready', { config }, async (_request, reply) => {
    const found = await problem()
    if (found !== logged) log(found === null ? 'Ready' : `Not ready: ${found}`)
    logged = found
    return found === null ? { status: 'ready' } : reply.code(503).send({ status: 'not-ready' })
  })
}

/** Why requests cannot be answered; null if they can. */
async function problemOf({ collections, mayWrite }: Context): Promise<string | null> {
  const { folder } = collections
  try {
    await readdir(folder)
    if (mayWrite) {
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < MIN_FREE_BYTES)
        return `less than ${MIN_FREE_BYTES / 1024 ** 2} MiB are free in ${folder}`
    }
    return await noneOpens(collections)
  } catch (error) {
    return `cannot read ${folder}: ${(error as Error).message}`
  }
}

async function noneOpens(collections: Context['collections']): Promise<string | null> {
  let problem: string | null = null
  for (const id of (await collections.ids()).slice(0, MAX_TRIED)) {
    try {
      const { store } = await collections.open(id)
      await store.counts()
      return null
    } catch (error) {
      // A collection that was never crawled has nothing to open.
      if ((error as { code?: string }).code !== 'no-collection') problem = (error as Error).message
    }
  }
  return problem
}
