import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HostileWeb, startHostileWeb } from '../../test/hostile-web/server.ts'
import { createEgress } from './egress.ts'
import type { Fetcher } from './fetcher.ts'
import { fetchRobots, robotsExpiry, robotsOf } from './robots-policy.ts'

const HOUR = 3_600_000

let web: HostileWeb
let fetcher: Fetcher

beforeAll(async () => {
  web = await startHostileWeb()
  fetcher = createEgress({
    allowPrivate: true,
    resolve: [`*:${web.port}:127.0.0.1`],
    limits: { headersMs: 400 },
    accept: (type) => type.startsWith('text/html'),
  })
})
afterAll(async () => {
  await fetcher.close()
  await web.close()
})

async function ask(host: string) {
  const origin = `http://${host}.test:${web.port}`
  const answer = await fetchRobots({ fetcher, origin, now: 1_000 })
  const robots = robotsOf(answer.record)
  const open = (path: string) => robots.allows(origin + path, 'Eventide')
  return { ...answer, verdict: [open('/'), open('/private/x')] }
}

const RULES = [true, false]
const ALL = [true, true]
const NONE = [false, false]

describe('robotsOf', () => {
  it.each([
    ['rules', RULES],
    ['octets', RULES],
    ['utf16', RULES],
    ['empty', ALL],
    ['html', ALL],
    ['at450k', RULES],
    ['at550k', ALL],
    ['status-201', RULES],
    ...[400, 401, 403, 404, 410, 418, 451].map((status): [string, boolean[]] => [`status-${status}`, ALL]),
    ...[429, 500, 502, 503, 599].map((status): [string, boolean[]] => [`status-${status}`, NONE]),
    ['partial', NONE],
    ['silent', NONE],
    ['hang-up', NONE],
    ['redirects-1', RULES],
    ['redirects-5', RULES],
    ['redirects-6', ALL],
    ['no-location', ALL],
    ['to-file', NONE],
  ])('%s', async (host, verdict) => {
    expect((await ask(host)).verdict).toEqual(verdict)
  })

  it('reads a file that is not UTF-8', async () => {
    const { record } = await ask('latin1')
    expect(robotsOf(record).allows(`http://latin1.test:${web.port}/café/x`, 'Eventide')).toBe(false)
  })
})

describe('fetchRobots', () => {
  it('returns every exchange of a redirect chain', async () => {
    const { exchanges, record, failure } = await ask('redirects-3')
    expect(exchanges.map(({ status }) => status)).toEqual([301, 301, 301, 200])
    expect(record).toMatchObject({ status: 200, fetchedAt: 1_000 })
    expect(failure).toBeNull()
    expect((await ask('redirects-6')).exchanges).toHaveLength(6)
  })

  it('reports why the file could not be fetched', async () => {
    expect(await ask('silent')).toMatchObject({
      record: { status: 0 },
      failure: { code: 'timeout' },
      exchanges: [],
    })
    expect(await ask('partial')).toMatchObject({ record: { status: 0, body: '' } })
    expect(await ask('to-file')).toMatchObject({ failure: { code: 'bad-url' }, exchanges: [{ status: 302 }] })
  })

  it('refuses a redirect to a private address', async () => {
    const strict = createEgress({ resolve: [`*:${web.port}:127.0.0.1`] })
    const hits = web.hits.length
    const answer = await fetchRobots({ fetcher: strict, origin: `http://rules.test:${web.port}`, now: 0 })
    expect(answer).toMatchObject({ record: { status: 0 }, failure: { code: 'private-address' } })
    expect(web.hits).toHaveLength(hits)
    await strict.close()
  })

  it('rejects with the reason of the signal', async () => {
    const request = { fetcher, origin: web.url(''), now: 0, signal: AbortSignal.abort('stop') }
    expect(await fetchRobots(request).catch((e) => e)).toBe('stop')
  })
})

describe('robotsExpiry', () => {
  const record = { origin: 'http://x.test', fetchedAt: 5, body: '' }

  it('is a day for a response and minutes for a failure', () => {
    for (const status of [200, 301, 404]) expect(robotsExpiry({ ...record, status }, 9)).toBe(5 + 24 * HOUR)
    for (const status of [0, 429, 503]) expect(robotsExpiry({ ...record, status }, 9)).toBeLessThan(5 + HOUR)
  })

  it('is now when the clock was set back since', () => {
    expect(robotsExpiry({ ...record, status: 200 }, 4)).toBe(4)
  })
})
