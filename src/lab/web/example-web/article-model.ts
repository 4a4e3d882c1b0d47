import { escapeHtml } from '../../../html/escape-html.ts'
import { articleUrl } from './addresses.ts'
import { articleSeed, commentOf, textOf } from './article.ts'
import type { ArticleId } from './coverage.ts'
import { furniture, sidebars } from './furniture.ts'
import { labelOf } from './labels.ts'
import { backgroundLinks, type Link, linkTo, outwardLinks, relatedLinks, SHARE_HOST } from './links.ts'
import { anchor, type PageModel } from './markup.ts'
import type { Press } from './press.ts'
import { hashOf } from './random.ts'
import { listPageUrl } from './route.ts'
import type { Site } from './sites.ts'

export function articleModel(press: Press, article: ArticleId): PageModel {
  const { site, track, day } = article
  const own = articleSeed(press.seed, article)
  const structure = press.structure(site)
  const label = (key: string): string => labelOf('ui', key, site.language)
  const { headline, paragraphs, author } = textOf(press, article)
  const url = articleUrl(press, article, headline)
  const section = structure.sectionOf(track.newsTopic)
  const position = structure.all.positionOf(article)
  const hub = site.cohesion > 0.2 ? structure.hubOf(track.newsTopic) : undefined
  const tags = structure
    .tagsOf(track)
    .map(({ slug, label: text }) => ({ url: listPageUrl(site, 'tag', slug), text }))
  if (hub) tags.unshift({ url: listPageUrl(site, 'hub', hub.slug), text: hub.label })
  const groups = [{ title: label('related'), links: relatedLinks(press, article, url, 5) }]
  const outward = outwardLinks(press, article)
  if (outward.length > 0) groups.push({ title: label('elsewhere'), links: outward })
  const inText = site.cohesion > 0.4 ? backgroundLinks(press, article, url, own % 3) : []
  return {
    ...furniture(press, site),
    url,
    kind: 'article',
    title: headline,
    heading: headline,
    description: paragraphs[0] ?? headline,
    day,
    byline: author,
    paragraphs: withLinks(site, paragraphs, inText),
    items: [],
    groups: groups.filter(({ links }) => links.length > 0),
    sidebars: sidebars(press, site, position, own),
    crumbs: [
      { url: `http://${site.host}/`, text: label('home') },
      { url: listPageUrl(site, 'section', section.slug), text: section.label },
    ],
    tags,
    pager: neighbours(press, site, position),
    tools: tools(press, article, url, position),
    comments: Array.from({ length: hashOf(own, 61) % 6 }, (_, i) => commentOf(press, article, i)),
    robots: hashOf(own, 62) % 60 === 0 ? 'noarchive' : '',
  }
}

/** Links inside the text: "earlier ..." sentences that link to previous stories. */
function withLinks(site: Site, paragraphs: readonly string[], links: readonly Link[]): string[] {
  return paragraphs.map((paragraph, i) => {
    const link = links[i - 1]
    return link
      ? `${escapeHtml(paragraph)} ${site.language === 'zh' ? '此前报道：' : ''}${anchor(site, link)}`
      : escapeHtml(paragraph)
  })
}

function neighbours(press: Press, site: Site, position: number): Link[] {
  const { all } = press.structure(site)
  const links: Link[] = []
  if (position > 0) links.push({ ...linkTo(press, all.at(position - 1)), rel: 'prev' })
  if (position + 1 < all.total) links.push({ ...linkTo(press, all.at(position + 1)), rel: 'next' })
  return site.theme === 'blog' || site.theme === 'table' ? links : []
}

function tools(press: Press, article: ArticleId, url: string, position: number): Link[] {
  const { site } = article
  const own = articleSeed(press.seed, article)
  const label = (key: string): string => labelOf('ui', key, site.language)
  const list: Link[] = [
    {
      url: `http://${SHARE_HOST}/post?u=${encodeURIComponent(url)}`,
      text: label('share'),
      rel: 'nofollow noopener',
    },
  ]
  if (site.index % 3 !== 1)
    list.push({ url: `http://${site.host}/print/${position}`, text: label('print'), rel: 'nofollow' })
  if (own % 90 === 0)
    list.push({ url: `http://${site.host}/static/doc/${own % 50}.pdf`, text: label('document') })
  // A story that was removed since: some pages still link to it.
  if (own % 41 === 0) list.push({ url: `http://${site.host}/removed/${own % 1000}`, text: label('next') })
  if (site.quirks.has('session-ids')) {
    const joint = url.includes('?') ? '&' : '?'
    list.push({ url: `${url}${joint}sid=${hashOf(own, 63).toString(16)}`, text: label('comments') })
  }
  return list
}
