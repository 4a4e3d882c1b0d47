import { describe, expect, it } from 'vitest'
import type { FetchResult } from '../../fetch/fetcher.ts'
import { hostsRule } from '../../frontier/scope/hosts.ts'
import { createScope } from '../../frontier/scope/scope.ts'
import type { Exchange } from '../../model/exchange.ts'
import { readPage } from '../../page/read-page.ts'
import type { Rendering as Outcome, RenderRequest } from '../../render/rendering.ts'
import { emptyStats } from '../loop/stats.ts'
import type { CrawlParts } from '../parts.ts'
import type { RobotsDecision, RobotsGate } from '../politeness/robots-gate.ts'
import { PageViews, type Rendering } from './page-views.ts'

const never = new AbortController().signal
const PAGE_URL = 'http://site.example/page'
const SHELL = '<title>News</title><div id="root"></div><script src="/app.js"></script>'
const ARTICLE = `<title>News</title><p>${'The river rose in the night and the town was flooded. '.repeat(12)}</p>`

function exchangeOf(url: string, body: string): Exchange {
  return {
    url,
    method: 'GET',
    requestHeaders: [],
    status: 200,
    statusText: '',
    responseHeaders: [['Content-Type', 'text/html']],
    body: Buffer.from(body),
    truncated: null,
    ip: null,
    startedAt: new Date(5),
  }
}

interface Bed {
  readonly when?: Rendering['when']
  readonly denyHosts?: readonly string[]
  readonly outcome?: (request: RenderRequest) => Promise<Outcome>
  readonly decide?: (url: string) => RobotsDecision['kind']
}

const DRAWN: Outcome = {
  drawn: { html: ARTICLE, drawnAt: new Date(9), leadsTo: null },
  problem: null,
  resources: [{ ...exchangeOf('http://site.example/app.js', 'draw()'), resource: 'script' }],
}

function bed({
  when = 'auto',
  denyHosts = [],
  outcome = async () => DRAWN,
  decide = () => 'allowed',
}: Bed = {}) {
  const [asked, appended, rendered]: [string[], Exchange[], string[]] = [[], [], []]
  let now = 0
  const renderer = {
    async render(request: RenderRequest) {
      rendered.push(request.url)
      now += 4_000
      return outcome(request)
    },
    close: async () => {},
  }
  const parts = {
    read: readPage,
    clock: { now: () => now, wait: async () => {} },
    archive: {
      async append(exchange: Exchange) {
        appended.push(exchange)
        return { location: { file: 'a', offset: 0, length: 1 }, payloadDigest: 'x', recordId: 'y' }
      },
      close: async () => {},
    },
    rendering: { renderer, when },
    scope: createScope([hostsRule({ deny: denyHosts })]),
  }
  const robots = {
    async decide(url: string) {
      asked.push(url)
      return { kind: decide(url) }
    },
  }
  const stats = emptyStats(0, 0)
  const views = new PageViews(parts as unknown as CrawlParts, robots as unknown as RobotsGate, stats)
  const view = (body: string, contentType = 'text/html') => {
    const exchange = exchangeOf(PAGE_URL, body)
    const result: FetchResult = { exchange, body: exchange.body }
    return views.of({ url: PAGE_URL, body: exchange.body, contentType }, result, never)
  }
  return { views, view, stats, asked, appended, rendered }
}

describe('PageViews', () => {
  it('reads an ordinary page without a browser', async () => {
    const { view, rendered, stats } = bed()
    expect(await view(ARTICLE)).toMatchObject({ shown: 'plain', resources: [], tookMs: 0 })
    expect(rendered).toEqual([])
    expect(stats.rendered.size).toBe(0)
  })

  it('renders a page without text, and archives everything it requested', async () => {
    const { views, view, stats, appended } = bed()
    const shown = await view(SHELL)
    expect(shown).toMatchObject({ shown: 'drawn', tookMs: 4_000, conversion: { madeAt: new Date(9) } })
    expect(shown.page.mainText).toContain('The river rose')
    expect(Buffer.from(shown.conversion?.body ?? []).toString()).toBe(ARTICLE)
    expect(Object.fromEntries(stats.rendered)).toEqual({ drawn: 1 })
    expect(await views.preserve(shown)).toMatchObject([
      { url: 'http://site.example/app.js', fetchedAt: new Date(5) },
    ])
    expect(appended).toEqual(DRAWN.resources)
  })

  it('renders every HTML page, and nothing else, with `always`', async () => {
    const { view, rendered } = bed({ when: 'always' })
    await view(ARTICLE)
    await view(
      '<rss><channel><item><link>http://a.example/</link></item></channel></rss>',
      'application/rss+xml',
    )
    await view('Plain words', 'text/plain')
    expect(rendered).toHaveLength(1)
  })

  it('reads a page that could not be rendered without a browser, and records the reason', async () => {
    const { view, stats } = bed({ outcome: async () => ({ drawn: null, problem: 'hang', resources: [] }) })
    expect(await view(SHELL)).toMatchObject({ shown: 'hang', page: { title: 'News' } })
    expect(Object.fromEntries(stats.rendered)).toEqual({ hang: 1 })
  })

  it('ignores a rendered page that lost its text', async () => {
    const drawn = { html: '<p>Something went wrong', drawnAt: new Date(0), leadsTo: null }
    const { view } = bed({ when: 'always', outcome: async () => ({ ...DRAWN, drawn }) })
    const shown = await view(ARTICLE)
    expect(shown).toMatchObject({ shown: 'poorer' })
    expect(shown.conversion).toBeUndefined()
    expect(shown.page.mainText).toContain('The river rose')
  })

  it.each([
    ['http://else.example/', 'http://else.example/'],
    ['mailto:a@b.example', null],
  ])('takes a navigation by script (%s) as a redirect', async (leadsTo, refresh) => {
    const drawn = { html: ARTICLE, drawnAt: new Date(0), leadsTo }
    const { view } = bed({ outcome: async () => ({ ...DRAWN, drawn }) })
    expect((await view(SHELL)).page.refresh).toBe(refresh)
  })
})

describe('the resources of a page', () => {
  const permittedBy = (urls: readonly string[], answers: boolean[]) => async (request: RenderRequest) => {
    answers.push(...(await Promise.all(urls.map((url) => request.permits(url, never)))))
    return DRAWN
  }

  it('are requested only where robots.txt and the crawl permit', async () => {
    const answers: boolean[] = []
    const urls = [
      'http://site.example/a.js',
      'http://site.example/private/b.js',
      'http://ads.example/c.js',
      'http://x.ads.example/d.js',
    ]
    const outcome = permittedBy(urls, answers)
    const { view } = bed({
      outcome,
      denyHosts: ['ads.example'],
      decide: (url) => (url.includes('private') ? 'disallowed' : 'allowed'),
    })
    await view(SHELL)
    expect(answers).toEqual([true, false, false, false])
  })

  it('cause one request for the robots.txt of their host, however many are requested at once', async () => {
    const answers: boolean[] = []
    const urls = Array.from({ length: 30 }, (_, i) => `http://cdn.example/${i}.js`)
    const known = new Set<string>()
    let requests = 0
    const { view } = bed({
      outcome: permittedBy(urls, answers),
      decide: (url) => {
        const { origin } = new URL(url)
        if (known.has(origin)) return 'allowed'
        requests++
        known.add(origin)
        return 'fetched'
      },
    })
    await view(SHELL)
    expect(requests).toBe(1)
    expect(answers).toEqual(urls.map(() => true))
  })

  it('are not requested while robots.txt is unreachable', async () => {
    const answers: boolean[] = []
    const { view } = bed({
      outcome: permittedBy(['http://cdn.example/a.js'], answers),
      decide: () => 'unreachable',
    })
    await view(SHELL)
    expect(answers).toEqual([false])
  })
})
