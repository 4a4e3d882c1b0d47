import type { Attributes } from '../html/markup.ts'
import type { LinkReading, PageReading } from '../model/page.ts'
import { clip, phrase } from './fold.ts'
import { relTokens } from './head.ts'
import type { ReadingLimits } from './limits.ts'
import { LinkUrls } from './link-urls.ts'

/** A block element that may be the division of links: a span of the visible text. */
export interface Division {
  readonly start: number
  end: number
  readonly parent: Division | null
  /** A `div`, or the whole document. */
  readonly isDiv: boolean
}

/** The links of a page, and the divisions they refer to. */
type FinishedLinks = Required<Pick<PageReading, 'divisions' | 'divSpans'>> & {
  readonly links: LinkReading[]
}

/** Position of a link in the visible text, in the page's blocks and in the document. */
export interface LinkPlace {
  readonly start: number
  readonly startsLine: boolean
  readonly division: Division
  readonly at: number
}

interface OpenLink extends LinkPlace {
  readonly href: string
  readonly rel: readonly string[]
  /** Anchor text of a link without text. */
  readonly label: string
  end: number
  images: Image[] | null
}

/** The alternative text of an image, and its offset in the visible text. */
interface Image {
  readonly at: number
  readonly alt: string
}

const NO_RELATION: readonly string[] = []
/** `rel` values of `<link>` for other pages of the same document. */
const PAGING = new Set(['next', 'prev', 'previous'])
/** Media types of feeds. Plain JSON is excluded: it is usually an API. */
const FEED_TYPE = /^\s*application\/(?:x[.-])?(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json)\s*(?:;|$)/i

/** Collects links while the page is read; their texts are taken from the finished visible text. */
export class LinkCollector {
  truncated = false
  readonly #limits: ReadingLimits
  readonly #links: OpenLink[] = []
  readonly #open: OpenLink[] = []

  constructor(limits: ReadingLimits) {
    this.#limits = limits
  }

  get inLink(): boolean {
    return this.#open.length > 0
  }

  /**
   * Called for an element that may be a link; returns true if its content is an anchor text. An element that
   * is not `described` has no label, title or `rel` attribute.
   */
  open(tag: string, attributes: Attributes, place: LinkPlace, described = true): boolean {
    if (tag === 'a') return this.#add(attributes.href, attributes, place, described) && this.#enter()
    if (tag === 'area') this.#add(attributes.href, attributes, place)
    else if (tag === 'frame') this.#add(attributes.src, attributes, place)
    else if (tag === 'link' && isFollowable(attributes)) this.#add(attributes.href, attributes, place)
    return false
  }

  close(offset: number): void {
    const link = this.#open.pop()
    if (link) link.end = offset
  }

  /** The links with absolute URLs, and the texts of the divisions they refer to. */
  finish(text: string, length: number, base: string | undefined): FinishedLinks {
    const links: LinkReading[] = []
    const divisions: string[] = []
    const divSpans: [number, number][] = []
    const indexes = new Map<Division, number>()
    const addresses = new LinkUrls(base)
    // Has the same length as the text. Like its lines it contains only single spaces, so parts of it need no
    // folding.
    const unbroken = text.replaceAll('\n', ' ')
    for (const link of this.#links) {
      const url = addresses.of(link.href)
      if (!url) continue
      const division = withText(link.division, text)
      let index = indexes.get(division)
      if (index === undefined) {
        index = divisions.push(divisionText(division, unbroken, this.#limits.division)) - 1
        indexes.set(division, index)
        const { start, end } = divAround(division)
        divSpans.push([start, end])
      }
      links.push({
        url,
        anchor: this.#anchor(link, unbroken),
        context: this.#context(link, text),
        division: index,
        rel: link.rel,
        position: length > 0 ? Math.min(1, link.at / length) : 0,
      })
    }
    return { links, divisions, divSpans }
  }

  #add(href: string | undefined, attributes: Attributes, place: LinkPlace, described = true): boolean {
    const address = href?.trim()
    // A value at the limit was probably truncated, and a partial URL is wrong.
    if (!address || address.startsWith('#') || address.length >= this.#limits.attribute) return false
    if (this.#links.length >= this.#limits.links) {
      this.truncated = true
      return false
    }
    this.#links.push({
      href: address,
      rel: described ? relTokens(attributes.rel) : NO_RELATION,
      label: described ? attributes['aria-label'] || attributes.title || attributes.alt || '' : '',
      start: place.start,
      startsLine: place.startsLine,
      division: place.division,
      at: place.at,
      end: place.start,
      images: null,
    })
    return true
  }

  #enter(): boolean {
    const link = this.#links.at(-1)
    if (link) this.#open.push(link)
    return true
  }

  /** The alternative text of an image inside a link is part of its anchor text. */
  image(attributes: Attributes, offset: number): void {
    const link = this.#open.at(-1)
    const alt = attributes.alt || attributes.title
    if (!link || !alt) return
    link.images ??= []
    if (link.images.length < 20) link.images.push({ at: offset, alt })
  }

  #anchor(link: OpenLink, text: string): string {
    const limit = this.#limits.phrase
    if (link.images !== null) return this.#anchorWithImages(link, link.images, text)
    const anchor = clip(text, link.start, Math.min(link.end, link.start + limit)).trim()
    return anchor || phrase(link.label, limit)
  }

  #anchorWithImages({ start, end, label }: OpenLink, images: readonly Image[], text: string): string {
    const limit = this.#limits.phrase
    let anchor = ''
    let from = start
    for (const { at, alt } of images) {
      anchor += `${text.slice(from, at)} ${alt} `
      from = at
    }
    anchor += clip(text, from, Math.min(end, from + limit))
    return phrase(anchor, limit) || phrase(label, limit)
  }

  #context(link: OpenLink, text: string): string {
    const reach = this.#limits.context
    const before = link.startsLine ? '' : clip(text, link.start - reach, link.start)
    const after = clip(text, link.end, link.end + reach + 1)
    // The context of an image on a separate line is the next line.
    const from = link.startsLine && link.start === link.end && after.startsWith('\n') ? 1 : 0
    const lineEnd = after.indexOf('\n', from)
    const [left, right] = [
      before.slice(before.lastIndexOf('\n') + 1).trim(),
      after.slice(from, lineEnd < 0 ? after.length : lineEnd).trim(),
    ]
    const context = left === '' || right === '' ? left + right : `${left} ${right}`
    return clip(context, 0, reach * 2 + 1).trim()
  }
}

/** `<link>` elements that a reader of the page could follow: its next part, and its feed. */
function isFollowable({ rel, type }: Attributes): boolean {
  const tokens = relTokens(rel)
  if (tokens.some((token) => PAGING.has(token))) return true
  return tokens.includes('alternate') && type !== undefined && FEED_TYPE.test(type.slice(0, 100))
}

/** The nearest division that contains text: one without text tells nothing about its links. */
function withText(division: Division, text: string): Division {
  let chosen = division
  while (chosen.parent && isEmpty(chosen, text)) chosen = chosen.parent
  return chosen
}

function divAround(division: Division): Division {
  let chosen = division
  while (chosen.parent && !chosen.isDiv) chosen = chosen.parent
  return chosen
}

const isEmpty = ({ start, end }: Division, text: string): boolean =>
  end - start < 2 && text.slice(start, end).trim() === ''

function divisionText({ start, end }: Division, text: string, limit: number): string {
  return clip(clip(text, start, Math.min(end, start + limit + 1)).trim(), 0, limit).trim()
}
