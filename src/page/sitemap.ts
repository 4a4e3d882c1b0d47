import { httpUrl } from '../html/http-url.ts'
import { parseXml, type XmlElement, type XmlListener } from '../html/xml.ts'
import { phrase } from './fold.ts'
import type { ReadingLimits } from './limits.ts'
import type { LinkList, ListEntry } from './link-list.ts'

/** Reads a sitemap or sitemap index from `start`, the position of the root element. */
export function readSitemap(
  text: string,
  start: number,
  base: string | undefined,
  limits: ReadingLimits,
): LinkList {
  const listener = new SitemapListener(limits)
  const truncated = parseXml(text, start, base, listener, limits)
  return listOf(listener.entries, truncated, listener.language)
}

/** Reads a sitemap in plain text: only URLs, one per line; null for any other text. */
export function readTextSitemap(text: string, limits: ReadingLimits): LinkList | null {
  const entries: ListEntry[] = []
  const lines = text.split(/[\r\n]/)
  // The last line of a truncated text is a partial URL.
  if (text.length >= limits.characters) lines.pop()
  let at = 0
  for (const line of lines) {
    const address = line.trim()
    if (address !== '') {
      if (address.length >= limits.attribute || !/^https?:\/\/\S+$/i.test(address)) return null
      entries.push({ url: httpUrl(address), title: '', summary: '', date: '', at })
    }
    at += line.length + 1
  }
  // A single URL is a note, not a list.
  return entries.length < 2 ? null : listOf(entries, false, '')
}

function listOf(entries: readonly ListEntry[], truncated: boolean, language: string): LinkList {
  return { form: 'sitemap', title: '', description: '', language, entries, pages: [], truncated }
}

const LINES = new Set(['url', 'sitemap'])
/** Elements of an entry: its URL, when its page was published or changed, and the title of its page. */
const FIELDS = new Set([
  'loc',
  'lastmod',
  'news:publication_date',
  'video:publication_date',
  'news:title',
  'video:title',
  'news:language',
])

class SitemapListener implements XmlListener {
  readonly entries: ListEntry[] = []
  language = ''
  readonly #limits: ReadingLimits
  readonly #fields = new Map<string, string>()
  #line: XmlElement | null = null
  #at = 0
  #field: XmlElement | null = null
  #text = ''
  /** Some sitemaps have the URL directly in the entry, without its element. */
  #bare = ''

  constructor(limits: ReadingLimits) {
    this.#limits = limits
  }

  open(element: XmlElement, _parent: XmlElement | undefined, at: number): void {
    if (LINES.has(element.name)) {
      this.#endLine()
      this.#line = element
      this.#at = at
    } else if (this.#line && FIELDS.has(element.name)) {
      this.#endField()
      this.#field = element
    }
  }

  text(data: string): void {
    const room = this.#limits.attribute
    if (this.#field) this.#text += data.slice(0, Math.max(0, room - this.#text.length))
    else if (this.#line) this.#bare += data.slice(0, Math.max(0, room - this.#bare.length))
  }

  close(element: XmlElement): void {
    if (element === this.#field) this.#endField()
    if (element === this.#line) this.#endLine()
  }

  cutOff(): void {
    this.#field = null
    this.#text = this.#bare = ''
  }

  #endField(): void {
    const name = this.#field?.name
    if (name !== undefined && !this.#fields.has(name)) this.#fields.set(name, this.#text.trim())
    this.#field = null
    this.#text = ''
  }

  #endLine(): void {
    this.#endField()
    const field = (name: string) => this.#fields.get(name) ?? ''
    const bare = this.#bare.trim()
    const address = field('loc') || (/^https?:\/\/\S+$/i.test(bare) ? bare : '')
    if (this.#line && address !== '' && address.length < this.#limits.attribute) {
      this.language ||= field('news:language')
      this.entries.push({
        url: httpUrl(address, this.#line.base),
        title: phrase(field('news:title') || field('video:title'), this.#limits.phrase),
        summary: '',
        date: field('news:publication_date') || field('video:publication_date') || field('lastmod'),
        at: this.#at,
      })
    }
    this.#line = null
    this.#bare = ''
    this.#fields.clear()
  }
}
