import type { WebResponse } from '../../src/lab/web/web.ts'
import { article, babble, EVENT_ANCHOR, hash, htmlPage, link, word } from './trap-web.ts'

const HONEST_SITES = 16
const REPORTS = 3
const OTHERS = 2
/** Real pages of the bait site before it shows only spam. */
const EARLY = 25

/** The reports of the honest sites, which the crawl should find. */
export const HONEST_REPORTS: readonly string[] = Array.from({ length: HONEST_SITES * REPORTS }, (_, n) => {
  return `http://honest${Math.floor(n / REPORTS)}.test/r/${word(n)}`
})

/** Whether a page belongs to the keyword-stuffed site or its link farm. */
export const isSpam = (url: string) => /^http:\/\/(?:spam|farm\d+)\.test\//.test(url)
/** Whether a page belongs to the bait site after its real pages. */
export const isCollapsed = (url: string) =>
  Number(/^http:\/\/early\.test\/p\/(\d+)$/.exec(url)?.[1] ?? 0) >= EARLY

/** Spam: the event's words, a date of the event, hidden words, and links to more spam. */
function stuffed(host: string, path: string): string {
  const seed = hash(`${host}${path}`)
  const more = Array.from({ length: 12 }, (_, n) =>
    link(`http://${n % 4 ? 'spam' : `farm${(seed + n) % 8}`}.test/${word(seed + n)}`, EVENT_ANCHOR),
  )
  const terms = Array.from(
    { length: 40 },
    (_, n) => `typhoon haiyan storm surge ${word(seed + n * 31)}`,
  ).join(' ')
  const hidden = `<p style="color:#fff;background:#fff">${terms}</p><div style="display:none">${terms}</div>`
  const date = '<meta property="article:published_time" content="2013-11-08">'
  const body = `<p>${terms}</p><p>${babble(seed, 60)}</p>${hidden}${more.join('')}`
  return htmlPage(`Typhoon Haiyan storm surge ${word(seed)}`, body).replace('<head>', `<head>${date}`)
}

function early(path: string): string {
  const n = Number(/^\/p\/(\d+)$/.exec(path)?.[1] ?? 0)
  const next = Array.from({ length: 6 }, (_, i) => link(`/p/${n + 1 + i}`, EVENT_ANCHOR)).join('')
  const page = n < EARLY ? article(500 + n) : htmlPage(`Offer ${word(n)}`, `<p>${babble(n, 90)}</p>`)
  return page.replace('</main>', `${next}</main>`)
}

function honest(site: number, path: string): string | null {
  if (path === '/') {
    const reports = HONEST_REPORTS.slice(site * REPORTS, (site + 1) * REPORTS).map((url) =>
      link(url, 'Report'),
    )
    const others = Array.from({ length: OTHERS }, (_, n) => link(`/o/${n}`, 'Report'))
    return htmlPage(`Paper ${word(site)}`, [...others, ...reports].join(''))
  }
  if (path.startsWith('/o/'))
    return htmlPage(`Sport ${word(site)}`, `<p>${babble(site * 10 + hash(path), 80)}</p>`)
  const n = HONEST_REPORTS.indexOf(`http://honest${site}.test${path}`)
  return n < 0 ? null : article(1_000 + n)
}

/** `http://hub.test/` links to a keyword-stuffed site, a bait site, and newspapers without descriptive anchors. */
export const spamWeb: { respond(url: string): WebResponse | null } = {
  respond(url) {
    const { hostname, pathname } = new URL(url)
    const site = hostname.replace('.test', '')
    let page: string | null = null
    if (site === 'hub') {
      const papers = Array.from({ length: HONEST_SITES }, (_, n) =>
        link(`http://honest${n}.test/`, `Paper ${n}`),
      )
      page = htmlPage(
        'Links',
        [
          link('http://spam.test/', EVENT_ANCHOR),
          link('http://early.test/p/0', EVENT_ANCHOR),
          ...papers,
        ].join(''),
      )
    } else if (isSpam(url)) page = stuffed(hostname, pathname)
    else if (site === 'early') page = early(pathname)
    else if (site.startsWith('honest')) page = honest(Number(site.slice(6)), pathname)
    if (pathname === '/robots.txt') page = null
    const headers = [['Content-Type', 'text/html; charset=utf-8']] as const
    return { status: page === null ? 404 : 200, headers, body: Buffer.from(page ?? 'gone') }
  },
}
