import { INVISIBLE, isBlock } from '../html/elements.ts'
import { httpUrl } from '../html/http-url.ts'
import type { Attributes } from '../html/markup.ts'
import { parseXml, type XmlElement, type XmlListener } from '../html/xml.ts'
import {
  ATOM_ELEMENTS,
  ENTRY_ELEMENTS,
  ENTRY_FIELDS,
  ENTRY_PARTS,
  FEED_ELEMENTS,
  FEED_FIELDS,
  type FieldRule,
} from './feed-fields.ts'
import { phrase } from './fold.ts'
import { relTokens } from './head.ts'
import type { ReadingLimits } from './limits.ts'
import type { LinkList, ListEntry } from './link-list.ts'
import { markupLimit, textOfMarkup } from './plain-markup.ts'

/** Reads RSS (0.9 to 2.0, including RDF) and Atom from `start`, the position of the root element. */
export function readXmlFeed(
  text: string,
  start: number,
  base: string | undefined,
  limits: ReadingLimits,
): LinkList {
  const listener = new FeedListener(limits)
  const truncated = parseXml(text, start, base, listener, limits)
  return listener.finish(truncated)
}

/** The fields of the feed or an entry so far, each with its best rank. */
class Fields {
  readonly at: number
  readonly #values = new Map<FieldRule['field'], { rank: number; value: string }>()

  constructor(at: number) {
    this.at = at
  }

  set(field: FieldRule['field'], rank: number, value: string): void {
    const known = this.#values.get(field)
    if (value !== '' && (!known || rank < known.rank)) this.#values.set(field, { rank, value })
  }

  get(field: FieldRule['field']): string {
    return this.#values.get(field)?.value ?? ''
  }
}

/** An element whose text is being collected. */
interface Capture {
  readonly owner: Fields
  readonly rule: FieldRule
  readonly element: XmlElement
  readonly html: boolean
  readonly room: number
  text: string
  /** An open script or similar element inside it, whose text is invisible. */
  unseen: XmlElement | null
}

/** `rel` values of links to older entries (RFC 5005). */
const PAGING = new Set(['next', 'prev-archive'])
const MAX_PAGES = 10
const DATE_LENGTH = 100

class FeedListener implements XmlListener {
  readonly #limits: ReadingLimits
  readonly #feed = new Fields(0)
  readonly #entries: ListEntry[] = []
  readonly #pages: { url: string; rel: string }[] = []
  #entry: Fields | null = null
  #entryElement: XmlElement | null = null
  #capture: Capture | null = null

  constructor(limits: ReadingLimits) {
    this.#limits = limits
  }

  open(element: XmlElement, parent: XmlElement | undefined, at: number): void {
    if (parent === undefined) this.#feed.set('language', 2, element.attributes['xml:lang'] ?? '')
    if (ENTRY_ELEMENTS.has(element.name)) {
      this.#endEntry()
      this.#entry = new Fields(at)
      this.#entryElement = element
      // RSS 1.0 states the URL of an item's page in `rdf:about`.
      this.#setAddress(this.#entry, 3, element.attributes['rdf:about'], element)
    } else if (this.#capture) this.#markup(this.#capture, element)
    else if (parent) this.#openField(element, parent)
  }

  text(data: string): void {
    const capture = this.#capture
    if (capture && !capture.unseen && capture.text.length < capture.room)
      capture.text += data.slice(0, capture.room - capture.text.length)
  }

  close(element: XmlElement): void {
    if (this.#capture?.unseen === element) this.#capture.unseen = null
    if (this.#capture?.element === element) this.#endField()
    if (element === this.#entryElement) this.#endEntry()
  }

  cutOff(): void {
    // A partial text is still useful; a partial URL or date is wrong.
    const field = this.#capture?.rule.field
    if (field !== 'title' && field !== 'summary') this.#capture = null
  }

  finish(truncated: boolean): LinkList {
    this.#endEntry()
    const feed = this.#feed
    return {
      form: 'feed',
      title: feed.get('title'),
      description: feed.get('summary'),
      language: feed.get('language'),
      entries: this.#entries,
      pages: this.#pages,
      truncated,
    }
  }

  /** An element inside a text: inline XHTML. */
  #markup(capture: Capture, element: XmlElement): void {
    const tag = element.name.slice(element.name.indexOf(':') + 1)
    if (INVISIBLE.has(tag)) capture.unseen ??= element
    else if (isBlock(tag) || tag === 'br') capture.text += '\n'
  }

  #openField(element: XmlElement, parent: XmlElement): void {
    const inEntry = ENTRY_PARTS.has(parent.name)
    if (!inEntry && !FEED_ELEMENTS.has(parent.name)) return
    const owner = inEntry ? this.#entry : this.#feed
    const rule = (inEntry ? ENTRY_FIELDS : FEED_FIELDS).get(element.name)
    if (!owner || !rule) return
    if (rule.field === 'link' && element.attributes.href !== undefined) this.#atomLink(owner, element)
    else {
      const html = holdsHtml(element.attributes, ATOM_ELEMENTS.has(parent.name))
      this.#capture = { owner, rule, element, html, room: this.#room(rule), text: '', unseen: null }
    }
  }

  #room({ field }: FieldRule): number {
    if (field === 'date' || field === 'language') return DATE_LENGTH
    if (field === 'link' || field === 'id') return this.#limits.attribute
    return markupLimit(this.#length(field))
  }

  #length(field: FieldRule['field']): number {
    return field === 'summary' ? this.#limits.division : this.#limits.phrase
  }

  #endField(): void {
    const capture = this.#capture
    this.#capture = null
    if (!capture) return
    const { owner, rule, element, html, text } = capture
    const { field, rank } = rule
    // A value at the limit was probably truncated, and a partial URL is wrong.
    const whole = text.length < this.#limits.attribute
    if (field === 'title' || field === 'summary') {
      const length = this.#length(field)
      owner.set(field, rank, html ? textOfMarkup(text, length, this.#limits) : phrase(text, length))
    } else if (field === 'link') {
      if (whole) this.#setAddress(owner, rank, text.trim(), element)
    } else if (field === 'id') {
      // Only absolute URLs: an identifier would resolve to a URL that does not exist.
      const permanent = element.attributes.ispermalink?.trim().toLowerCase() !== 'false'
      if (whole && permanent && /^\s*https?:/i.test(text)) this.#setAddress(owner, 4, text.trim(), element)
    } else owner.set(field, rank, text.trim())
  }

  #atomLink(owner: Fields, element: XmlElement): void {
    const { href, rel, type = '' } = element.attributes
    const tokens = relTokens(rel)
    if (owner === this.#feed) {
      const paging = tokens.find((token) => PAGING.has(token))
      const url = paging && href ? httpUrl(href.trim(), element.base) : null
      if (paging && url && this.#pages.length < MAX_PAGES) this.#pages.push({ url, rel: paging })
      return
    }
    if (tokens.length > 0 && !tokens.includes('alternate')) return
    const page = type === '' || type.toLowerCase().includes('html')
    this.#setAddress(owner, page ? 1 : 2, href?.trim(), element)
  }

  #setAddress(owner: Fields, rank: number, href: string | undefined, { base }: XmlElement): void {
    if (href) owner.set('link', rank, httpUrl(href, base) ?? '')
  }

  #endEntry(): void {
    if (this.#capture && this.#capture.owner === this.#entry) this.#endField()
    this.#capture = null
    const entry = this.#entry
    this.#entry = this.#entryElement = null
    if (!entry) return
    this.#entries.push({
      url: entry.get('link') || null,
      title: entry.get('title'),
      summary: entry.get('summary'),
      date: entry.get('date'),
      at: entry.at,
    })
  }
}

/** Atom 1.0 has `type="html"`, Atom 0.3 `mode="escaped"`; inline XHTML is parsed already. */
function holdsHtml({ type, mode }: Attributes, atom: boolean): boolean {
  const kind = type?.trim().toLowerCase() ?? ''
  if (kind === 'xhtml' || kind === 'application/xhtml+xml') return false
  if (kind === 'html' || kind === 'text/html' || mode?.trim().toLowerCase() === 'escaped') return true
  return !atom
}
