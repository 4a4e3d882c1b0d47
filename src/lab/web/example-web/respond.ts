import { escapeHtml } from '../../../html/escape-html.ts'
import type { WebResponse } from '../web.ts'
import { articlePath } from './addresses.ts'
import { articleSeed, textOf } from './article.ts'
import { isoDay } from './calendar.ts'
import type { ArticleId } from './coverage.ts'
import type { Charset } from './encode.ts'
import { atomFeed, rssFeed, sitemap } from './feeds.ts'
import { fileResponse } from './files.ts'
import { foreignPage } from './foreign-pages.ts'
import { labelOf } from './labels.ts'
import type { PageModel } from './markup.ts'
import { modelOf } from './page-models.ts'
import type { Press } from './press.ts'
import { hashOf, hashOfText } from './random.ts'
import { html, missing, plain, redirect } from './responses.ts'
import { robotsTxt } from './robots-txt.ts'
import { type Route, routeOf } from './route.ts'
import { serviceResponse } from './services.ts'
import { movedHost, type Site } from './sites.ts'
import { renderHtml5 } from './theme-html5.ts'
import { renderTable, renderTagSoup } from './theme-legacy.ts'
import { calendarPage, facetPage, galleryPage, largePage } from './traps.ts'

/** Response time of a slow host. */
const SLOW_MS = 1500
/** One in this many URLs of a flaky host always fails. */
const FLAKY_EVERY = 29

/** The site of a host name, or the site it redirects to. */
export function siteOfHost(press: Press, host: string): { site: Site; moved: boolean } | null {
  const site = press.siteOf(host)
  if (site) return { site, moved: false }
  const bare = press.siteOf(host.startsWith('www.') ? host.slice(4) : `www.${host}`)
  if (bare) return { site: bare, moved: true }
  const old = press.sites.find((candidate) => movedHost(candidate) === host)
  return old ? { site: old, moved: true } : null
}

export function respondTo(press: Press, url: URL): WebResponse | null {
  const service = serviceResponse(press, url)
  if (service) return service
  const found = siteOfHost(press, url.hostname)
  if (!found) return null
  const { site, moved } = found
  if (moved) return redirect(301, `http://${site.host}${url.pathname}${url.search}`)
  const response = siteResponse(press, site, url)
  return site.quirks.has('slow') ? { ...response, delayMs: SLOW_MS } : response
}

function siteResponse(press: Press, site: Site, url: URL): WebResponse {
  const path = url.pathname
  const machine = machineResponse(press, site, path) ?? fileResponse(path) ?? trapResponse(press, site, url)
  if (machine) return machine
  if (path.startsWith('/removed/')) return missing(site.quirks.has('gone') ? 410 : 404)
  const route = routeOf(press, site, url)
  if (!route) return noSuchPage(press, site, url)
  if (fails(site, url)) return missing(500)
  const elsewhere = misspelt(press, route, path)
  return elsewhere === null
    ? pageResponse(press, site, route)
    : redirect(301, `http://${site.host}${elsewhere}`)
}

function fails(site: Site, url: URL): boolean {
  return site.quirks.has('flaky') && hashOfText(url.pathname + url.search) % FLAKY_EVERY === 0
}

/** The correct path if the number is right but the words are not. */
function misspelt(press: Press, route: Route, path: string): string | null {
  if (route.kind !== 'article') return null
  const canonical = articlePath(press, route.article)
  return canonical === path || canonical.startsWith(`${path}?`) ? null : canonical
}

/**
 * The page that a site shows for a URL; null for errors, redirects and everything that is not a page of a
 * news site.
 */
export function pageAt(press: Press, site: Site, url: URL): Route | null {
  const route = routeOf(press, site, url)
  return route && !fails(site, url) && misspelt(press, route, url.pathname) === null ? route : null
}

function machineResponse(press: Press, site: Site, path: string): WebResponse | null {
  if (path === '/robots.txt') {
    if (site.quirks.has('robots-503')) return missing(503)
    return site.quirks.has('robots-404') ? missing(404) : plain(robotsTxt(site), 'text/plain; charset=utf-8')
  }
  if (path === '/feed.xml') return plain(rssFeed(press, site), 'application/rss+xml; charset=utf-8')
  if (path === '/atom.xml') return plain(atomFeed(press, site), 'application/atom+xml; charset=utf-8')
  const map = sitemap(press, site, path)
  return map === null ? null : plain(map, 'application/xml')
}

function trapResponse(press: Press, site: Site, url: URL): WebResponse | null {
  const { quirks } = site
  const path = url.pathname
  if (quirks.has('calendar') && path === '/calendar') {
    const page = calendarPage(site, url)
    return page === null ? missing(404) : html(page)
  }
  if (quirks.has('facets') && path === '/browse') return html(facetPage(press, site, url))
  if (quirks.has('facets') && path === '/data/all-stories.html') return html(largePage(press, site))
  if (quirks.has('endless-path') && path.startsWith('/gallery/') && path.endsWith('/'))
    return html(galleryPage(site, path))
  return quirks.has('shift-jis') ? foreignPage(path) : null
}

function noSuchPage(press: Press, site: Site, url: URL): WebResponse {
  const slashed = new URL(url)
  slashed.pathname = `${url.pathname}/`
  if (!url.pathname.endsWith('/') && routeOf(press, site, slashed)) return redirect(308, slashed.href)
  if (!site.quirks.has('soft-404')) return missing(404)
  const title = labelOf('ui', 'missing', site.language)
  return html(
    `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1><p><a href="/">${escapeHtml(site.name)}</a></p></body></html>`,
  )
}

function charsetOf(site: Site): Charset {
  if (site.quirks.has('gbk')) return 'gbk'
  return site.quirks.has('windows-1252') ? 'windows-1252' : 'utf-8'
}

/** The charset in the header: the right one, none, or on one site a wrong one. */
function contentType(site: Site, charset: Charset): string {
  if (site.quirks.has('wrong-charset')) return 'text/html; charset=iso-8859-1'
  return charset === 'gbk' || site.index % 5 === 4 ? 'text/html' : `text/html; charset=${charset}`
}

function render(model: PageModel): string {
  if (model.site.theme === 'soup') return renderTagSoup(model)
  return model.site.theme === 'table' ? renderTable(model) : renderHtml5(model)
}

function pageResponse(press: Press, site: Site, route: Route): WebResponse {
  const charset = charsetOf(site)
  const text = route.kind === 'print' ? printed(press, route.article) : render(modelOf(press, site, route))
  const more: [string, string][] = [['Cache-Control', 'max-age=300']]
  if (route.kind === 'article' && hashOf(articleSeed(press.seed, route.article), 71) % 3 === 0) {
    more.push(['Last-Modified', new Date(`${isoDay(route.article.day)}T09:30:00Z`).toUTCString()])
  }
  if (site.quirks.has('session-ids')) more.push(['Set-Cookie', 'sid=1; Path=/'])
  return html(text, { charset, type: contentType(site, charset), more })
}

function printed(press: Press, article: ArticleId): string {
  const { headline, paragraphs, author } = textOf(press, article)
  return `<html><head><title>${escapeHtml(headline)}</title><meta name="robots" content="noindex"></head>
<body><h1>${escapeHtml(headline)}</h1><p>${escapeHtml(author)}, ${isoDay(article.day)}</p>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
</body></html>
`
}
