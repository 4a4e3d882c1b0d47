import { articleAt, atPosition } from './addresses.ts'
import type { ArticleId } from './coverage.ts'
import type { Press } from './press.ts'
import type { ListPage, Period, SiteStructure } from './site-structure.ts'
import type { Site } from './sites.ts'

export const PER_PAGE = 20
export const PER_ARCHIVE_PAGE = 40
/** Sections and tags go back this many pages; older stories are only in the archive, as on most news sites. */
const MAX_PAGE_DEPTH = 25
/** Special coverage shows its latest stories only: the first days of a long story have to be found elsewhere. */
const MAX_HUB_PAGE_DEPTH = 3

export type ListPageKind = 'section' | 'tag' | 'hub'

/** The meaning of a URL on a news site. */
export type Route =
  | { readonly kind: 'home' }
  | { readonly kind: ListPageKind; readonly listPage: ListPage; readonly page: number }
  | { readonly kind: 'live'; readonly listPage: ListPage }
  | { readonly kind: 'archive'; readonly period: Period | null; readonly page: number }
  | { readonly kind: 'article'; readonly article: ArticleId }
  | { readonly kind: 'print'; readonly article: ArticleId }

export function listPageCount(kind: ListPageKind, listPage: ListPage): number {
  const all = Math.ceil(listPage.listing.total / PER_PAGE)
  return Math.min(kind === 'hub' ? MAX_HUB_PAGE_DEPTH : MAX_PAGE_DEPTH, all)
}

export function archivePages(structure: SiteStructure, period: Period): number {
  return Math.ceil((structure.all.before(period.end) - structure.all.before(period.first)) / PER_ARCHIVE_PAGE)
}

function prefix(site: Site, kind: ListPageKind | 'live'): string {
  if (kind === 'section') return site.theme === 'blog' ? '/category/' : '/'
  if (kind === 'tag') return '/tag/'
  if (kind === 'live') return '/live/'
  return site.language === 'zh' ? '/zt/' : '/special/'
}

function paged(site: Site, path: string, page: number): string {
  if (page <= 1) return path
  return site.theme === 'blog' ? `${path}page/${page}/` : `${path}?page=${page}`
}

export function listPageUrl(site: Site, kind: ListPageKind | 'live', slug: string, page = 1): string {
  return `http://${site.host}${paged(site, `${prefix(site, kind)}${slug}/`, page)}`
}

export function archiveUrl(site: Site, period: Period | null, page = 1): string {
  return `http://${site.host}${paged(site, period ? `/archive/${period.slug}/` : '/archive/', page)}`
}

export function hasLive(site: Site, listPage: ListPage): boolean {
  return site.quirks.has('live') && listPage.newsTopic?.subject === 'storm' && listPage.listing.total >= 8
}

/** Parses a URL; null if the site has no such page. Unknown parameters are ignored, as servers do. */
export function routeOf(press: Press, site: Site, url: URL): Route | null {
  const path = url.pathname
  if (path === '/' || path === '/index.html') return { kind: 'home' }
  const article = articleAt(press, site, url)
  if (article) return { kind: 'article', article }
  const print = /^\/print\/(\d{1,9})$/.exec(path)
  if (print) {
    const printed = atPosition(press, site, Number(print[1]))
    return printed && { kind: 'print', article: printed }
  }
  const split = /^(.*\/)page\/(\d{1,6})\/$/.exec(path)
  const base = split ? split[1]! : path
  const page = Number(split?.[2] ?? url.searchParams.get('page') ?? 1)
  if (!Number.isInteger(page) || page < 1 || page > 1_000_000) return null
  return listPageRoute(press.structure(site), site, base, page)
}

function listPageRoute(structure: SiteStructure, site: Site, base: string, page: number): Route | null {
  if (base === '/archive/') return page === 1 ? { kind: 'archive', period: null, page } : null
  if (base.startsWith('/archive/')) {
    const period = structure.periods.find(({ slug }) => base === `/archive/${slug}/`)
    return period && page <= archivePages(structure, period) ? { kind: 'archive', period, page } : null
  }
  for (const kind of ['tag', 'hub', 'live', 'section'] as const) {
    const start = prefix(site, kind)
    if (!base.startsWith(start) || !base.endsWith('/')) continue
    const slug = base.slice(start.length, -1)
    const listPage = (
      kind === 'section' ? structure.sections : kind === 'tag' ? structure.tags : structure.hubs
    ).get(slug)
    if (!listPage) continue
    if (kind === 'live') return hasLive(site, listPage) && page === 1 ? { kind, listPage } : null
    return page <= listPageCount(kind, listPage) ? { kind, listPage, page } : null
  }
  return null
}
