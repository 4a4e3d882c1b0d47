import type { Day } from './event.ts'
import type { PlaceCount } from './place.ts'

/** The groups of OA table 2, by weight: title/meta/h1 2.0, h2-h3 1.5, h4-h6/strong 1.2, p/td/li 1.0, anything else 0.2. */
export const TAG_GROUPS = ['head', 'heading', 'emphasis', 'body', 'other'] as const
export type TagGroup = (typeof TAG_GROUPS)[number]

/** One group's visible text and its terms: stemmed, stop words dropped, in order. */
export interface GroupReading {
  readonly text: string
  readonly terms: readonly string[]
}

export interface LinkReading {
  /** Absolute http or https URL without fragment, otherwise as written. */
  readonly url: string
  /** Text inside the link (alt text of images included), white space folded. */
  readonly anchor: string
  /** The words around the link in its block, without the anchor. */
  readonly context: string
  /** Index into `PageReading.divisions`: the smallest block element that holds the link. */
  readonly division: number
  /** Lower-cased `rel` tokens: nofollow, next, canonical ... */
  readonly rel: readonly string[]
  /** Position in the document, from 0 (start) to 1 (end). */
  readonly position: number
  /** The day of the target as stated by a feed or sitemap, if any. */
  readonly published?: Day
}

/** Where the publication date was found, most trusted first (`given`: by whoever supplied the page); `none` without a date. */
export type DateSource = 'given' | 'url' | 'structured' | 'meta' | 'element' | 'text' | 'header' | 'none'

/** A person or organisation as a page names it, and how often. */
export interface NameCount {
  /** In its fullest form: "Julian L. Sims". */
  readonly name: string
  readonly kind: 'person' | 'organisation' | 'other'
  /** Mentions, including those by surname or first name alone. */
  readonly count: number
}

/** Which rule chose the character set. */
export type CharsetSource = 'bom' | 'header' | 'meta' | 'utf8' | 'detected' | 'default'

/** Directives for robots in the head of a page and in `X-Robots-Tag`. docs/fetching.md explains their effect. */
export interface MetaRobots {
  readonly noindex: boolean
  readonly nofollow: boolean
  /** Also when `unavailable_after` had passed at the time of the fetch. */
  readonly noarchive: boolean
  /** The directives and where they were found: `X-Robots-Tag: noarchive`. */
  readonly because: readonly string[]
}

/** `page`: HTML or plain text; `feed`: RSS, Atom, JSON Feed; `sitemap`: one, or an index of several. */
export type PageForm = 'page' | 'feed' | 'sitemap'

/** The result of reading a page. Plain data that can be passed between processes. */
export interface PageReading {
  readonly url: string
  readonly title: string
  readonly description: string
  /** ISO 639-1, or `und` if unknown. */
  readonly language: string
  readonly charset: string
  readonly charsetFrom: CharsetSource
  /** Visible text, blocks separated by newlines. */
  readonly text: string
  /** The article without navigation, advertisements and comments. */
  readonly mainText: string
  readonly groups: Readonly<Record<TagGroup, GroupReading>>
  readonly links: readonly LinkReading[]
  /** Texts of the blocks with links; see `LinkReading.division`. */
  readonly divisions: readonly string[]
  /** By division, where the smallest `div` around it begins and ends in `text`. Absent in documents without markup. */
  readonly divSpans?: readonly (readonly [start: number, end: number])[]
  /** `<link rel=canonical>`, absolute, if any. */
  readonly canonical: string | null
  readonly robots: MetaRobots
  /** Target of `<meta http-equiv=refresh>`, absolute, if any. */
  readonly refresh: string | null
  readonly published: Day | null
  readonly publishedFrom: DateSource
  readonly places: readonly PlaceCount[]
  /** The kind of document. */
  readonly form: PageForm
  /** True when the page was cut at a limit. */
  readonly truncated: boolean
}
