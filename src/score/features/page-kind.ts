import type { PageReading } from '../../model/page.ts'
import { type UrlKind, urlKind } from './url-kind.ts'

/** A main text shorter than this is no article. */
const MIN_ARTICLE_LENGTH = 200
/** So many links with the words of a headline make a list. */
const MIN_HEADLINES = 30
const HEADLINE_LENGTH = 20
/** A text of this length, and twice as long as its links, is an article whatever its URL says. */
const LONG_ARTICLE = 1_500

/** So many stories make a listing, where an article has its few related ones. */
const MIN_STORIES = 10

/** What a list puts before its headlines. */
const BULLET = /^[•·▪◦*–-]\s{0,9}/

/**
 * True for a web page that shows other pages, by its URL and by its content: it links to at least as many stories as it has paragraphs
 * of its own, with teasers or without. A line that is nothing but a link is the story's, not its own.
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

/** What the kind of a page is told by. */
type KindSigns = Pick<PageReading, 'url' | 'form' | 'mainText' | 'links'>

/** What a fetched page is: what its URL promised, unless its text and links say otherwise. */
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
