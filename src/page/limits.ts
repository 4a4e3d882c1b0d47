import { CRAWL_OPTIONS } from '../model/crawl-options.ts'

/** Limits of reading a page. Reaching one sets `PageReading.truncated`. */
export interface ReadingLimits {
  /** Decoded characters parsed. 4 million is about 30 times an ordinary news page. */
  readonly characters: number
  /** Characters of visible text kept. 1 million is a long novel. */
  readonly text: number
  /** Links kept. Large hub pages have a few hundred; link farms and sitemaps have more. */
  readonly links: number
  /** Characters of one division's text: enough for a teaser, a list or the start of an article. */
  readonly division: number
  /** Characters of link context on each side of the anchor: about 25 words. */
  readonly context: number
  /** Characters of one anchor, title or description. */
  readonly phrase: number
  /** Open elements; the content of deeper ones is added to their parent. Browsers stop at 512 too. */
  readonly depth: number
  /** Attributes read per element. */
  readonly attributes: number
  /** Characters read of one attribute value. */
  readonly attribute: number
  /** Bytes decompressed from a gzipped sitemap: as many as a fetched body may have. */
  readonly unpacked: number
}

export const DEFAULT_LIMITS: ReadingLimits = {
  characters: CRAWL_OPTIONS.maxCharacters.default,
  text: CRAWL_OPTIONS.maxText.default,
  links: CRAWL_OPTIONS.maxLinks.default,
  division: 1_000,
  context: 160,
  phrase: 500,
  depth: 512,
  attributes: 100,
  attribute: 8_192,
  unpacked: 10 * 1024 * 1024,
}
