import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServeHarness, type ServeHarness } from './serve-harness.ts'

const TOKEN = 'a-token-for-the-tests-0123456789'
/** The only routes without a credential: those for logging in. */
const PUBLIC = ['GET /login', 'HEAD /login', 'POST /login']
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']

interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

/** `fetch` cannot set `Host`. Reads only the first bytes, because streams never end. */
function ask(
  url: string,
  method = 'GET',
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers, agent: false }, (answer) => {
      const pieces: Buffer[] = []
      const done = () => {
        asking.destroy()
        const text = Buffer.concat(pieces).toString()
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text })
      }
      answer.on('data', (piece: Buffer) => {
        pieces.push(piece)
        if (answer.headers['content-type']?.includes('event-stream')) done()
      })
      answer.once('end', done)
      answer.once('error', done)
    })
    asking.once('error', reject)
    asking.end(body)
  })
}

const VALUES: ReadonlyMap<string, string> = new Map([
  [':id', 'example'],
  [':page', '1'],
  [':source', 'example.org'],
])
const filled = (url: string) =>
  url.replace(/:[a-z]+/gi, (name) => VALUES.get(name) ?? 'x').replace('*', 'index.html')

let harness: ServeHarness
const bearer = { authorization: `Bearer ${TOKEN}` }

beforeAll(async () => {
  harness = await openServeHarness({ token: TOKEN })
})
afterAll(() => harness.close())

/** The responses of all routes to the same kind of request. */
async function requestAll(
  headersOf: (method: string) => Record<string, string>,
  which: (method: string) => boolean = () => true,
): Promise<Map<string, number>> {
  const routes = harness.routes.filter(({ method, access }) => access !== 'probe' && which(method))
  const found = await Promise.all(
    routes.map(async ({ method, url }) => {
      const { status } = await ask(harness.url + filled(url), method, headersOf(method))
      return [`${method} ${url}`, status] as const
    }),
  )
  return new Map(found)
}

const others = (found: Map<string, number>, expected: number) =>
  [...found].filter(([name, status]) => status !== expected && !PUBLIC.includes(name))

describe('4.21: every route of the real route table', () => {
  it('is registered: the API, live streams, exports, files, metrics and OpenAPI', () => {
    const names = harness.routes.map(({ method, url }) => `${method} ${url}`)
    expect(names).toEqual(
      expect.arrayContaining([
        'GET /api/collections',
        'GET /api/live',
        'GET /api/export',
        'GET /*',
        'GET /metrics',
        'GET /api/openapi.json',
        'POST /api/collections/:id/crawl/start',
      ]),
    )
  })

  it('is a probe only if it says nothing', () => {
    const probes = harness.routes.filter(({ access, method }) => access === 'probe' && method === 'GET')
    expect(probes.map(({ url }) => url)).toEqual(['/health', '/ready'])
  })

  it('is refused without a credential, except the login form', async () => {
    const found = await requestAll(() => ({}))
    expect(found.size).toBeGreaterThan(40)
    expect(others(found, 401)).toEqual([])
    expect(
      harness.routes.filter(({ access }) => access === 'public').map((r) => `${r.method} ${r.url}`),
    ).toEqual(expect.arrayContaining(['GET /login', 'POST /login']))
  })

  it('is refused under another host name, with or without a credential (DNS rebinding)', async () => {
    const found = await requestAll(() => ({ ...bearer, host: 'evil.example' }))
    expect([...found].filter(([, status]) => status !== 421)).toEqual([])
  })

  it('is refused to pages of other origins, with or without a credential', async () => {
    for (const origin of [
      'https://evil.example',
      'null',
      harness.replayUrl,
      harness.url.replace('127.0.0.1', 'localhost'),
    ]) {
      const found = await requestAll(() => ({ ...bearer, origin }))
      expect([...found].filter(([, status]) => status !== 403)).toEqual([])
    }
    const byFetch = await requestAll(() => ({
      ...bearer,
      'sec-fetch-site': 'same-site',
      'sec-fetch-mode': 'cors',
    }))
    expect([...byFetch].filter(([, status]) => status !== 403)).toEqual([])
  })

  it('refuses form posts where it changes something (CSRF)', async () => {
    for (const type of FORMS) {
      const found = await requestAll(
        () => ({ ...bearer, 'content-type': type }),
        (method) => method !== 'GET' && method !== 'HEAD',
      )
      expect(found.size).toBeGreaterThan(10)
      expect(others(found, 415)).toEqual([])
    }
  })

  it('is refused with a wrong token, with increasing delays', async () => {
    const found = await requestAll(() => ({ authorization: 'Bearer not-the-token-of-this-server' }))
    const refused = others(found, 401)
    expect(refused.every(([, status]) => status === 429)).toBe(true)
    expect(refused.length).toBeGreaterThan(10)
  })
})

describe('4.21: the token', () => {
  const form = (body: string, headers: Record<string, string> = {}) =>
    ask(
      `${harness.url}/login`,
      'POST',
      { 'content-type': 'application/x-www-form-urlencoded', origin: harness.url, ...headers },
      body,
    )
  const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0]!

  let session: string
  beforeAll(async () => {
    // A separate server, because the tests above used up attempts.
    await harness.close()
    harness = await openServeHarness({ token: TOKEN })
    session = cookieOf(await form(`token=${TOKEN}`))
  })

  it('gives programs full access as a bearer token', async () => {
    expect((await ask(`${harness.url}/api/collections`, 'GET', bearer)).status).toBe(200)
  })

  it('creates a session that scripts cannot read and other sites cannot use', async () => {
    const answer = await form(`token=${TOKEN}&next=${encodeURIComponent('/library?q=a b')}`)
    expect(answer.status).toBe(303)
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^eventide-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect((await ask(`${harness.url}/api/about`, 'GET', { cookie: cookieOf(answer) })).status).toBe(200)
    expect(answer.body).not.toContain(TOKEN)
  })

  it('replaces the session id at every login, which prevents session fixation', async () => {
    const planted = session.replace(/=.*/, '=planted-by-somebody-else')
    const own = cookieOf(await form(`token=${TOKEN}`, { cookie: planted }))
    expect(own).not.toBe(planted)
    expect((await ask(`${harness.url}/api/about`, 'GET', { cookie: planted })).status).toBe(401)
    const again = cookieOf(await form(`token=${TOKEN}`, { cookie: own }))
    expect((await ask(`${harness.url}/api/about`, 'GET', { cookie: own })).status).toBe(401)
    expect((await ask(`${harness.url}/api/about`, 'GET', { cookie: again })).status).toBe(200)
  })

  it('ends the session on logout', async () => {
    const own = cookieOf(await form(`token=${TOKEN}`))
    const out = await ask(`${harness.url}/logout`, 'POST', { cookie: own, origin: harness.url })
    expect(out.status).toBe(200)
    expect((await ask(`${harness.url}/api/about`, 'GET', { cookie: own })).status).toBe(401)
  })

  it('is requested with a form, which redirects only to pages of this server', async () => {
    const hostile = '/library?q="><script>alert(1)</script>'
    const page = await ask(harness.url + encodeURI(hostile), 'GET', { accept: 'text/html' })
    expect(page.status).toBe(401)
    expect(page.body).toContain('<form method="post" action="/login">')
    expect(page.body).not.toContain('<script>')
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:x']) {
      const { headers } = await form(`token=${TOKEN}&next=${encodeURIComponent(next)}`)
      expect(headers.location).toBe('/')
    }
  })

  it('is not accepted from a form of another site or without an Origin header', async () => {
    expect((await form(`token=${TOKEN}`, { origin: 'https://evil.example' })).status).toBe(403)
    const without = await ask(
      `${harness.url}/login`,
      'POST',
      { 'content-type': 'application/x-www-form-urlencoded' },
      `token=${TOKEN}`,
    )
    expect(without.status).toBe(403)
  })

  it('reloads the page when a link from another site arrives without the cookie', async () => {
    const headers = { accept: 'text/html', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    const page = await ask(`${harness.url}/library`, 'GET', { ...headers, 'sec-fetch-dest': 'document' })
    expect(page.status).toBe(401)
    expect(page.body).toContain('http-equiv="refresh" content="0; url=/library"')
    const open = await ask(`${harness.url}//evil.example/`, 'GET', {
      ...headers,
      'sec-fetch-dest': 'document',
    })
    expect(open.body).not.toContain('evil.example')
  })

  it('delays wrong guesses, but never the right token, which others at the same address may have', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) statuses.push((await form(`token=wrong-token-number-${i}`)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    const wrong = await form('token=wrong-token-number-8')
    expect(wrong.status).toBe(429)
    expect(Number(wrong.headers['retry-after'])).toBeGreaterThan(0)
    expect((await form(`token=${TOKEN}`)).status).toBe(303)
    expect((await ask(`${harness.url}/api/about`, 'GET', bearer)).status).toBe(200)
    expect((await ask(`${harness.url}/api/about`, 'GET', { cookie: session })).status).toBe(200)
  })
})
