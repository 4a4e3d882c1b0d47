import dgram from 'node:dgram'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEgress, type EgressOptions } from '../../src/fetch/egress.ts'
import type { Fetcher } from '../../src/fetch/fetcher.ts'
import type { FetchLimits } from '../../src/fetch/limits.ts'
import { createRenderer } from '../../src/render/renderer.ts'
import { rebindingResolver } from '../hostile-web/resolver.ts'
import { type HostileWeb, startHostileWeb } from '../hostile-web/server.ts'
import { answerTo, describeWithChromium } from '../support/chromium.ts'

/** Ways in which a page makes a browser open a connection. `HOST` is the canary. */
const WAYS: readonly (readonly [string, string])[] = [
  ['an image', '<img src="http://HOST/image">'],
  ['a responsive image', '<img srcset="http://HOST/srcset 2x">'],
  ['a frame', '<iframe src="http://HOST/frame"></iframe>'],
  [
    'a frame in a frame',
    `<iframe srcdoc="<img src='http://HOST/srcdoc'><script src='http://HOST/srcdoc.js'></script>"></iframe>`,
  ],
  ['an object and an embed', '<object data="http://HOST/object"></object><embed src="http://HOST/embed">'],
  ['a script', '<script src="http://HOST/script.js"></script>'],
  ['a module', '<script type=module>import("http://HOST/module.js").catch(() => {})</script>'],
  ['a style sheet', '<link rel=stylesheet href="http://HOST/style.css">'],
  [
    'css url() and @import',
    '<style>@import "http://HOST/import.css"; body { background: url(http://HOST/css) }</style>',
  ],
  [
    'a font',
    '<style>@font-face { font-family: f; src: url(http://HOST/font) } body { font-family: f }</style>',
  ],
  [
    'a film',
    '<video src="http://HOST/film" autoplay></video><audio src="http://HOST/sound" autoplay></audio>',
  ],
  [
    'an icon and a manifest',
    '<link rel=icon href="http://HOST/icon"><link rel=manifest href="http://HOST/manifest">',
  ],
  [
    'prefetch',
    '<link rel=prefetch href="http://HOST/prefetch"><link rel=preload as=fetch href="http://HOST/preload">',
  ],
  ['preconnect', '<link rel=preconnect href="http://HOST/"><link rel=preconnect href="https://HOST/">'],
  [
    'dns-prefetch',
    '<link rel=dns-prefetch href="//localhost"><link rel=preconnect href="http://localhost:PORT">',
  ],
  [
    'speculation rules',
    '<script type=speculationrules>{"prerender":[{"urls":["http://HOST/prerender"]}],"prefetch":[{"urls":["http://HOST/speculate"]}]}</script>',
  ],
  ['fetch', '<script>fetch("http://HOST/fetch", { mode: "no-cors" }).catch(() => {})</script>'],
  [
    'fetch that outlives the page',
    '<script>fetch("http://HOST/keepalive", { mode: "no-cors", keepalive: true }).catch(() => {})</script>',
  ],
  ['XHR', '<script>const x = new XMLHttpRequest(); x.open("GET", "http://HOST/xhr"); x.send()</script>'],
  ['a posted form', '<form id=f method=post action="http://HOST/form"></form><script>f.submit()</script>'],
  ['sendBeacon', '<script>navigator.sendBeacon("http://HOST/beacon", "x")</script>'],
  ['a ping', '<a id=a href="#x" ping="http://HOST/ping">x</a><script>a.click()</script>'],
  [
    'WebSocket',
    '<script>for (const u of ["ws://HOST/", "wss://HOST/", "ws://localhost:PORT/"]) new WebSocket(u)</script>',
  ],
  ['EventSource', '<script>new EventSource("http://HOST/events")</script>'],
  ['WebTransport', '<script>try { new WebTransport("https://HOST/") } catch {}</script>'],
  [
    'WebRTC',
    `<script>try { const c = new RTCPeerConnection({ iceServers: [{ urls: ['stun:HOST', 'turn:HOST?transport=udp', 'turn:HOST?transport=tcp'], username: 'a', credential: 'b' }] });
      c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o)) } catch {}</script>`,
  ],
  [
    'WebRTC out of a fresh frame',
    `<iframe id=fresh></iframe><script>try { const c = new fresh.contentWindow.RTCPeerConnection({ iceServers: [{ urls: 'stun:HOST' }] });
      c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o)) } catch {}</script>`,
  ],
  [
    'a worker',
    `<script>new Worker(URL.createObjectURL(new Blob([\`fetch('http://HOST/worker', { mode: 'no-cors' }).catch(() => {}); new WebSocket('ws://HOST/');
      try { new WebTransport('https://HOST/') } catch {}; importScripts('http://HOST/imported.js')\`])))</script>`,
  ],
  [
    'a shared worker',
    `<script>new SharedWorker('data:text/javascript,fetch("http://HOST/shared",{mode:"no-cors"})')</script>`,
  ],
  [
    'a service worker',
    `<script>navigator.serviceWorker?.register('http://HOST/sw.js').catch(() => {})</script>`,
  ],
  ['window.open', '<script>window.open("http://HOST/window")</script>'],
  [
    'a link to a new window',
    '<a id=w target=_blank href="http://HOST/blank">x</a><script>w.click()</script>',
  ],
  ['a meta refresh', '<meta http-equiv=refresh content="0;url=http://HOST/refresh">'],
  ['location', '<script>setTimeout(() => { location = "http://HOST/location" }, 50)</script>'],
  ['a redirect of an image', '<img src="/redirect/HOST/redirected">'],
  ['a redirect of a frame', '<iframe src="/redirect/HOST/redirected"></iframe>'],
  [
    'a redirect of a fetch',
    '<script>fetch("/redirect/HOST/redirected", { mode: "no-cors" }).catch(() => {})</script>',
  ],
  ['a download', '<a id=d download href="http://HOST/download">x</a><script>d.click()</script>'],
  [
    'a report',
    '<meta http-equiv=Content-Security-Policy content="img-src none; report-uri http://HOST/report"><img src=x>',
  ],
  [
    'XSLT and XML',
    `<iframe src='data:text/xml,<?xml-stylesheet type="text/xsl" href="http://HOST/xsl"?><a/>'></iframe>`,
  ],
  ['SVG', '<svg><image href="http://HOST/svg"/><use href="http://HOST/use#x"/></svg>'],
  [
    'a file',
    '<iframe src="file:///etc/passwd"></iframe><img src="file:///etc/hostname"><script>fetch("file:///etc/passwd").catch(() => {})</script>',
  ],
]

/** Spellings of loopback and private addresses, each requested by a frame, an image and a fetch. */
const HOSTS = [
  ...[
    '127.0.0.1:PORT',
    '127.1:PORT',
    '0:PORT',
    '0.0.0.0:PORT',
    '0x7f.1:PORT',
    '0177.0.0.1:PORT',
    '2130706433:PORT',
  ],
  ...['localhost:PORT', 'a.localhost:PORT', 'localhost.:PORT', '127.0.0.2:PORT', '[::1]:PORT', '[::]:PORT'],
  ...[
    '[::ffff:127.0.0.1]:PORT',
    '[::ffff:7f00:1]:PORT',
    '[::127.0.0.1]:PORT',
    '[64:ff9b::7f00:1]:PORT',
    '[2002:7f00:1::]:PORT',
  ],
  ...['user@127.0.0.1:PORT', '①②⑦.0.0.1:PORT', '127。0。0。1:PORT'],
]

const SITE = 'http://site.example'
const never = new AbortController().signal
let canary: HostileWeb
let datagrams: dgram.Socket
let received = 0

beforeAll(async () => {
  canary = await startHostileWeb()
  datagrams = dgram.createSocket('udp4')
  datagrams.on('message', () => received++)
  await new Promise<void>((resolve) => datagrams.bind(canary.port, '127.0.0.1', resolve))
})

afterAll(async () => {
  datagrams.close()
  await canary.close()
})

/** The site is simulated; all other requests go through the real egress. */
function webOf(egress: Fetcher): Fetcher {
  return {
    async fetch(url, signal, options) {
      const { origin, pathname } = new URL(url)
      if (origin !== SITE) return egress.fetch(url, signal, options)
      const target = pathname.startsWith('/redirect/') ? pathname.slice('/redirect/'.length) : null
      return answerTo(
        url,
        '',
        target ? [['Location', `http://${decodeURIComponent(target)}`]] : [],
        target ? 302 : 404,
      )
    },
    close: () => egress.close(),
  }
}

/** Attacks that leave the page or change its permissions get their own page; the others share one. */
function pagesOf(ways: typeof WAYS): string[] {
  const alone = /refresh|location|submit|Content-Security-Policy|download href/
  const shared = ways.filter(([, html]) => !alone.test(html)).map(([, html]) => html)
  return [shared.join('\n'), ...ways.map(([, html]) => html).filter((html) => alone.test(html))]
}

async function showAll(
  pages: readonly string[],
  options: EgressOptions = {},
  ownNetwork = true,
): Promise<(string | null)[]> {
  const egress = createEgress({ contact: 'https://example.org/', ...options })
  const limits = { browsers: 1, settleMs: 3_000, quietMs: 300, emptyMs: 600 }
  const renderer = createRenderer({ fetcher: webOf(egress), agent: 'test', limits, ownNetwork })
  const problems: (string | null)[] = []
  try {
    for (const [i, html] of pages.entries()) {
      const url = `${SITE}/${i}`
      const result = answerTo(url, `<!doctype html><p>x</p>${html}`)
      const { problem } = await renderer.render({ url, result, permits: async () => true }, never)
      problems.push(problem)
    }
    return problems
  } finally {
    await renderer.close()
    await egress.close()
  }
}

const pointed = (html: string) =>
  html.replaceAll('HOST', `127.0.0.1:${canary.port}`).replaceAll('PORT', String(canary.port))

describeWithChromium(
  '4.1–4.5 a browser reaches the web only through our fetcher (firecrawl CVE-2026-32857)',
  () => {
    it('the canary notices requests', async () => {
      const before = canary.connections()
      await (await fetch(canary.url('/ok'))).text()
      expect(canary.connections()).toBe(before + 1)
      const datagram = new Promise((resolve) => datagrams.once('message', resolve))
      datagrams.send('x', canary.port, '127.0.0.1')
      await datagram
      received = 0
    })

    it.each([
      ['in a network namespace of its own', true],
      ['by the wall in the browser alone', false],
    ])(`none of ${WAYS.length} ways out of a page reaches the canary, %s`, async (_, ownNetwork) => {
      const before = canary.connections()
      const problems = await showAll(pagesOf(WAYS).map(pointed), {}, ownNetwork)
      // Pages that were never rendered would prove nothing.
      expect(problems).toEqual(problems.map(() => null))
      expect(canary.connections()).toBe(before)
      expect(received).toBe(0)
    })

    it(`none of ${HOSTS.length} spellings of a private address reaches the canary`, async () => {
      const before = canary.connections()
      const pages = HOSTS.map(pointed).map(
        (host) =>
          `<iframe src="http://${host}/"></iframe><img src="http://${host}/"><script>fetch('http://${host}/', { mode: 'no-cors' }).catch(() => {})</script>`,
      )
      expect(await showAll([pages.join('\n')])).toEqual([null])
      expect(canary.connections()).toBe(before)
    })

    it('4.3 a name that resolves to the canary the second time does not reach it (linkwarden, DNS rebinding)', async () => {
      const before = canary.connections()
      const resolver = rebindingResolver(['93.184.216.34'], ['127.0.0.1'])
      const dialled: string[] = []
      const connect: EgressOptions['connect'] = (address) => {
        dialled.push(address)
        throw Object.assign(new Error('no route'), { code: 'ENETUNREACH' })
      }
      const host = `rebind.example:${canary.port}`
      const page = `<img src="http://${host}/1"><script>setTimeout(() => fetch('http://${host}/2', { mode: 'no-cors' }).catch(() => {}), 100)</script>`
      expect(await showAll([page, page], { resolver, connect })).toEqual([null, null])
      expect(resolver.queries.length).toBeGreaterThan(1)
      expect(new Set(dialled)).toEqual(new Set(['93.184.216.34']))
      expect(canary.connections()).toBe(before)
    })

    /** Renders a page with these resources and returns the limit that truncated each. */
    async function cutOf(limits: Partial<FetchLimits>, paths: readonly string[]) {
      const egress = createEgress({ allowPrivate: true, limits })
      const renderer = createRenderer({
        fetcher: webOf(egress),
        agent: 'test',
        limits: { browsers: 1, quietMs: 300 },
      })
      const html = paths.map((path) => `<img src="http://127.0.0.1:${canary.port}${path}">`).join('')
      const url = `${SITE}/parts`
      try {
        const request = { url, result: answerTo(url, `<p>Still here${html}`), permits: async () => true }
        const { drawn, resources } = await renderer.render(request, never)
        expect(drawn?.html).toContain('Still here')
        for (const { body } of resources) expect(body.length).toBeLessThanOrEqual(limits.decodedBytes ?? 0)
        return new Map(
          resources.map(({ url: resource, truncated }) => [new URL(resource).pathname, truncated]),
        )
      } finally {
        await renderer.close()
        await egress.close()
      }
    }

    it('4.6, 4.7 limits the cost of a bomb and an endless response among the resources', async () => {
      const paths = ['/bomb/gzip', '/bomb/br', '/infinite', '/big-header', '/hang-up', '/encodings?count=6']
      const cut = await cutOf({ decodedBytes: 300_000, rawBytes: 300_000 }, paths)
      expect(cut.get('/infinite')).toBe('length')
      expect(cut.get('/bomb/gzip')).toBe('length')
      for (const path of ['/big-header', '/hang-up', '/encodings']) expect(cut.has(path), path).toBe(false)
    })

    it('4.8 limits the time a slow server among the resources takes', async () => {
      const limits = { totalMs: 2_500, headersMs: 2_000, idleMs: 2_000, decodedBytes: 300_000 }
      const cut = await cutOf(limits, ['/silent', '/header-drip', '/drip'])
      expect(cut.get('/drip')).toBe('time')
      for (const path of ['/silent', '/header-drip']) expect(cut.has(path), path).toBe(false)
    })

    it('the same page reaches the canary with --allow-private, so the other tests see the rule and not a broken browser', async () => {
      const before = canary.hits.length
      await showAll(
        [pointed('<img src="http://HOST/image"><iframe src="/redirect/HOST/redirected"></iframe>')],
        { allowPrivate: true },
      )
      expect(
        canary.hits
          .slice(before)
          .map(({ path }) => path)
          .sort(),
      ).toEqual(['/image', '/redirected'])
    })
  },
)
