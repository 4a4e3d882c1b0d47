import type { PageReading } from '../../model/page.ts'
import { type UrlKind, urlKind } from './url-kind.ts'

/** A shorter main text is not an article. */
const MIN_ARTICLE_LENGTH = 200
/** A page with this many links as long as a headline is a list. */
const MIN_HEADLINES = 30
const HEADLINE_LENGTH = 20
/** A text of this length, and twice as long as its link texts, is an article whatever its URL looks like. */
const LONG_ARTICLE = 1_500

/** A listing links to at least this many stories; an article links to a few related ones. */
const MIN_STORIES = 10

/** Bullets before headlines. */
const BULLET = /^[•·▪◦*–-]\s{0,9}/

/**
 * Whether a page lists other pages, by its URL and its content: it links to at least as many stories as it
 * has other paragraphs. A line that consists of a link is not counted as a paragraph.
 */
export function isListing({ url, form, mainText, links }: PageReading): boolean {
  if (form !== 'page' || urlKind(url) === 'article') return false
  const anchors = new Set<string>()
  const stories = new Set<string>()
  for (const link of links) {
    anchors.add(link.anchor)
    if (link.anchor.length >= HEADLINE_LENGTH && urlKind(link.url) === 'article') stories.add(link.url)
  }
  let own = 0
  for (const line of mainText.split('\n')) {
    const text = line.trim().replace(BULLET, '')
    if (text !== '' && !anchors.has(text)) own++
  }
  return stories.size >= Math.max(MIN_STORIES, own)
}

/** What the kind of a page is determined from. */
type KindSigns = Pick<PageReading, 'url' | 'form' | 'mainText' | 'links'>

/** The kind of a fetched page: that of its URL, unless its text and links show otherwise. */
export function pageKind({ url, form, mainText, links }: KindSigns): UrlKind {
  if (form !== 'page') return 'feed'
  const promised = urlKind(url)
  let headlines = 0
  let linked = 0
  for (const { anchor } of links) {
    linked += anchor.length
    if (anchor.length >= HEADLINE_LENGTH) headlines++
  }
  if (promised === 'article')
    return mainText.length < MIN_ARTICLE_LENGTH && headlines >= MIN_HEADLINES ? 'list' : 'article'
  return mainText.length >= LONG_ARTICLE && mainText.length > 2 * linked ? 'article' : promised
}
