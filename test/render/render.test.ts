import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Fetcher } from '../../src/fetch/fetcher.ts'
import { FetchFailure } from '../../src/model/errors.ts'
import type { RenderLimits } from '../../src/render/limits.ts'
import { createRenderer } from '../../src/render/renderer.ts'
import type { PageRenderer } from '../../src/render/rendering.ts'
import { answerTo, describeWithChromium } from '../support/chromium.ts'

const never = new AbortController().signal
const SITE = 'http://site.example'
const FILES = new Map([
  ['/data.json', ['application/json', '{"head":"Flood in the lower town","next":"story?id=2"}']],
  [
    '/app.js',
    [
      'text/javascript',
      "import { word } from './word.js'; document.querySelector('#app').textContent = word",
    ],
  ],
  ['/word.js', ['text/javascript', "export const word = 'from a module'"]],
  [
    '/worker.js',
    ['text/javascript', "fetch('/data.json').then((r) => r.json()).then((d) => postMessage(d.head))"],
  ],
  ['/frame.html', ['text/html', '<p>inside']],
  ['/style.css', ['text/css', "p { background: url('/dot.png') }"]],
  ['/dot.png', ['image/png', 'x']],
])

let requests: string[] = []
const fetcher: Fetcher = {
  async fetch(url) {
    requests.push(url)
    const { origin, pathname } = new URL(url)
    if (pathname === '/moved.json') return answerTo(url, '', [['Location', '/data.json']], 302)
    if (pathname === '/open.json') return answerTo(url, '{"a":1}', [['Access-Control-Allow-Origin', '*']])
    const [type, body] = FILES.get(pathname) ?? []
    if (origin !== SITE || type === undefined || body === undefined) throw new FetchFailure('connect')
    return answerTo(url, body, [['Content-Type', type]])
  },
  async close() {},
}

/** Shorter limits than in a crawl; normal pages take a fraction of them. */
const LIMITS: Partial<RenderLimits> = {
  browsers: 1,
  settleMs: 6_000,
  answerMs: 1_500,
  emptyMs: 500,
  quietMs: 400,
}
const open = (limits: Partial<RenderLimits> = {}) =>
  createRenderer({
    fetcher,
    agent: 'Eventide/0 (+test)',
    languages: ['de'],
    limits: { ...LIMITS, ...limits },
  })

let renderer: PageRenderer

async function show(html: string, using = renderer, path = '/page') {
  requests = []
  const url = SITE + path
  const result = answerTo(url, `<!doctype html>${html}`)
  return using.render({ url, result, permits: async (target) => !target.includes('forbidden') }, never)
}

async function drawn(html: string, path = '/page'): Promise<string> {
  const { drawn: page, problem } = await show(html, renderer, path)
  expect(problem).toBeNull()
  return page?.html ?? ''
}

describeWithChromium('a page rendered in Chromium', () => {
  beforeAll(() => {
    renderer = open()
  })
  afterAll(() => renderer.close())

  it('is rendered from its resources, and each resource is kept', async () => {
    const { drawn: page, resources } = await show(
      `<div id=root></div><link rel=stylesheet href=style.css><p>x<script>fetch('moved.json').then(r => r.json()).then(d => {
        root.innerHTML = '<h1>' + d.head + '</h1><a href="' + d.next + '">more</a>' })</script>`,
    )
    expect(page?.html).toContain('<h1>Flood in the lower town</h1><a href="story?id=2">more</a>')
    const kept = resources.map(({ url, status, resource }) => [url.replace(SITE, ''), status, resource])
    expect(kept).toEqual(
      expect.arrayContaining([
        ['/moved.json', 302, 'xhr'],
        ['/data.json', 200, 'xhr'],
        ['/style.css', 200, 'stylesheet'],
        ['/dot.png', 200, 'image'],
      ]),
    )
    expect(requests).not.toContain(`${SITE}/page`)
  })

  it('runs modules, workers, frames and shadow trees', async () => {
    const html =
      await drawn(`<div id=app></div><script type=module src=app.js></script><iframe src=frame.html></iframe>
      <p id=said></p><x-card></x-card><script>
      new Worker('worker.js').onmessage = (e) => { said.textContent = e.data }
      customElements.define('x-card', class extends HTMLElement { connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML = '<b>in the shadow</b>' } })</script>`)
    expect(html).toContain('from a module')
    expect(html).toContain('<p id="said">Flood in the lower town</p>')
    expect(html).toContain('<template shadowrootmode="open"><b>in the shadow</b></template>')
    expect(requests).toContain(`${SITE}/frame.html`)
  })

  it('shows scripts our user agent without revealing automation', async () => {
    const html = await drawn(
      '<p id=p></p><script>p.textContent = [navigator.userAgent, navigator.onLine, navigator.language].join()</script>',
    )
    expect(html).toMatch(/ Chrome\/[\d.]+ [^<]*Eventide\/0 \(\+test\),true,de</)
    expect(html).not.toContain('Headless')
  })

  it('obeys CORS', async () => {
    const html = await drawn(`<p id=a></p><p id=b></p><script>
      fetch('http://api.example/open.json').then(r => r.json()).then(() => { a.textContent = 'shared' })
      fetch('http://api.example/data.json').then(() => { b.textContent = 'read' }, () => { b.textContent = 'not shared' })</script>`)
    expect(html).toContain('shared</p><p id="b">not shared')
  })

  it('resolves links against the URL set by its scripts', async () => {
    const html = await drawn(
      `<a href=next>x</a><script>history.pushState(null, '', '/deep/er/?a=1&b=2')</script>`,
    )
    expect(html).toContain('<base href="http://site.example/deep/er/?a=1&amp;b=2">')
    expect(await drawn('<a href=next>x</a>')).not.toContain('<base')
  })

  it('makes no forbidden, POST or streaming requests', async () => {
    await drawn(`<p>x<img src=/forbidden.png><video src=/film.mp4 autoplay></video><script>
      navigator.sendBeacon('/beacon', 'x'); fetch('/post', { method: 'POST', body: 'x' }); new EventSource('/events')</script>`)
    expect(requests.filter((url) => !url.endsWith('/favicon.ico'))).toEqual([])
  })

  it('records where its script would navigate', async () => {
    const { drawn: page } = await show(`<p>x<script>location.href = '/elsewhere?x=1'</script>`)
    expect(page?.leadsTo).toBe('http://site.example/elsewhere?x=1')
    expect(requests).not.toContain('http://site.example/elsewhere?x=1')
  })

  it('is truncated at its limits', async () => {
    const small = open({ htmlCharacters: 1_000 })
    try {
      const { drawn: page } = await show(
        `<p id=p></p><script>p.textContent = 'word '.repeat(1e5)</script>`,
        small,
      )
      expect(page?.html).toHaveLength(1_000)
    } finally {
      await small.close()
    }
  })

  it.each([
    ['alerts', 'alert(1); confirm(2); prompt(3)'],
    ['prints', 'print()'],
    ['opens a hundred windows', "for (let i = 0; i < 100; i++) window.open('http://a.example/' + i)"],
    [
      'downloads',
      "const a = document.createElement('a'); a.href = 'data:application/zip,x'; a.download = 'x'; document.body.append(a); a.click()",
    ],
    ['wants to crash', "location = 'chrome://crash'"],
    ['registers a service worker', "navigator.serviceWorker?.register('/app.js').catch(() => {})"],
    ['will not be left', 'onbeforeunload = () => "stay"'],
  ])('that %s is still rendered', async (_, script) => {
    const html = await drawn(`<p>before<script>${script}; document.body.append('after')</script>`)
    expect(html).toContain('after')
    expect(requests.filter((url) => url.startsWith('http://a.example'))).toEqual([])
  })

  it('that never settles is read as it is after a limit', async () => {
    const impatient = open({ settleMs: 1_500 })
    try {
      const { drawn: page } = await show(
        '<p id=p>tick<script>setInterval(() => { p.append("tock") }, 20)</script>',
        impatient,
      )
      expect(page?.html).toContain('tock')
    } finally {
      await impatient.close()
    }
  })
})

describeWithChromium('a page that cannot be rendered is read without scripts', () => {
  const fast = { settleMs: 1_500, answerMs: 1_000 }

  it.each([
    ['hang', 'a loop without end', '<p>x<script>for(;;){}</script>', fast],
    ['hang', 'alert after alert', '<p>x<script>for(;;) alert(1)</script>', fast],
    [
      'crash',
      'a heap without end',
      '<p>x<script>const all = []; for(;;) all.push(new Array(1e5).fill(Math.random()))</script>',
      { heapBytes: 32 * 1024 * 1024 },
    ],
    [
      'memory',
      'buffers without end',
      `<p id=p>x<script>const all = []; setInterval(() => { all.push(new Uint8Array(3e7).fill(1)); p.append('x') }, 10)</script>`,
      { memoryBytes: 500 * 1024 * 1024 },
    ],
    [
      'timeout',
      'more time than there is',
      '<p id=p>x<script>setInterval(() => p.append("x"), 10)</script>',
      { totalMs: 4_000 },
    ],
  ] as const)('%s: %s', async (problem, _, html, limits) => {
    const own = open(limits)
    try {
      expect(await show(html, own)).toMatchObject({ drawn: null, problem })
      // The next page gets a working browser.
      expect((await show('<p>fine', own)).drawn?.html).toContain('fine')
    } finally {
      await own.close()
    }
  })

  it('unshown: a page the browser would download', async () => {
    const own = open()
    const url = `${SITE}/file`
    const result = answerTo(url, '<p>x', [
      ['Content-Type', 'text/html'],
      ['Content-Disposition', 'attachment'],
    ])
    try {
      expect(await own.render({ url, result, permits: async () => true }, never)).toMatchObject({
        problem: 'unshown',
      })
    } finally {
      await own.close()
    }
  })

  it('busy: no browser becomes free in time', async () => {
    const own = open({ queueMs: 50, settleMs: 2_000 })
    try {
      const first = show('<p id=p>x<script>setInterval(() => p.append("x"), 10)</script>', own)
      expect(await show('<p>y', own)).toMatchObject({ problem: 'busy' })
      expect((await first).problem).toBeNull()
    } finally {
      await own.close()
    }
  })
})

describeWithChromium('the browser', () => {
  it('shares cached scripts between pages, and nothing else', async () => {
    const own = open()
    const page = `<p>x<p id=p></p><script>p.textContent = document.cookie + '|' + (localStorage.k ?? ''); document.cookie = 'k=1'; localStorage.k = 'kept'</script><script type=module src=app.js></script>`
    try {
      await show(page, own)
      const [before, again] = [[...requests], (await show(page, own)).drawn?.html]
      expect(before).toContain(`${SITE}/app.js`)
      expect(requests).not.toContain(`${SITE}/app.js`)
      expect(again).toContain('<p id="p">|</p>')
    } finally {
      await own.close()
    }
  })

  it('stops immediately when the crawl is aborted', async () => {
    const own = open()
    const stop = new AbortController()
    const url = `${SITE}/page`
    const result = answerTo(url, '<p>x<script>setInterval(() => document.body.append("x"), 10)</script>')
    const permits = async () => true
    try {
      const running = own.render({ url, result, permits }, stop.signal)
      stop.abort(new Error('abandoned'))
      await expect(running).rejects.toThrow('abandoned')
    } finally {
      await own.close()
    }
  })

  it('leaves no processes or files behind', async () => {
    const before = await profiles()
    const own = open({ pagesPerBrowser: 1 })
    await show('<p>one', own)
    await show('<p>two', own)
    await own.close()
    expect(await profiles()).toEqual(before)
    expect(
      await own.render({ url: SITE, result: answerTo(SITE, 'x'), permits: async () => true }, never),
    ).toMatchObject({ problem: 'no-browser' })
  })
})

async function profiles(): Promise<string[]> {
  return (await readdir(tmpdir()))
    .filter((name) => name.startsWith(`eventide-chromium-${process.pid}-`))
    .sort()
}
