import { escapeHtml } from '../../../html/escape-html.ts'
import { teaserOf, textOf } from './article.ts'
import { articleModel } from './article-model.ts'
import { articleOf, type Listing } from './coverage.ts'
import { furniture, sidebars } from './furniture.ts'
import { labelOf } from './labels.ts'
import { around, type Link, linkTo, partner } from './links.ts'
import { anchor, type Item, type PageModel } from './markup.ts'
import type { Press } from './press.ts'
import { hashOf } from './random.ts'
import {
  archivePages,
  archiveUrl,
  hasLive,
  type ListPageKind,
  listPageCount,
  listPageUrl,
  PER_ARCHIVE_PAGE,
  PER_PAGE,
  type Route,
} from './route.ts'
import type { ListPage, Period } from './site-structure.ts'
import type { Site } from './sites.ts'

function items(press: Press, listing: Listing, first: number, last: number, teasers: boolean): Item[] {
  const list: Item[] = []
  for (let position = last - 1; position >= first; position--) {
    const article = listing.at(position)
    const link = linkTo(press, article)
    list.push(teasers ? { ...link, teaser: teaserOf(press, article) } : link)
  }
  return list
}

interface Pages {
  readonly page: number
  readonly pages: number
  at(page: number): string
}

function pagerOf(site: Site, { page, pages, at }: Pages): Link[] {
  const links: Link[] = []
  if (page > 1) links.push({ url: at(page - 1), text: labelOf('ui', 'newer', site.language), rel: 'prev' })
  for (let near = Math.max(1, page - 2); near <= Math.min(pages, page + 2); near++) {
    if (near !== page) links.push({ url: at(near), text: String(near) })
  }
  if (page < pages)
    links.push({ url: at(page + 1), text: labelOf('ui', 'older', site.language), rel: 'next' })
  return links
}

function indexModel(press: Press, site: Site, url: string, heading: string, position: number): PageModel {
  return {
    ...furniture(press, site),
    url,
    kind: 'index',
    title: heading,
    heading,
    description: `${heading} - ${site.name}`,
    day: null,
    byline: '',
    paragraphs: [],
    items: [],
    sidebars: sidebars(press, site, position, hashOf(position)),
  }
}

function listPageModel(
  press: Press,
  site: Site,
  kind: ListPageKind,
  listPage: ListPage,
  page: number,
): PageModel {
  const { listing } = listPage
  const last = listing.total - (page - 1) * PER_PAGE
  const first = Math.max(0, last - PER_PAGE)
  const model = indexModel(
    press,
    site,
    listPageUrl(site, kind, listPage.slug, page),
    listPage.label,
    press.structure(site).all.total - 1,
  )
  const tags =
    kind === 'hub' && hasLive(site, listPage)
      ? [{ url: listPageUrl(site, 'live', listPage.slug), text: labelOf('ui', 'live', site.language) }]
      : []
  const intro =
    kind === 'hub' && page === 1
      ? [escapeHtml(teaserOf(press, listing.at(Math.min(2, listing.total - 1))))]
      : []
  return {
    ...model,
    title: page > 1 ? `${listPage.label} (${page})` : listPage.label,
    paragraphs: intro,
    tags,
    items: items(press, listing, first, last, site.theme !== 'table'),
    pager: pagerOf(site, {
      page,
      pages: listPageCount(kind, listPage),
      at: (n) => listPageUrl(site, kind, listPage.slug, n),
    }),
  }
}

function archiveModel(press: Press, site: Site, period: Period | null, page: number): PageModel {
  const structure = press.structure(site)
  const label = labelOf('ui', 'archive', site.language)
  if (!period) {
    const months = structure.periods.map((each) => ({
      url: archiveUrl(site, each),
      text: `${label} ${each.slug}`,
    }))
    return {
      ...indexModel(press, site, archiveUrl(site, null), label, structure.all.total - 1),
      items: months,
    }
  }
  const last = structure.all.before(period.end) - (page - 1) * PER_ARCHIVE_PAGE
  const first = Math.max(structure.all.before(period.first), last - PER_ARCHIVE_PAGE)
  return {
    ...indexModel(press, site, archiveUrl(site, period, page), `${label} ${period.slug}`, first),
    items: items(press, structure.all, first, last, false),
    pager: pagerOf(site, {
      page,
      pages: archivePages(structure, period),
      at: (n) => archiveUrl(site, period, n),
    }),
    robots: site.index % 7 === 3 ? 'noindex,follow' : '',
  }
}

function homeModel(press: Press, site: Site): PageModel {
  const structure = press.structure(site)
  const model = indexModel(press, site, `http://${site.host}/`, site.name, structure.all.total - 1)
  const hubs = [...structure.hubs.values()]
    .filter(({ slug }) => hashOf(site.index, slug.length, slug.charCodeAt(slug.length - 2)) % 3 !== 0)
    .slice(0, 12)
    .map(({ slug, label }) => ({ url: listPageUrl(site, 'hub', slug), text: label }))
  const partners = [0, 1, 2].map((nth) => {
    const other = partner(press, site, nth)
    return { url: `http://${other.host}/`, text: other.name }
  })
  const groups = [...structure.sections.values()].map(({ label, listing }) => ({
    title: label,
    links: around(press, listing, listing.total - 1, 4),
  }))
  if (site.cohesion > 0.2 && hubs.length > 0)
    groups.unshift({ title: labelOf('ui', 'special', site.language), links: hubs })
  groups.push({ title: labelOf('ui', 'partners', site.language), links: partners })
  const { total } = structure.all
  return { ...model, items: items(press, structure.all, Math.max(0, total - 10), total, true), groups }
}

/** A live blog: short entries about the event's first days, newest first, each with a link to its story. */
function liveModel(press: Press, site: Site, listPage: ListPage): PageModel {
  const track = listPage.tracks[0]!
  const first = Math.min(track.articles - 1, listPage.listing.before(track.newsTopic.peak))
  const stories = Array.from({ length: Math.min(14, track.articles - first) }, (_, i) =>
    articleOf(site, track, first + i),
  )
  const entries = stories.reverse().map((story) => {
    const link = linkTo(press, story)
    return `${escapeHtml(textOf(press, story).paragraphs.slice(0, 2).join(' '))} ${anchor(site, link)}`
  })
  const heading = `${labelOf('ui', 'live', site.language)}: ${listPage.label}`
  return {
    ...indexModel(
      press,
      site,
      listPageUrl(site, 'live', listPage.slug),
      heading,
      press.structure(site).all.before(track.newsTopic.peak),
    ),
    kind: 'article',
    day: track.newsTopic.peak,
    paragraphs: entries,
    tags: [{ url: listPageUrl(site, 'hub', listPage.slug), text: listPage.label }],
  }
}

export function modelOf(press: Press, site: Site, route: Exclude<Route, { kind: 'print' }>): PageModel {
  switch (route.kind) {
    case 'home':
      return homeModel(press, site)
    case 'article':
      return articleModel(press, route.article)
    case 'live':
      return liveModel(press, site, route.listPage)
    case 'archive':
      return archiveModel(press, site, route.period, route.page)
    default:
      return listPageModel(press, site, route.kind, route.listPage, route.page)
  }
}
