import type { PageReading } from '../../model/page.ts'
import { type UrlKind, urlKind } from './url-kind.ts'

/** A main text shorter than this is no article. */
const SHORTEST_ARTICLE = 200
/** So many links with the words of a headline make a list. */
const FEWEST_HEADLINES = 30
const HEADLINE_LENGTH = 20
/** A text of this length, and twice as long as its links, is an article whatever its address says. */
const LONG_ARTICLE = 1_500

/** What a fetched page is: what its address promised, unless its text and links say otherwise. */
export function pageKind({ url, form, mainText, links }: PageReading): UrlKind {
  if (form !== 'page') return 'feed'
  const promised = urlKind(url)
  let headlines = 0
  let linked = 0
  for (const { anchor } of links) {
    linked += anchor.length
    if (anchor.length >= HEADLINE_LENGTH) headlines++
  }
  if (promised === 'article')
    return mainText.length < SHORTEST_ARTICLE && headlines >= FEWEST_HEADLINES ? 'list' : 'article'
  return mainText.length >= LONG_ARTICLE && mainText.length > 2 * linked ? 'article' : promised
}
