import { headerValue } from '../../../http/headers.ts'
import type { Truth } from '../web.ts'
import { articleUrl } from './addresses.ts'
import { isoDay } from './calendar.ts'
import type { NewsTopic } from './news-topics.ts'
import type { Press } from './press.ts'
import { pageAt, respondTo, siteOfHost } from './respond.ts'
import { archiveUrl, listPageUrl, type Route } from './route.ts'
import type { Site } from './sites.ts'

function canonicalUrl(press: Press, site: Site, route: Route): string {
  switch (route.kind) {
    case 'home':
      return `http://${site.host}/`
    case 'article':
    case 'print':
      return articleUrl(press, route.article)
    case 'archive':
      return archiveUrl(site, route.period, route.page)
    case 'live':
      return listPageUrl(site, 'live', route.listPage.slug)
    default:
      return listPageUrl(site, route.kind, route.listPage.slug, route.page)
  }
}

function placesOf({ area }: NewsTopic): string[] {
  return area ? [...area.towns, area.province, area.country] : []
}

function about(
  press: Press,
  newsTopic: NewsTopic | undefined,
): Pick<Truth, 'event' | 'relevant' | 'places' | 'relation'> {
  if (!newsTopic) return { event: null, relevant: false, places: [], relation: 'list' }
  return {
    event: newsTopic.area ? newsTopic.id : null,
    relevant: newsTopic === press.target,
    places: placesOf(newsTopic),
    relation: newsTopic.relation,
  }
}

function routeTruth(press: Press, site: Site, route: Route): Truth {
  const { language } = site
  if (route.kind === 'article' || route.kind === 'print') {
    const { article } = route
    const source = press.wireSource(article)
    return {
      ...about(press, article.track.newsTopic),
      kind: 'article',
      day: isoDay(article.day),
      language,
      nearDuplicateOf: source ? articleUrl(press, source) : undefined,
    }
  }
  const newsTopic = route.kind === 'live' || route.kind === 'hub' ? route.listPage.newsTopic : undefined
  const day = route.kind === 'live' && newsTopic ? isoDay(newsTopic.peak) : null
  const kind = route.kind === 'live' ? 'article' : 'index'
  return { ...about(press, newsTopic), kind, day, language, hub: newsTopic ? true : undefined }
}

/** The label of a URL: computed, like the page itself, from the URL alone. */
export function truthOf(press: Press, url: URL): Truth | null {
  const found = siteOfHost(press, url.hostname)
  if (found?.moved) return null
  const route = found && pageAt(press, found.site, url)
  if (!found || !route) return otherTruth(press, url)
  const truth = routeTruth(press, found.site, route)
  const canonical = canonicalUrl(press, found.site, route)
  return url.href === canonical ? truth : { ...truth, duplicateOf: canonical }
}

/** Traps, notices and services are pages without a subject. */
function otherTruth(press: Press, url: URL): Truth | null {
  const response = respondTo(press, url)
  const type = headerValue(response?.headers ?? [], 'content-type') ?? ''
  if (response?.status !== 200 || !type.startsWith('text/html')) return null
  return {
    event: null,
    relevant: false,
    kind: 'other',
    day: null,
    language: 'en',
    places: [],
    relation: 'other',
  }
}
