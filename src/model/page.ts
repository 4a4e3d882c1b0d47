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
  /** Absolute, fragment removed, otherwise as the page wrote it. http and https only. */
  readonly url: string
  /** Text inside the link (alt text of images included), white space folded. */
  readonly anchor: string
  /** The words around the link in its block, without the anchor itself. */
  readonly context: string
  /** Index into `PageReading.divisions`: the smallest block element that holds the link. */
  readonly division: number
  /** Lower-cased `rel` tokens: nofollow, next, canonical ... */
  readonly rel: readonly string[]
  /** Where in the page the link stands: 0 at the start of the document, 1 at its end. */
  readonly position: number
  /** The day its source states for the target: an entry of a feed, a line of a sitemap. Absent: nothing was stated. */
  readonly published?: Day
}

/** Where the publication date came from, most trusted first (: the source of the page said it); `none` when the page gave no answer. */
export type DateSource = 'given' | 'url' | 'structured' | 'meta' | 'element' | 'text' | 'header' | 'none'

/** A person or organisation as a page names it, and how often. */
export interface NameCount {
  /** As the text writes it most fully: "Julian L. Sims". */
  readonly name: string
  readonly kind: 'person' | 'organisation' | 'other'
  /** Mentions, those by surname or first name alone included. */
  readonly count: number
}

/** Which rule chose the character set. */
export type CharsetSource = 'bom' | 'header' | 'meta' | 'utf8' | 'detected' | 'default'

/** What a page, in its head, and its server, in `X-Robots-Tag`, ask of robots. docs/fetching.md says what follows from it. */
export interface MetaRobots {
  readonly noindex: boolean
  readonly nofollow: boolean
  /** Also when the page was to be gone by the time it was fetched (`unavailable_after`). */
  readonly noarchive: boolean
  /** Who asked for what: `X-Robots-Tag: noarchive`. Empty when nothing was asked. */
  readonly because: readonly string[]
}

/** `page`: HTML or plain text; `feed`: RSS, Atom, JSON Feed; `sitemap`: one, or an index of several. */
export type PageForm = 'page' | 'feed' | 'sitemap'

/** What one pass over a fetched page found. Plain data: it can cross a thread boundary. */
export interface PageReading {
  readonly url: string
  readonly title: string
  readonly description: string
  /** ISO 639-1, `und` when it cannot be told. */
  readonly language: string
  readonly charset: string
  readonly charsetFrom: CharsetSource
  /** Visible text, blocks separated by newlines. */
  readonly text: string
  /** The article without navigation, advertisements and comments. */
  readonly mainText: string
  readonly groups: Readonly<Record<TagGroup, GroupReading>>
  readonly links: readonly LinkReading[]
  /** Texts of the blocks that hold links; `LinkReading.division` points here. */
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
  /** What kind of document was read: a web page, or a machine's list of addresses. */
  readonly form: PageForm
  /** True when a limit cut the page short. */
  readonly truncated: boolean
}
