import { headerValue } from '../../../http/headers.ts'
import type { Truth } from '../web.ts'
import { articleUrl } from './addresses.ts'
import { isoDay } from './calendar.ts'
import type { Happening } from './happenings.ts'
import type { Press } from './press.ts'
import { pageAt, respondTo, siteBehind } from './respond.ts'
import { archiveUrl, type Route, shelfUrl } from './route.ts'
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
      return shelfUrl(site, 'live', route.shelf.slug)
    default:
      return shelfUrl(site, route.kind, route.shelf.slug, route.page)
  }
}

function placesOf({ area }: Happening): string[] {
  return area ? [...area.towns, area.province, area.country] : []
}

function about(
  press: Press,
  happening: Happening | undefined,
): Pick<Truth, 'event' | 'relevant' | 'places' | 'relation'> {
  if (!happening) return { event: null, relevant: false, places: [], relation: 'list' }
  return {
    event: happening.area ? happening.id : null,
    relevant: happening === press.target,
    places: placesOf(happening),
    relation: happening.relation,
  }
}

function routeTruth(press: Press, site: Site, route: Route): Truth {
  const { language } = site
  if (route.kind === 'article' || route.kind === 'print') {
    const { article } = route
    const source = press.wireSource(article)
    return {
      ...about(press, article.track.happening),
      kind: 'article',
      day: isoDay(article.day),
      language,
      nearDuplicateOf: source ? articleUrl(press, source) : undefined,
    }
  }
  const happening = route.kind === 'live' || route.kind === 'hub' ? route.shelf.happening : undefined
  const day = route.kind === 'live' && happening ? isoDay(happening.peak) : null
  const kind = route.kind === 'live' ? 'article' : 'index'
  return { ...about(press, happening), kind, day, language, hub: happening ? true : undefined }
}

/** The label of an address: computed, like the page itself, from nothing but the address. */
export function truthOf(press: Press, url: URL): Truth | null {
  const found = siteBehind(press, url.hostname)
  if (found?.moved) return null
  const route = found && pageAt(press, found.site, url)
  if (!found || !route) return otherTruth(press, url)
  const truth = routeTruth(press, found.site, route)
  const canonical = canonicalUrl(press, found.site, route)
  return url.href === canonical ? truth : { ...truth, duplicateOf: canonical }
}

/** Traps, notices and services are pages too, about nothing. */
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
