import { articleUrl } from './addresses.ts'
import { articleSeed, headlineOf } from './article.ts'
import { type ArticleId, articleOf, type Listing, publishedBefore, type Track } from './coverage.ts'
import type { Press } from './press.ts'
import { createRandom, hashOf, type Random } from './random.ts'
import type { Site } from './sites.ts'

export interface Link {
  readonly url: string
  readonly text: string
  readonly rel?: string
}

/** Services that are not news sites: they redirect, count or share. */
export const SHORTENER = 'lnk.example'
export const AD_HOST = 'ads.trackwell.test'
export const SHARE_HOST = 'share.chatterbox.test'

export function linkTo(press: Press, article: ArticleId): Link {
  const text = headlineOf(press, article)
  return { url: articleUrl(press, article, text), text }
}

function unique(links: readonly Link[], not: string): Link[] {
  const seen = new Set([not])
  return links.filter(({ url }) => !seen.has(url) && seen.add(url))
}

/** Stories near a position in a listing, newest first. */
export function around(press: Press, listing: Listing, position: number, count: number): Link[] {
  const first = Math.max(0, Math.min(listing.total - count, position - (count >> 1)))
  const last = Math.min(listing.total, first + count)
  const links: Link[] = []
  for (let i = last - 1; i >= first; i--) links.push(linkTo(press, listing.at(i)))
  return links
}

function neighbour(press: Press, site: Site, track: Track, k: number, random: Random): Link {
  const reach = Math.min(track.articles - 1, 10)
  const step = 1 + random.below(Math.max(1, reach))
  return linkTo(
    press,
    articleOf(site, track, (k + (random.chance(0.6) ? track.articles - step : step)) % track.articles),
  )
}

/** A story of another track from about the same time, or any of its stories if there is none. */
function relatedStory(press: Press, site: Site, track: Track, day: number, random: Random): Link {
  const soFar = publishedBefore(track, day)
  const k = soFar > 0 && soFar < track.articles ? soFar : random.below(track.articles)
  return linkTo(press, articleOf(site, track, k))
}

/**
 * "Related stories": mostly the same event on a careful site, often only the same kind of event or the same
 * section on a careless one.
 */
export function relatedLinks(press: Press, article: ArticleId, own: string, count: number): Link[] {
  const { site, track, k, day } = article
  const random = createRandom(hashOf(articleSeed(press.seed, article), 11))
  const structure = press.structure(site)
  const relatedTracks = structure.relatedTracks(track.newsTopic)
  const listPage = structure.sectionOf(track.newsTopic).listing
  const links = Array.from({ length: count }, () => {
    const draw = random.unit()
    if (draw < site.cohesion && track.articles > 1) return neighbour(press, site, track, k, random)
    if (draw < site.cohesion + 0.55 * (1 - site.cohesion) && relatedTracks.length > 0) {
      return relatedStory(press, site, random.pick(relatedTracks), day, random)
    }
    const position = listPage.before(day) + random.below(9) - 4
    return linkTo(press, listPage.at(Math.max(0, Math.min(listPage.total - 1, position))))
  })
  return unique(links, own)
}

/** Earlier stories of the same event, for links inside the text. */
export function backgroundLinks(press: Press, article: ArticleId, own: string, count: number): Link[] {
  const { site, track, k } = article
  const random = createRandom(hashOf(articleSeed(press.seed, article), 12))
  const links: Link[] = []
  for (let i = 0; i < count && k > 0; i++) links.push(linkTo(press, articleOf(site, track, random.below(k))))
  return unique(links, own)
}

/** "Most read": stories of any age and subject. The same on all pages of a site that share a slot. */
export function popularLinks(press: Press, site: Site, slot: number, count: number): Link[] {
  const { all } = press.structure(site)
  const links = Array.from({ length: count }, (_, i) =>
    linkTo(press, all.at(hashOf(press.seed, 13, site.index, slot, i) % all.total)),
  )
  return unique(links, '')
}

/** Share of articles that link to other sites, and the share of those links that stay on the event. */
const OUTWARD_SHARE = 0.4
const OUTWARD_SAME_EVENT = 0.6

/**
 * Links to other papers: the same event on careful sites, otherwise any of their stories; some through a
 * shortener or with tracking parameters.
 */
export function outwardLinks(press: Press, article: ArticleId): Link[] {
  const { site, track } = article
  const own = articleSeed(press.seed, article)
  const random = createRandom(hashOf(own, 14))
  if (!random.chance(OUTWARD_SHARE)) return []
  const covering = press.coverage
    .covering(track.newsTopic)
    .filter((other) => other !== site && !other.isolated)
  const fellows = covering.filter(({ language }) => language === site.language)
  const links = Array.from({ length: 1 + random.below(2) }, () => {
    const same = random.chance(OUTWARD_SAME_EVENT) && site.cohesion > 0.2 && covering.length > 0
    const other = same
      ? random.pick(fellows.length > 0 && random.chance(0.8) ? fellows : covering)
      : partner(press, site, random.below(3))
    const story = same ? press.coverage.track(other, track.newsTopic) : undefined
    const { all } = press.structure(other)
    const chosen = story
      ? articleOf(other, story, random.below(story.articles))
      : all.at(random.below(all.total))
    return disguised(press, linkTo(press, chosen), chosen, random)
  })
  return unique(links, '')
}

function disguised(press: Press, link: Link, article: ArticleId, random: Random): Link {
  const draw = random.unit()
  if (draw < 0.12) return { ...link, url: shortUrl(press, article) }
  if (draw < 0.3) {
    const joint = link.url.includes('?') ? '&' : '?'
    const campaign =
      draw < 0.24
        ? `utm_source=partner&utm_medium=web&utm_campaign=c${random.below(40)}`
        : `ref=p${random.below(9)}`
    return { ...link, url: `${link.url}${joint}${campaign}` }
  }
  return link
}

/** `lnk.example/<site>-<position>`: redirects to the article, one in four through a second hop. */
function shortUrl(press: Press, article: ArticleId): string {
  const position = press.structure(article.site).all.positionOf(article)
  return `http://${SHORTENER}/${article.site.index.toString(36)}-${position.toString(36)}`
}

/**
 * Sites that a paper links to from its front page. The first is the next in a ring, so that every site is
 * reachable.
 */
export function partner(press: Press, site: Site, nth: number): Site {
  const { sites } = press
  if (nth === 0) return sites[(site.index + 1) % sites.length]!
  return sites[hashOf(press.seed, 15, site.index, nth) % sites.length]!
}
