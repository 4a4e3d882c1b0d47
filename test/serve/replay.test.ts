import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventContext } from '../../src/event-context.ts'
import { type RunningServer, startServer } from '../../src/server/start.ts'
import { type Answers, answer, archiveWeb } from './archived-web.ts'

const AT = 'http://news.example'
const STORY = 'The storm made landfall in the night, and the harbour was closed for two days. '.repeat(4)
const GBK = Buffer.concat([
  Buffer.from('<html><meta charset="gbk"><title>'),
  Buffer.from([0xcc, 0xa8, 0xb7, 0xe7]),
  Buffer.from(`</title><p>${STORY}`),
  Buffer.from([0xcc, 0xa8, 0xb7, 0xe7]),
])

/** Also embedded in the first page, so that the server signs them as its parts. */
const EMBEDDED = ['/data.xml', '/run.js', '/file.bin', '/letter.woff2', '/moved', '/never?"><script>']

const WEB: Answers = new Map([
  [
    `${AT}/`,
    answer(
      'text/html; charset=utf-8',
      `<!doctype html><title>Storm &amp; harbour</title><base href="/deep/"><link rel=stylesheet href="/site.css">
       <style>p { background: url(/dot.png) }</style><p style="background:url('dot.png')">${STORY}</p>
       <img src="/dot.png" srcset="/dot.png 1x, /dot2.png 2x" onerror="x()"><a href="/packed">storm, packed</a>
       <a href="/chinese">storm, in Chinese</a><a href="/copy">storm, a copy</a><a href="/moved">storm, moved</a>
       <a href='/quoted"><script>'>storm, quoted</a>
       <a href="https://elsewhere.example/">storm elsewhere</a><a href="javascript:x()">storm</a>
       ${EMBEDDED.map((path) => `<img src='${path}'>`).join('')}`,
      [
        ['Set-Cookie', 'a=b'],
        ['Refresh', '0; url=http://elsewhere.example/'],
        ['Content-Security-Policy', 'default-src *'],
        ['Service-Worker-Allowed', '/'],
        ['Clear-Site-Data', '"*"'],
        ['Link', '<http://elsewhere.example/>; rel=preconnect'],
        ['X-Frame-Options', 'DENY'],
      ],
    ),
  ],
  [
    `${AT}/packed`,
    answer('text/html', gzipSync(`<title>Packed</title><p>${STORY}packed</p>`), [
      ['Content-Encoding', 'gzip'],
    ]),
  ],
  [`${AT}/chinese`, answer('text/html', GBK)],
  [`${AT}/same`, answer('text/html', `<title>Same</title><p>${STORY}same</p>`)],
  [`${AT}/copy`, answer('text/html', `<title>Same</title><p>${STORY}same</p>`)],
  [`${AT}/moved`, { status: 301, headers: [['Location', '/same']], body: Buffer.from('') }],
  [
    `${AT}/site.css`,
    answer('text/css', '@import "more.css"; p { background: url( "/dot.png" ) } /* url(/x) */'),
  ],
  [`${AT}/dot.png`, answer('image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47]))],
  [`${AT}/data.xml`, answer('text/xml', '<?xml-stylesheet type="text/xsl" href="evil.xsl"?><a/>')],
  [`${AT}/run.js`, answer('text/javascript', 'alert(1)')],
  [`${AT}/file.bin`, answer('application/x-thing', 'bytes')],
  [`${AT}/letter.woff2`, answer('font/woff2', 'font')],
])
const PARTS = ['/site.css', '/dot.png', '/data.xml', '/run.js', '/file.bin', '/letter.woff2'].map(
  (path) => AT + path,
)

let folder: string
let server: RunningServer
let pages: Map<string, number>
let drawnPages: Map<string, number>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-replay-'))
  pages = await archiveWeb(join(folder, 'storm'), WEB, { seeds: [`${AT}/`, `${AT}/same`], parts: PARTS })
  drawnPages = await archiveWeb(join(folder, 'drawn'), WEB, {
    seeds: [`${AT}/same`],
    drawn: `<title>Drawn</title><p>${STORY} drawn by a browser</p>`,
  })
  server = await startServer({
    ...{
      folder,
      eventContext: eventContext,
      host: '127.0.0.1',
      port: 0,
      replayPort: 0,
      readOnly: true,
      tiles: null,
      network: {},
    },
    log: () => {},
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function replayUrl(path: string, collection = 'storm', ids = pages): Promise<string> {
  const view = await fetch(`${server.url}/api/collections/${collection}/pages/${ids.get(AT + path)}`)
  return ((await view.json()) as { replayUrl: string }).replayUrl
}

async function shown(url: string) {
  const reply = await fetch(url, { redirect: 'manual' })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

/** The URL that the server signed in a document for something it embeds. */
function partUrl(text: string, address: string): string {
  const encoded = encodeURIComponent(new URL(address, AT).href).replaceAll(/[.*()]/g, '\\$&')
  return server.replayUrl + new RegExp(`/[^"&\\s]+/r/[\\w-]{22}/${encoded}(?=["&\\s])`).exec(text)?.[0]
}

/** The URL that the server signed in a document for a link to another page. */
function linkUrl(text: string, address: string): string {
  const encoded = encodeURIComponent(new URL(address, AT).href).replaceAll(/[.*()]/g, '\\$&')
  const href = new RegExp(`<a href="(/[^"]+/l/[\\w-]{22}/${encoded}[^"]*)"`).exec(text)?.[1]
  return server.replayUrl + href
}

const part = async (address: string) => shown(partUrl((await shown(await replayUrl('/'))).text, address))

/** A live stream of links that are followed. */
async function followed(path: string) {
  const left = new AbortController()
  const reply = await fetch(server.url + path, { signal: left.signal })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const got: unknown[] = []
  const read = async () => {
    let text = ''
    for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) {
      const frames = (text + chunk).split('\n\n')
      text = frames.pop()!
      for (const frame of frames) {
        const [, data] = /^event: followed\ndata: (.*)$/.exec(frame) ?? []
        if (data !== undefined) got.push(JSON.parse(data))
      }
    }
  }
  read().catch(() => {})
  return {
    async next(): Promise<unknown> {
      await expect.poll(() => got.length).toBeGreaterThan(0)
      return got.shift()
    },
    waiting: () => got.length,
    close: () => left.abort(),
  }
}

describe('the replay server', () => {
  it('rewrites every URL of a page to the archive', async () => {
    const url = await replayUrl('/')
    const { status, text, headers } = await shown(url)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const path = new URL(url).pathname
    const archived = (address: string) => partUrl(text, address).slice(server.replayUrl.length)
    expect(archived('/site.css')).toContain(`${path}r/`)
    expect(text).toContain(`<link rel="stylesheet" href="${archived('/site.css')}">`)
    expect(text).toContain(`background:url(&quot;${archived('/deep/dot.png')}&quot;)`)
    expect(text).toContain(`srcset="${archived('/dot.png')} 1x, ${archived('/dot2.png')} 2x"`)
    expect(linkUrl(text, 'https://elsewhere.example/')).toContain(`${path}l/`)
    expect(text.match(/https?:\/\//g)).toBeNull()
    expect(text).not.toMatch(/<base|javascript:|onerror/)
  })

  it('drops the headers of the archived response', async () => {
    const { headers } = await shown(await replayUrl('/'))
    const passed = [
      'set-cookie',
      'refresh',
      'service-worker-allowed',
      'clear-site-data',
      'link',
      'x-frame-options',
    ]
    expect(passed.filter((name) => headers.has(name))).toEqual([])
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^sandbox; default-src 'none'; /)
    expect(policy).not.toMatch(/allow-|\*|connect-src|script-src/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('decodes content encodings and keeps the charset', async () => {
    expect((await shown(await replayUrl('/packed'))).text).toContain('packed</p>')
    expect((await shown(await replayUrl('/chinese'))).text).toContain('<title>台风</title>')
  })

  it('resolves revisits and follows redirects within the archive', async () => {
    expect((await shown(await replayUrl('/copy'))).text).toContain('same</p>')
    const moved = await part('/moved')
    expect(moved.status).toBe(302)
    const target = await shown(new URL(moved.headers.get('location') ?? '', server.replayUrl).href)
    expect(target.text).toContain('same</p>')
  })

  it('serves the rendered version of a page', async () => {
    expect((await shown(await replayUrl('/same', 'drawn', drawnPages))).text).toContain('drawn by a browser')
  })

  it('sends style sheets, images and fonts inline, other text as plain text, and the rest as downloads', async () => {
    const css = await part('/site.css')
    expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(partUrl(css.text, '/more.css')).toContain('more.css')
    expect(css.text).toContain('/* url(/x) */')
    expect((await part('/dot.png')).headers.get('content-type')).toBe('image/png')
    expect((await part('/letter.woff2')).headers.get('access-control-allow-origin')).toBe('*')
    for (const path of ['/data.xml', '/run.js'])
      expect((await part(path)).headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect((await part('/file.bin')).headers.get('content-disposition')).toBe('attachment')
  })

  it('reports a URL that was not archived, without fetching it', async () => {
    const { status, headers, text } = await part('/never?"><script>')
    expect(status).toBe(404)
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text).toContain('was not archived')
  })

  it('4.15: serves only URLs that the application signed', async () => {
    const url = await replayUrl('/')
    const { pathname } = new URL(url)
    const other = pathname.replace(/\/\d+\/$/, `/${pages.get(`${AT}/same`)}/`)
    const forged = [
      '/',
      '/storm/1/',
      other,
      pathname.replace('/storm/', '/drawn/'),
      `${pathname}../../../api/about`,
    ]
    for (const path of forged) {
      const { status } = await shown(server.replayUrl + path)
      expect([path, [403, 404].includes(status)]).toEqual([path, true])
    }
  })

  it('4.15: opens no other page of the collection with the URL of one', async () => {
    const url = await replayUrl('/')
    const { text } = await shown(url)
    const image = partUrl(text, '/dot.png')
    expect((await shown(image)).status).toBe(200)
    const other = encodeURIComponent(`${AT}/packed`)
    const seal = /\/r\/([\w-]{22})\//.exec(image)?.[1]
    const link = linkUrl(text, '/packed')
    const linkSeal = /\/l\/([\w-]{22})\//.exec(link)?.[1]
    const elsewhere = await replayUrl('/packed')
    const own = new URL(url).pathname
    for (const tried of [
      `${url}r/${other}`,
      `${url}r/${seal}/${other}`,
      `${url}l/${other}`,
      `${url}l/${seal}/${other}`,
      // A link of the page is not a part of it, and the other way round.
      `${url}r/${linkSeal}/${other}`,
      image.replace('/r/', '/l/'),
      `${url}l/${linkSeal}/${encodeURIComponent('https://elsewhere.example/')}`,
      image.replace(own, new URL(elsewhere).pathname),
      link.replace(own, new URL(elsewhere).pathname),
    ]) {
      const reply = await shown(tried)
      expect([tried, reply.status]).toEqual([tried, 403])
      expect(reply.text).not.toContain('packed</p>')
    }
  })

  it('4.15: answers a link to another page with its address, and opens nothing', async () => {
    const { text } = await shown(await replayUrl('/'))
    const { status, headers, text: page } = await shown(linkUrl(text, '/packed'))
    expect(status).toBe(200)
    expect(page).toContain(`<code>${AT}/packed</code>`)
    expect(page).toContain(`href="${server.url}/c/storm/at?url=${encodeURIComponent(`${AT}/packed`)}"`)
    expect(page).not.toContain('packed</p>')
    expect(page).not.toContain('<script')
    expect(headers.get('cache-control')).toBe('no-store')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^sandbox; default-src 'none'; style-src 'sha256-/)
    expect(policy).not.toMatch(/allow-|\*|unsafe|script-src|img-src/)
    // A frame cannot open the application.
    const framed = await fetch(linkUrl(text, '/packed'), { headers: { 'sec-fetch-dest': 'iframe' } })
    expect(await framed.text()).not.toContain('<a ')
    const hostile = await shown(linkUrl(text, '/quoted"><script>'))
    expect(hostile.text).toContain('/quoted%22%3E%3Cscript%3E')
    expect(hostile.text).not.toContain('<script')
  })

  it('4.15: tells the application, and nobody else, which link is followed in its frame', async () => {
    const id = pages.get(`${AT}/`)
    const frames = (page: number | undefined, visit: string) =>
      followed(`/api/collections/storm/pages/${page}/followed?visit=${visit}`)
    const visit = 'a'.repeat(32)
    const { text } = await shown(`${await replayUrl('/')}?visit=${visit}`)
    // While nobody listens, the frame shows where the link leads. The application is told when it listens.
    expect((await shown(linkUrl(text, '/chinese'))).status).toBe(200)
    const own = await frames(id, visit)
    const others = [await frames(id, 'b'.repeat(32)), await frames(pages.get(`${AT}/same`), visit)]
    expect(await own.next()).toEqual({ url: `${AT}/chinese` })
    for (const path of ['/packed', '/packed', '/copy']) {
      const reply = await shown(linkUrl(text, path))
      expect([reply.status, reply.text]).toEqual([204, ''])
      expect(await own.next()).toEqual({ url: AT + path })
    }
    await fetch(linkUrl(text, '/moved'), { method: 'HEAD' })
    // Without the id of a frame nobody is told, and a wrong one is not written into the page.
    for (const query of ['', '?visit=short', `?visit=${'"><script>'.repeat(4)}`]) {
      const other = await shown((await replayUrl('/')) + query)
      expect(other.text).not.toContain('visit=')
      expect((await shown(linkUrl(other.text, '/moved'))).status).toBe(200)
    }
    await shown(linkUrl(text, '/chinese'))
    expect(await own.next()).toEqual({ url: `${AT}/chinese` })
    expect([...others, own].map((stream) => stream.waiting())).toEqual([0, 0, 0])
    for (const stream of [...others, own]) stream.close()
    await expect.poll(async () => (await shown(linkUrl(text, '/chinese'))).status).toBe(200)
  })

  it('looks up a URL in any spelling, through redirects, and says what became of others', async () => {
    const lookUp = async (url: string) =>
      (await fetch(`${server.url}/api/collections/storm/lookup?url=${encodeURIComponent(url)}`)).json()
    const same = { page: pages.get(`${AT}/same`), archived: true, state: 'page', reason: null }
    expect(await lookUp(`${AT}/same#part`)).toEqual(same)
    expect(await lookUp('HTTP://NEWS.example:80/moved')).toEqual(same)
    const absent = { page: null, archived: false }
    expect(await lookUp('https://elsewhere.example/')).toMatchObject({ ...absent, reason: 'http-404' })
    expect(await lookUp('https://never.example/')).toEqual({ ...absent, state: 'unknown', reason: null })
    expect(await lookUp('javascript:alert(1)')).toMatchObject({ state: 'unknown' })
  })

  it('4.15: has no API, ignores cookies, sets none, and refuses other host names', async () => {
    const { pathname } = new URL(await replayUrl('/'))
    for (const path of ['/api/about', '/api/collections', '/login', '/metrics'])
      expect((await shown(server.replayUrl + path)).status).toBe(403)
    const post = await fetch(server.replayUrl + pathname, { method: 'POST', body: 'x' })
    expect(post.status).toBe(405)
    const appHost = new URL(server.url).host
    expect(await statusUnder(appHost, pathname)).toBe(421)
    expect(await statusUnder('evil.example', pathname)).toBe(421)
  })
})

/** `fetch` cannot set `Host`. */
function statusUnder(host: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(server.replayUrl + path, { headers: { host } }, (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
    asking.once('error', reject)
    asking.end()
  })
}
