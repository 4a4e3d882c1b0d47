import { escapeHtml } from '../../html/escape-html.ts'
import { rewriteCss } from './rewrite-css.ts'
import { type Attributes, readTags, type TagReader } from './tags.ts'

/** Removed with their content: they run, or are never displayed. */
const DROPPED = new Set(['script', 'noembed', 'noframes'])
/** Tags that are removed without their content: they load code or change the document's URL. */
const SKIPPED = new Set([
  'base',
  'object',
  'embed',
  'applet',
  'param',
  'portal',
  'fencedframe',
  'bgsound',
  'keygen',
])
/** Attributes with the URL of a displayed resource. */
const RESOURCES = new Set(['src', 'poster', 'background', 'lowsrc', 'dynsrc', 'longdesc'])
const FRAMES = new Set(['iframe', 'frame'])
const LISTS = new Set(['srcset', 'imagesrcset'])
const LINKS = new Set(['href', 'xlink:href'])
const FORBIDDEN = new Set(
  'action formaction ping target download manifest integrity nonce crossorigin autofocus srcdoc code codebase archive data classid attributionsrc http-equiv'.split(
    ' ',
  ),
)
/** `rel` values of `link` elements that only affect appearance. */
const APPEARANCE = new Set(['stylesheet', 'icon', 'shortcut', 'alternate'])
const NAME = /^[a-z_][a-z0-9_.:-]{0,63}$/
/** Deeper nested `srcdoc` frames are removed. */
const MAX_NESTED = 3

/** Each maps an absolute URL to its replay URL. */
export interface ReplayUrls {
  /** Of something that the page embeds. */
  readonly replayOf: (address: string) => string
  /** Of a document that the page embeds. */
  readonly frameOf: (address: string) => string
  /** Of another page that it links to. */
  readonly linkOf: (address: string) => string
}

interface Rewriting extends ReplayUrls {
  /** The URL of the document. */
  readonly url: string
}

/**
 * Makes an archived document safe to display: removes everything that runs, posts, refreshes or opens a connection, and
 * rewrites every URL to the archive. The Content-Security-Policy of the response enforces the same.
 */
export function rewriteHtml(html: string, rewriting: Rewriting, nested = 0): string {
  const writer = new HtmlWriter(rewriting, nested)
  readTags(html, writer)
  return writer.html()
}

/**
 * Writes tag by tag without building a tree, so that the time is linear however deep the document is.
 */
class HtmlWriter implements TagReader {
  readonly #rewriting: Rewriting
  readonly #nested: number
  readonly #out: string[] = []
  #base: string
  #hasBase = false
  /** The removed element whose content is skipped. */
  #silent: string | null = null
  #style: string[] | null = null

  constructor(rewriting: Rewriting, nested: number) {
    this.#rewriting = rewriting
    this.#nested = nested
    this.#base = rewriting.url
  }

  html(): string {
    this.#endStyle()
    return this.#out.join('')
  }

  declaration(text: string): void {
    // Without a doctype browsers use quirks mode.
    if (/^doctype/i.test(text) && this.#out.length === 0) this.#out.push(`<!doctype ${doctypeOf(text)}>`)
  }

  open(name: string, attributes: Attributes, selfClosing: boolean): void {
    if (this.#silent !== null || !NAME.test(name)) return
    if (DROPPED.has(name)) {
      this.#silent = name
      return
    }
    if (name === 'base') this.#setBase(attributes.get('href'))
    if (SKIPPED.has(name) || !this.#isShown(name, attributes)) return
    const written = [...attributes].map(([key, value]) => this.#attribute(name, key, value, attributes))
    this.#out.push(`<${name}${written.join('')}${selfClosing ? '/' : ''}>`)
    if (name === 'style') this.#style = []
    if (name === 'iframe') this.#silent = name
  }

  text(text: string): void {
    if (this.#silent !== null) return
    if (this.#style) this.#style.push(text)
    else this.#out.push(escapeHtml(text))
  }

  close(name: string): void {
    if (this.#silent !== null && this.#silent !== name) return
    this.#silent = null
    if (!NAME.test(name) || DROPPED.has(name) || SKIPPED.has(name)) return
    if (name === 'style') this.#endStyle()
    this.#out.push(`</${name}>`)
  }

  #endStyle(): void {
    if (!this.#style) return
    this.#out.push(inStyle(rewriteCss(this.#style.join(''), (address) => this.#shown(address))))
    this.#style = null
  }

  /** The first `base` wins, as in browsers. */
  #setBase(href: string | undefined): void {
    if (this.#hasBase || href === undefined) return
    this.#hasBase = true
    this.#base = absolute(href, this.#rewriting.url)?.href ?? this.#base
  }

  #isShown(name: string, attributes: Attributes): boolean {
    if (name === 'meta') return isHarmlessMeta(attributes)
    if (name === 'link') {
      const relations = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/)
      return (
        relations.every((word) => APPEARANCE.has(word)) &&
        !(relations.includes('alternate') && !relations.includes('stylesheet'))
      )
    }
    // Animations set attributes after they were checked.
    if (name === 'set' || name.startsWith('animate'))
      return !/href/i.test(attributes.get('attributename') ?? '')
    return true
  }

  #attribute(element: string, key: string, value: string, all: Attributes): string {
    const clean = this.#valueOf(element, key, value, all)
    return clean === null ? '' : ` ${key}="${escapeHtml(clean)}"`
  }

  #valueOf(element: string, key: string, value: string, all: Attributes): string | null {
    if (!NAME.test(key) || key.startsWith('on')) return null
    if (key === 'srcdoc' && element === 'iframe') return this.#nestedDocument(value)
    if (FORBIDDEN.has(key)) return null
    if (key === 'style') return rewriteCss(value, (address) => this.#shown(address))
    if (LISTS.has(key)) return this.#list(value)
    // A frame with `srcdoc` ignores `src`.
    if (key === 'src' && element === 'iframe' && all.has('srcdoc')) return null
    if (key === 'src' && FRAMES.has(element)) return this.#frame(value.trim())
    if (RESOURCES.has(key)) return this.#shown(value)
    if (LINKS.has(key)) return element === 'a' || element === 'area' ? this.#link(value) : this.#shown(value)
    return value
  }

  #nestedDocument(html: string): string {
    return this.#nested >= MAX_NESTED
      ? ''
      : rewriteHtml(html, { ...this.#rewriting, url: this.#base }, this.#nested + 1)
  }

  /** Media may be inline as data URLs; everything else comes from the archive. */
  #shown(address: string): string | null {
    const text = address.trim()
    if (text.startsWith('#')) return text
    if (/^data:(?:image|font|audio|video)\//i.test(text)) return text
    return this.#archived(text, this.#rewriting.replayOf)
  }

  /** Not the document itself once more. */
  #frame(address: string): string | null {
    return address.startsWith('#') ? null : this.#archived(address, this.#rewriting.frameOf)
  }

  #link(address: string): string | null {
    const text = address.trim()
    return text.startsWith('#') ? text : this.#archived(text, this.#rewriting.linkOf)
  }

  #archived(address: string, to: (address: string) => string): string | null {
    const url = absolute(address, this.#base)
    if (!url) return null
    const { hash } = url
    url.hash = ''
    return to(url.href) + hash
  }

  #list(value: string): string {
    return candidatesOf(value)
      .map(([address, size]) => [this.#shown(address), size] as const)
      .filter(([address]) => address)
      .map(([address, size]) => `${address} ${size}`.trim())
      .join(', ')
  }
}

function absolute(address: string, base: string): URL | null {
  try {
    const url = new URL(address, base)
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : null
  } catch {
    return null
  }
}

/** `a.png 2x, b.png 600w`: a URL ends at a space, or at a comma before one; its descriptor ends at a comma. */
function candidatesOf(value: string): [address: string, size: string][] {
  const found: [string, string][] = []
  let at = 0
  for (;;) {
    while (at < value.length && /[\s,]/.test(value[at]!)) at++
    if (at >= value.length) return found
    const start = at
    while (at < value.length && !/\s/.test(value[at]!)) at++
    const address = value.slice(start, at)
    if (address.endsWith(',')) {
      found.push([address.slice(0, -1), ''])
      continue
    }
    const comma = value.indexOf(',', at)
    const end = comma < 0 ? value.length : comma
    const size = value.slice(at, end).trim()
    found.push([address, /^[\d.]{1,20}[wxh]$/.test(size) ? size : ''])
    at = end
  }
}

/** Refresh, policy, cookie and charset directives of a document do not apply to its copy. */
function isHarmlessMeta(attributes: Attributes): boolean {
  const name = (attributes.get('name') ?? '').toLowerCase()
  return name === 'viewport' || name === 'color-scheme'
}

function doctypeOf(data: string): string {
  const ids = /^doctype\s+html\s+public\s+"([^"<>]{0,200})"(?:\s+"([^"<>]{0,200})")?/i.exec(data)
  if (!ids) return 'html'
  return `html public "${ids[1]}"${ids[2] === undefined ? '' : ` "${ids[2]}"`}`
}

/** In SVG a style sheet is parsed as markup, so nothing in it may look like a tag. */
function inStyle(css: string): string {
  return css.replace(/<(?=[a-z!/?])/gi, '\\3c ')
}
