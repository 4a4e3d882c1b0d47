import { escapeHtml } from '../../../html/escape-html.ts'
import { articleUrl } from './addresses.ts'
import { headlineOf, teaserOf } from './article.ts'
import { isoDay } from './calendar.ts'
import type { ArticleId } from './coverage.ts'
import type { Press } from './press.ts'
import { archiveUrl, listPageUrl } from './route.ts'
import type { Site } from './sites.ts'

const FEED_ITEMS = 20
/** URLs per sitemap file; far below the format's 50,000, so that every response is generated quickly. */
const SITEMAP_ITEMS = 200

function latest(press: Press, site: Site, count: number): ArticleId[] {
  const { all } = press.structure(site)
  return Array.from({ length: Math.min(count, all.total) }, (_, i) => all.at(all.total - 1 - i))
}

export function rssFeed(press: Press, site: Site): string {
  const items = latest(press, site, FEED_ITEMS).map((article) => {
    const url = escapeHtml(articleUrl(press, article))
    const date = new Date(`${isoDay(article.day)}T08:00:00Z`).toUTCString()
    return `<item><title>${escapeHtml(headlineOf(press, article))}</title><link>${url}</link><guid isPermaLink="true">${url}</guid><pubDate>${date}</pubDate><description>${escapeHtml(teaserOf(press, article))}</description></item>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>${escapeHtml(site.name)}</title><link>http://${site.host}/</link><description>${escapeHtml(site.name)}</description><language>${site.language}</language>
${items.join('\n')}
</channel></rss>
`
}

export function atomFeed(press: Press, site: Site): string {
  const entries = latest(press, site, FEED_ITEMS).map((article) => {
    const url = escapeHtml(articleUrl(press, article))
    return `<entry><title>${escapeHtml(headlineOf(press, article))}</title><link href="${url}"/><id>${url}</id><updated>${isoDay(article.day)}T08:00:00Z</updated><summary>${escapeHtml(teaserOf(press, article))}</summary></entry>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>${escapeHtml(site.name)}</title><id>http://${site.host}/</id><updated>2025-12-31T08:00:00Z</updated>
${entries.join('\n')}
</feed>
`
}

function parts(press: Press, site: Site): number {
  return Math.ceil(press.structure(site).all.total / SITEMAP_ITEMS)
}

/** `/sitemap.xml` is an index of `/sitemap-news.xml`, `/sitemap-pages.xml` and `/sitemap-1.xml` onwards; null for others. */
export function sitemap(press: Press, site: Site, path: string): string | null {
  const home = `http://${site.host}`
  if (path === '/sitemap.xml') {
    const names = ['news', 'pages', ...Array.from({ length: parts(press, site) }, (_, i) => String(i + 1))]
    return `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${names.map((name) => `<sitemap><loc>${home}/sitemap-${name}.xml</loc></sitemap>`).join('\n')}
</sitemapindex>
`
  }
  if (path === '/sitemap-news.xml')
    return urlset(latest(press, site, 50).map((article) => newsEntry(press, site, article)))
  if (path === '/sitemap-pages.xml')
    return urlset(listPageUrls(press, site).map((url) => `<url><loc>${escapeHtml(url)}</loc></url>`))
  const number = /^\/sitemap-(\d{1,6})\.xml$/.exec(path)
  const part = Number(number?.[1] ?? 0)
  if (part < 1 || part > parts(press, site)) return null
  const { all } = press.structure(site)
  const first = (part - 1) * SITEMAP_ITEMS
  const entries = Array.from({ length: Math.min(SITEMAP_ITEMS, all.total - first) }, (_, i) => {
    const article = all.at(first + i)
    return `<url><loc>${escapeHtml(articleUrl(press, article))}</loc><lastmod>${isoDay(article.day)}</lastmod></url>`
  })
  return urlset(entries)
}

function listPageUrls(press: Press, site: Site): string[] {
  const structure = press.structure(site)
  return [
    `http://${site.host}/`,
    archiveUrl(site, null),
    ...[...structure.sections.keys()].map((slug) => listPageUrl(site, 'section', slug)),
    ...[...structure.tags.keys()].map((slug) => listPageUrl(site, 'tag', slug)),
    ...[...structure.hubs.keys()].map((slug) => listPageUrl(site, 'hub', slug)),
  ]
}

function newsEntry(press: Press, site: Site, article: ArticleId): string {
  return `<url><loc>${escapeHtml(articleUrl(press, article))}</loc><news:news><news:publication><news:name>${escapeHtml(site.name)}</news:name><news:language>${site.language}</news:language></news:publication><news:publication_date>${isoDay(article.day)}</news:publication_date><news:title>${escapeHtml(headlineOf(press, article))}</news:title></news:news></url>`
}

function urlset(entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
${entries.join('\n')}
</urlset>
`
}
