import type { QuoteType, TokenizerCallbacks } from 'htmlparser2'
import {
  BARRIER,
  ENDED_BY,
  ENDS_PARAGRAPH,
  HEAD_CONTENT,
  INLINE,
  isBlock,
  LEAVES_FOREIGN,
  RAW_TEXT,
  TABLE_PART,
  VOID,
} from './elements.ts'
import { NameTable } from './name-table.ts'
import { QuickTokenizer } from './quick-tokenizer.ts'

export type Attributes = Readonly<Record<string, string>>

/** Hears a document in order. Every `open` of a non-void element has its `close`, properly nested. */
export interface MarkupListener {
  /** `at` is where the tag starts, in characters. Void elements get no `close`. */
  open(tag: string, attributes: Attributes, at: number): void
  text(data: string): void
  close(tag: string): void
}

export interface MarkupOptions {
  /** XHTML: `<div/>` is empty, CDATA sections are text, names may carry a prefix. */
  readonly xml: boolean
  readonly depth: number
  readonly attributes: number
  readonly attribute: number
  /** Names of the attributes to keep, in small letters; all without it. Most attributes of a page are for scripts alone. */
  readonly wanted?: ReadonlySet<string>
}

const NO_ATTRIBUTES: Attributes = Object.freeze({})
const names = new NameTable()

/**
 * Reads HTML with htmlparser2's tokenizer and an element stack of our own. htmlparser2's `Parser` keeps its
 * stack at the front of an array and all attributes of a tag: quadratic on deep nesting, unbounded on wide tags.
 * Returns true when a limit was met.
 */
export function parseMarkup(html: string, listener: MarkupListener, options: MarkupOptions): boolean {
  const reader = new MarkupReader(html, listener, options)
  const tokenizer = new QuickTokenizer({ recognizeSelfClosing: options.xml }, reader)
  tokenizer.write(html)
  tokenizer.end()
  return reader.truncated
}

class MarkupReader implements TokenizerCallbacks {
  truncated = false
  readonly #html: string
  readonly #listener: MarkupListener
  readonly #options: MarkupOptions
  readonly #shapes: ReadonlySet<number> | undefined
  readonly #stack: string[] = []
  /** Parallel to the stack: the end tag was seen while blocks inside were still open. */
  readonly #ended: boolean[] = []
  /** How often each name is on the stack, so that stray end tags cost nothing. */
  readonly #open = new Map<string, number>()
  /** Elements beyond the depth limit, waiting for their end tags. */
  readonly #flattened = new Map<string, number>()
  #foreign = 0
  #tag = ''
  #tagStart = 0
  #attributes: Record<string, string> | null = null
  #attributeCount = 0
  #name = ''
  #value = ''

  constructor(html: string, listener: MarkupListener, options: MarkupOptions) {
    this.#html = html
    this.#listener = listener
    this.#options = options
    this.#shapes = options.wanted && shapesOf(options.wanted)
  }

  isInForeignContext(): boolean {
    return this.#foreign > 0
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
    if (this.#attributeCount >= this.#options.attributes) {
      this.truncated = true
      return
    }
    if (end - start > LONGEST_NAME) return
    if (this.#shapes && !this.#shapes.has(shapeOf(this.#html.charCodeAt(start), end - start))) {
      this.#attributeCount++
      return
    }
    const name = names.at(this.#html, start, end)
    if (this.#options.wanted?.has(name) === false) this.#attributeCount++
    else this.#name = name
  }

  onattribdata(start: number, end: number): void {
    const room = this.#options.attribute - this.#value.length
    if (this.#name && room > 0) this.#value += this.#html.slice(start, Math.min(end, start + room))
  }

  onattribentity(codepoint: number): void {
    if (this.#name && this.#value.length < this.#options.attribute) {
      this.#value += String.fromCodePoint(codepoint)
    }
  }

  onattribend(_quote: QuoteType, _end: number): void {
    if (!this.#name || this.#name === '__proto__') return
    this.#attributes ??= {}
    if (!Object.hasOwn(this.#attributes, this.#name)) {
      this.#attributes[this.#name] = this.#value
      this.#attributeCount++
    }
  }

  onopentagend(): void {
    this.#openElement(false)
  }

  onselfclosingtag(): void {
    this.#openElement(this.#options.xml || this.#foreign > 0)
  }

  onclosetag(start: number, end: number): void {
    const tag = this.#nameAt(start, end)
    const top = this.#stack.length - 1
    if (this.#stack[top] === tag && !this.#ended[top] && this.#flattened.size === 0) {
      this.#pop()
      return
    }
    if ((tag === 'br' || tag === 'p') && !this.#open.has(tag)) {
      // `</br>` and a stray `</p>` both show as a line break.
      this.#listener.open('br', NO_ATTRIBUTES, start)
      return
    }
    const flattened = this.#flattened.get(tag) ?? 0
    if (flattened > 0) {
      this.#flattened.set(tag, flattened - 1)
      return
    }
    if (!this.#open.has(tag)) return
    this.#closeElement(tag)
  }

  ontext(start: number, end: number): void {
    this.#listener.text(this.#html.slice(start, end))
  }

  ontextentity(codepoint: number): void {
    this.#listener.text(String.fromCodePoint(codepoint))
  }

  oncdata(start: number, end: number, endOffset: number): void {
    if (this.#options.xml) this.#listener.text(this.#html.slice(start, end - endOffset))
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  onend(): void {
    while (this.#stack.length > 0) this.#pop()
  }

  #nameAt(start: number, end: number): string {
    const name = names.at(this.#html, start, Math.min(end, start + LONGEST_NAME))
    if (name === 'image') return 'img'
    const colon = this.#options.xml ? name.indexOf(':') : -1
    return colon < 0 ? name : name.slice(colon + 1)
  }

  #openElement(empty: boolean): void {
    const tag = this.#tag
    this.#impliedEnds(tag)
    const attributes = this.#attributes ?? NO_ATTRIBUTES
    if (VOID.has(tag)) {
      this.#listener.open(tag, attributes, this.#tagStart)
      return
    }
    if (this.#stack.length >= this.#options.depth && !RAW_TEXT.has(tag)) {
      this.truncated = true
      if (!empty) this.#flattened.set(tag, (this.#flattened.get(tag) ?? 0) + 1)
      return
    }
    this.#stack.push(tag)
    this.#ended.push(false)
    this.#open.set(tag, (this.#open.get(tag) ?? 0) + 1)
    if (tag === 'svg' || tag === 'math') this.#foreign++
    this.#listener.open(tag, attributes, this.#tagStart)
    if (empty) this.#pop()
  }

  #impliedEnds(tag: string): void {
    if (this.#foreign > 0 && LEAVES_FOREIGN.has(tag) && !this.#open.has('foreignobject')) {
      while (this.#foreign > 0) this.#pop()
    }
    if (this.#stack.at(-1) === 'head' && !HEAD_CONTENT.has(tag)) this.#pop()
    if (ENDS_PARAGRAPH.has(tag) && this.#open.has('p')) this.#endThroughInline(P_ONLY)
    const ended = ENDED_BY.get(tag)
    // A row ends a cell and the row around it: each turn ends one element.
    if (ended) while (this.#endThroughInline(ended, TABLE_PART.has(tag)) && tag !== 'a') {}
  }

  /** Ends the innermost of `names` if nothing but inline elements (for a table part: no table) stands inside it. */
  #endThroughInline(names: ReadonlySet<string>, tablePart = false): boolean {
    for (let i = this.#stack.length - 1; i >= 0; i--) {
      const name = this.#stack[i] ?? ''
      if (names.has(name)) {
        while (this.#stack.length > i) this.#pop()
        return true
      }
      if (tablePart ? name === 'table' : isBlock(name) || BARRIER.has(name)) return false
    }
    return false
  }

  #closeElement(tag: string): void {
    const inline = INLINE.has(tag)
    const tablePart = TABLE_PART.has(tag)
    for (let i = this.#stack.length - 1; i >= 0; i--) {
      const name = this.#stack[i] ?? ''
      if (name === tag && !this.#ended[i]) {
        while (this.#stack.length > i) this.#pop()
        return
      }
      if (!tablePart && BARRIER.has(name)) return
      if (inline && isBlock(name)) {
        this.#markEnded(tag, i)
        return
      }
    }
  }

  /** `<a><div></a>`: the link ends when the div does, instead of tearing the div apart. */
  #markEnded(tag: string, below: number): void {
    for (let i = below - 1; i >= 0; i--) {
      const name = this.#stack[i] ?? ''
      if (BARRIER.has(name)) return
      if (name === tag && !this.#ended[i]) {
        this.#ended[i] = true
        return
      }
    }
  }

  #pop(): void {
    const tag = this.#stack.pop()
    if (tag === undefined) return
    this.#ended.pop()
    const count = (this.#open.get(tag) ?? 1) - 1
    if (count > 0) this.#open.set(tag, count)
    else this.#open.delete(tag)
    if (tag === 'svg' || tag === 'math') this.#foreign--
    this.#listener.close(tag)
    if (this.#ended.at(-1)) this.#pop()
  }
}

const LONGEST_NAME = 64

const shapes = new WeakMap<ReadonlySet<string>, ReadonlySet<number>>()

/** Length and first letter of each wanted name: most attributes are told apart by them, without being cut out. */
function shapesOf(wanted: ReadonlySet<string>): ReadonlySet<number> {
  let known = shapes.get(wanted)
  if (!known) {
    known = new Set([ANY_SHAPE, ...[...wanted].map((name) => shapeOf(name.charCodeAt(0), name.length))])
    shapes.set(wanted, known)
  }
  return known
}

/** Letters beyond ASCII may become ASCII ones when made small: they all count as one. */
function shapeOf(first: number, length: number): number {
  return first < 128 ? length * 256 + (first | 0x20) : ANY_SHAPE
}
const ANY_SHAPE = -1
const P_ONLY: ReadonlySet<string> = new Set(['p'])
