import { type QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { httpUrl } from './http-url.ts'
import type { Attributes } from './markup.ts'

export interface XmlElement {
  /** Lower case. Bare for RSS, Atom and sitemaps, with a known prefix for what extends them (`dc:date`), whatever prefix was written. */
  readonly name: string
  readonly attributes: Attributes
  /** Base of relative URLs: `xml:base`, otherwise the URL of the document. */
  readonly base: string | undefined
}

/** Receives a document in order. Every `open` is followed by its `close`, properly nested. */
export interface XmlListener {
  /** `at` is where the tag starts, in characters; `parent` the element around it. */
  open(element: XmlElement, parent: XmlElement | undefined, at: number): void
  text(data: string): void
  close(element: XmlElement): void
  /** The document ends while elements are open, so that the innermost may be incomplete. Their `close` follows. */
  cutOff(): void
}

interface XmlLimits {
  readonly depth: number
  readonly attributes: number
  readonly attribute: number
}

interface OpenElement extends XmlElement {
  /** As written, for its end tag. */
  readonly tag: string
  readonly prefixes: ReadonlyMap<string, string>
}

/** Vocabularies that are read, by what their namespace contains; the rest keep the prefix they are written with. */
const VOCABULARIES: readonly (readonly [part: string, prefix: string])[] = [
  ['//www.w3.org/2005/atom', ''],
  ['//purl.org/atom/', ''],
  ['//purl.org/rss/1.0/modules/content', 'content'],
  ['//purl.org/rss/1.0/modules/', 'rss-module'],
  ['//purl.org/rss/1.0', ''],
  ['//purl.org/net/rss1.1', ''],
  ['//my.netscape.com/rdf/', ''],
  ['//channel.netscape.com/rdf/', ''],
  ['//backend.userland.com/', ''],
  ['//blogs.law.harvard.edu/tech/rss', ''],
  ['//cyber.harvard.edu/rss', ''],
  ['/schemas/sitemap-news/', 'news'],
  ['/schemas/sitemap-video/', 'video'],
  ['/schemas/sitemap/', ''],
  ['//purl.org/dc/elements/', 'dc'],
  ['//purl.org/dc/terms/', 'dcterms'],
  ['//search.yahoo.com/mrss', 'media'],
  ['//www.w3.org/1999/xhtml', 'xhtml'],
  ['//rssnamespace.org/feedburner/', 'feedburner'],
]
/** No feed declares so many; more are not looked up. */
const MAX_PREFIXES = 64
const NO_ATTRIBUTES: Attributes = Object.freeze({})
const NO_PREFIXES: ReadonlyMap<string, string> = new Map()

/**
 * Reads XML, well-formed or not, from `start` on. Only the five entities of XML and numeric references are decoded;
 * declared entities stay as written, so that nothing can expand or be fetched. Returns true when a limit was reached.
 */
export function parseXml(
  text: string,
  start: number,
  base: string | undefined,
  listener: XmlListener,
  limits: XmlLimits,
): boolean {
  const reader = new XmlReader(start === 0 ? text : text.slice(start), base, listener, limits)
  return reader.run()
}

class XmlReader implements TokenizerCallbacks {
  readonly #text: string
  readonly #base: string | undefined
  readonly #listener: XmlListener
  readonly #limits: XmlLimits
  readonly #stack: OpenElement[] = []
  /** How often each tag is open, so that stray end tags cost nothing. */
  readonly #open = new Map<string, number>()
  #truncated = false
  #tag = ''
  #tagStart = 0
  #attributes: Record<string, string> | null = null
  #attributeCount = 0
  #name = ''
  #value = ''
  /** Elements beyond the depth limit that wait for their end tags. */
  #beyond = 0

  constructor(text: string, base: string | undefined, listener: XmlListener, limits: XmlLimits) {
    this.#text = text
    this.#base = base
    this.#listener = listener
    this.#limits = limits
  }

  run(): boolean {
    const tokenizer = new Tokenizer({ xmlMode: true }, this)
    tokenizer.write(this.#text)
    tokenizer.end()
    return this.#truncated
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#nameAt(start, end)
    this.#tagStart = start - 1
    this.#attributes = null
    this.#attributeCount = 0
  }

  onattribname(start: number, end: number): void {
    this.#value = ''
    this.#name = ''
    if (this.#attributeCount >= this.#limits.attributes) this.#truncated = true
    else if (end - start <= 64) this.#name = this.#text.slice(start, end).toLowerCase()
  }

  onattribdata(start: number, end: number): void {
    const room = this.#limits.attribute - this.#value.length
    if (this.#name && room > 0) this.#value += this.#text.slice(start, Math.min(end, start + room))
  }

  onattribentity(codepoint: number): void {
    if (this.#name && this.#value.length < this.#limits.attribute)
      this.#value += String.fromCodePoint(codepoint)
  }

  onattribend(_quote: QuoteType, _end: number): void {
    if (!this.#name || this.#name === '__proto__') return
    this.#attributes ??= {}
    if (Object.hasOwn(this.#attributes, this.#name)) return
    this.#attributes[this.#name] = this.#value
    this.#attributeCount++
  }

  onopentagend(): void {
    this.#push()
  }

  onselfclosingtag(): void {
    if (this.#push()) this.#pop()
  }

  onclosetag(start: number, end: number): void {
    const tag = this.#nameAt(start, end)
    if (this.#beyond > 0) {
      this.#beyond--
      return
    }
    if (!this.#open.has(tag)) return
    while (this.#stack.at(-1)?.tag !== tag) this.#pop()
    this.#pop()
  }

  ontext(start: number, end: number): void {
    this.#listener.text(this.#text.slice(start, end))
  }

  ontextentity(codepoint: number): void {
    this.#listener.text(String.fromCodePoint(codepoint))
  }

  oncdata(start: number, end: number, endOffset: number): void {
    this.#listener.text(this.#text.slice(start, end - endOffset))
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  onend(): void {
    if (this.#stack.length > 0) this.#listener.cutOff()
    while (this.#stack.length > 0) this.#pop()
  }

  #nameAt(start: number, end: number): string {
    return this.#text.slice(start, Math.min(end, start + 64)).toLowerCase()
  }

  #push(): boolean {
    if (this.#stack.length >= this.#limits.depth) {
      this.#truncated = true
      this.#beyond++
      return true
    }
    const tag = this.#tag
    const attributes = this.#attributes ?? NO_ATTRIBUTES
    const parent = this.#stack.at(-1)
    const around = parent?.prefixes ?? NO_PREFIXES
    const prefixes = this.#attributes ? withDeclared(around, attributes) : around
    const stated = attributes['xml:base']
    const outer = parent ? parent.base : this.#base
    const base = stated === undefined ? outer : (httpUrl(stated, outer) ?? outer)
    const element = { tag, name: nameOf(tag, prefixes), attributes, base, prefixes }
    this.#stack.push(element)
    this.#open.set(tag, (this.#open.get(tag) ?? 0) + 1)
    this.#listener.open(element, parent, this.#tagStart)
    return true
  }

  #pop(): void {
    if (this.#beyond > 0) {
      this.#beyond--
      return
    }
    const element = this.#stack.pop()
    if (!element) return
    const count = (this.#open.get(element.tag) ?? 1) - 1
    if (count > 0) this.#open.set(element.tag, count)
    else this.#open.delete(element.tag)
    this.#listener.close(element)
  }
}

/** The prefixes in force, each with the one its vocabulary goes by here. */
function withDeclared(around: ReadonlyMap<string, string>, attributes: Attributes): typeof around {
  let own: Map<string, string> | null = null
  for (const name in attributes) {
    if (!name.startsWith('xmlns')) continue
    const prefix = name === 'xmlns' ? '' : name[5] === ':' ? name.slice(6) : null
    if (prefix === null || (own ?? around).size >= MAX_PREFIXES) continue
    const namespace = attributes[name]?.toLowerCase() ?? ''
    const known = VOCABULARIES.find(([part]) => namespace.includes(part))
    own ??= new Map(around)
    own.set(prefix, known ? known[1] : prefix)
  }
  return own ?? around
}

function nameOf(tag: string, prefixes: ReadonlyMap<string, string>): string {
  const colon = tag.indexOf(':')
  const written = colon < 0 ? '' : tag.slice(0, colon)
  const prefix = prefixes.get(written) ?? written
  const local = tag.slice(colon + 1)
  return prefix === '' ? local : `${prefix}:${local}`
}
