import { labelOf } from './labels.ts'
import { around, type Link, popularLinks } from './links.ts'
import type { PageModel } from './markup.ts'
import type { Press } from './press.ts'
import { listPageUrl } from './route.ts'
import type { Site } from './sites.ts'

type Furniture = Pick<
  PageModel,
  'site' | 'nav' | 'footer' | 'comments' | 'robots' | 'tools' | 'tags' | 'pager' | 'groups' | 'crumbs'
>

/** Header and footer of every page of a site. */
export function furniture(press: Press, site: Site): Furniture {
  const label = (key: string): string => labelOf('ui', key, site.language)
  const home = `http://${site.host}/`
  const sections = [...press.structure(site).sections.values()]
  const footer: Link[] = [
    { url: `${home}archive/`, text: label('archive') },
    { url: `${home}feed.xml`, text: 'RSS' },
  ]
  if (site.quirks.has('calendar'))
    footer.push({ url: `${home}calendar?month=2025-12`, text: label('calendar') })
  if (site.quirks.has('endless-path')) footer.push({ url: `${home}gallery/`, text: label('gallery') })
  if (site.quirks.has('shift-jis')) {
    footer.push(
      { url: `${home}ja/notice.html`, text: '日本語' },
      { url: `${home}ja/about.html`, text: '会社概要' },
    )
  }
  if (site.quirks.has('facets')) footer.push({ url: `${home}browse?sort=new`, text: label('search') })
  return {
    site,
    nav: [
      { url: home, text: label('home') },
      ...sections.map(({ slug, label: text }) => ({ url: listPageUrl(site, 'section', slug), text })),
    ],
    footer,
    crumbs: [],
    tags: [],
    tools: [],
    pager: [],
    groups: [],
    comments: [],
    robots: '',
  }
}

/** Number of different "most read" boxes of a site. */
const POPULAR_SLOTS = 8

/**
 * The sidebar of every page: current news, or on some sites news of the page's day, and the most read
 * stories.
 */
export function sidebars(press: Press, site: Site, position: number, slot: number): PageModel['sidebars'] {
  const { all } = press.structure(site)
  const popular = press.remembered(site, `popular ${slot % POPULAR_SLOTS}`, () =>
    popularLinks(press, site, slot % POPULAR_SLOTS, 5),
  )
  const current = site.index % 2 === 0
  const latest = current
    ? press.remembered(site, 'latest', () => around(press, all, all.total - 1, 7))
    : around(press, all, position, 7)
  return [
    { title: labelOf('ui', 'latest', site.language), links: latest },
    { title: labelOf('ui', 'popular', site.language), links: popular },
  ]
}
