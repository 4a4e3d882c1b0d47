import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SearchPool } from '../../src/server/search/search-pool.ts'
import type { SearchRoute } from '../../src/server/search/search-replies.ts'
import { openServeHarness, type ServeHarness } from './serve-harness.ts'

const PATHS = [
  '/api/search?q=storm',
  '/api/search?q=storm+surge&sort=time&offset=5&limit=7',
  '/api/search?q=%22storm+surge%22+-rescue&verdict=all',
  '/api/search?q=%E5%8F%B0%E9%A3%8E&lang=zh',
  '/api/search?q=place:Philippines+colour:red',
  '/api/facets?q=storm',
  '/api/timeline?q=storm&by=month',
  '/api/map?q=storm',
  '/api/statistics?q=&topics=storm,rescue',
  '/api/search?q=storm&in=nowhere',
]

let threaded: ServeHarness
let plain: ServeHarness

beforeAll(async () => {
  threaded = await openServeHarness({ searchThreads: 2 })
  plain = await openServeHarness({ searchThreads: 0 })
})
afterAll(async () => {
  await threaded?.close()
  await plain?.close()
})

async function get(server: ServeHarness, path: string) {
  const response = await fetch(server.url + path)
  const { ms, ...body } = (await response.json()) as Record<string, unknown>
  return { status: response.status, type: response.headers.get('content-type'), body }
}

describe('searching on threads', () => {
  it.each(PATHS)('replies to %s as the thread of the server does', async (path) => {
    const reply = await get(threaded, path)
    expect(reply).toEqual(await get(plain, path))
    expect(await get(threaded, path)).toEqual(reply)
  })

  it('shows a decision of a curator at once', async () => {
    const search = async () =>
      (await get(threaded, '/api/search?q=storm&limit=100')).body as {
        total: number
        hits: { page: number }[]
      }
    const before = await search()
    const { page } = before.hits[0]!
    const response = await fetch(`${threaded.url}/api/collections/example/pages/${page}/curation`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ decision: 'rejected' }),
    })
    expect(response.status).toBe(200)
    const after = await search()
    expect(after.total).toBe(before.total - 1)
    expect(after.hits.map((hit) => hit.page)).not.toContain(page)
  })

  it('refuses searches beyond the queue with 503, and answers those in it', async () => {
    const pool = new SearchPool(threaded.folder, 1, 2)
    const route: SearchRoute = 'GET /api/timeline'
    const run = (q: string) =>
      pool.run({ route, query: { q, verdict: 'kept', by: 'month' } }).then(
        (json) => JSON.parse(Buffer.from(json).toString()).by as string,
        (error: { code: string }) => error.code,
      )
    // One runs, one is with the thread, two wait.
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(run))
    expect(answers).toEqual(['month', 'month', 'month', 'month', 'busy', 'busy'])
    expect(await run('g')).toBe('month')
    const waiting = ['h', 'i', 'j', 'k'].map(run)
    await pool.close()
    expect((await Promise.all(waiting)).slice(2)).toEqual(['busy', 'busy'])
    expect(await run('l')).toBe('busy')
  })

  it('gives up searches whose client has left before they began', async () => {
    const pool = new SearchPool(threaded.folder, 1)
    const gone = new AbortController()
    const query = { q: 'storm', verdict: 'kept', by: 'month' }
    const first = pool.run({ route: 'GET /api/timeline', query })
    const second = pool.run({ route: 'GET /api/timeline', query })
    const left = pool.run({ route: 'GET /api/timeline', query }, gone.signal)
    gone.abort()
    await expect(left).rejects.toThrow('The client has left')
    expect((await first).length).toBe((await second).length)
    await pool.close()
  })
})
