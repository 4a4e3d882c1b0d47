import { escapeHtml } from '../../html/escape-html.ts'
import { rewriteCss } from './rewrite-css.ts'
import { type Attributes, readTags, type TagReader } from './tags.ts'

/** Left out with everything in them: they run, or are never seen. */
const DROPPED = new Set(['script', 'noembed', 'noframes'])
/** Tags that are left out: they load what runs, or change where the document goes. What stands between them is shown. */
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
/** Attributes whose value is one address of something that is shown. */
const SHOWN = new Set(['src', 'poster', 'background', 'lowsrc', 'dynsrc', 'longdesc'])
const LISTS = new Set(['srcset', 'imagesrcset'])
const LINKS = new Set(['href', 'xlink:href'])
const FORBIDDEN = new Set(
  'action formaction ping target download manifest integrity nonce crossorigin autofocus srcdoc code codebase archive data classid attributionsrc http-equiv'.split(
    ' ',
  ),
)
/** `link` elements that only say how the page looks. */
const LOOKS = new Set(['stylesheet', 'icon', 'shortcut', 'alternate'])
const NAME = /^[a-z_][a-z0-9_.:-]{0,63}$/
/** Deeper frames in a frame's own text are left out. */
const MAX_NESTED = 3

export interface Rewriting {
  /** The address the document was fetched from. */
  readonly url: string
  /** The replay address of an absolute one. */
  readonly replayOf: (address: string) => string
}

/**
 * An archived document as it may be shown: without anything that runs, posts, refreshes or opens a connection, and with
 * every address leading to the archive. The policy of the answer forbids the same things once more.
 */
export function rewriteHtml(html: string, rewriting: Rewriting, nested = 0): string {
  const writer = new HtmlWriter(rewriting, nested)
  readTags(html, writer)
  return writer.html()
}

/**
 * Writes tag by tag, as they come: what belongs into what is the browser's business, so that no document, however deep,
 * takes longer than it is long.
 */
class HtmlWriter implements TagReader {
  readonly #rewriting: Rewriting
  readonly #nested: number
  readonly #out: string[] = []
  #base: string
  #hasBase = false
  /** The element whose text is not shown. */
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
    // Without the document type browsers show the page as they did in 1998.
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

  /** The first one counts, as in browsers. */
  #setBase(href: string | undefined): void {
    if (this.#hasBase || href === undefined) return
    this.#hasBase = true
    this.#base = absolute(href, this.#rewriting.url)?.href ?? this.#base
  }

  #isShown(name: string, attributes: Attributes): boolean {
    if (name === 'meta') return isHarmlessMeta(attributes)
    if (name === 'link') {
      const says = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/)
      return (
        says.every((word) => LOOKS.has(word)) && !(says.includes('alternate') && !says.includes('stylesheet'))
      )
    }
    // What an animation sets is seen by nobody who checks.
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
    // A frame that has a text of its own does not show its address.
    if (key === 'src' && element === 'iframe' && all.has('srcdoc')) return null
    if (SHOWN.has(key)) return this.#shown(value)
    if (LINKS.has(key)) return element === 'a' || element === 'area' ? this.#link(value) : this.#shown(value)
    return value
  }

  #nestedDocument(html: string): string {
    return this.#nested >= MAX_NESTED
      ? ''
      : rewriteHtml(html, { ...this.#rewriting, url: this.#base }, this.#nested + 1)
  }

  /** Pictures may be written out in the page; everything else comes from the archive. */
  #shown(address: string): string | null {
    const text = address.trim()
    if (text.startsWith('#')) return text
    if (/^data:(?:image|font|audio|video)\//i.test(text)) return text
    return this.#archived(text)
  }

  #link(address: string): string | null {
    const text = address.trim()
    return text.startsWith('#') ? text : this.#archived(text)
  }

  #archived(address: string): string | null {
    const url = absolute(address, this.#base)
    if (!url) return null
    const { hash } = url
    url.hash = ''
    return this.#rewriting.replayOf(url.href) + hash
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

/** `a.png 2x, b.png 600w`: an address ends at a space, or at a comma before one; what follows it up to a comma is its size. */
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

/** Refresh, policies and cookies of a document are not those of its copy, and the copy has a charset of its own. */
function isHarmlessMeta(attributes: Attributes): boolean {
  const name = (attributes.get('name') ?? '').toLowerCase()
  return name === 'viewport' || name === 'color-scheme'
}

function doctypeOf(data: string): string {
  const ids = /^doctype\s+html\s+public\s+"([^"<>]{0,200})"(?:\s+"([^"<>]{0,200})")?/i.exec(data)
  if (!ids) return 'html'
  return `html public "${ids[1]}"${ids[2] === undefined ? '' : ` "${ids[2]}"`}`
}

/** Inside a drawing a style sheet is read as markup: nothing in it may look like a tag. */
function inStyle(css: string): string {
  return css.replace(/<(?=[a-z!/?])/gi, '\\3c ')
}
