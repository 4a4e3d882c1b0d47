import type { QuoteType } from 'htmlparser2'
import { marksOf, marksOfText } from '../text/text-marks.ts'
import {
  type AttributeBits,
  type AttributeFilter,
  attributeFilter,
  MAX_NAME_LENGTH,
  NOT_WANTED,
  type WantedAttribute,
} from './attribute-filter.ts'
import { withCodeUnits } from './code-units.ts'
import { type ElementKind, kindOf, PARAGRAPH } from './element-kind.ts'
import { type ElementNames, NO_ATTRIBUTES, NO_NAMES, namesOf } from './element-names.ts'
import { NameTable } from './name-table.ts'
import { OpenElements } from './open-elements.ts'
import { PageNames } from './page-names.ts'
import { type QuickCallbacks, QuickTokenizer } from './quick-tokenizer.ts'

export type Attributes = Readonly<Record<string, string>>

/** Receives a document in order. Every `open` of a non-void element is followed by its `close`, properly nested. */
export interface MarkupListener {
  /**
   * `at` is the offset of the tag, `has` the bits of its attributes, `names` its id and class, which are not among the attributes when
   * `filter` is given. Void elements get no `close`.
   */
  open(
    tag: string,
    attributes: Attributes,
    at: number,
    kind: ElementKind,
    has: number,
    names: ElementNames,
  ): void
  /** `marks` describe the text (src/text/text-marks.ts), except in scripts and styles. */
  text(data: string, marks: number): void
  close(tag: string, kind: ElementKind): void
}

export interface MarkupOptions {
  /** XHTML: `<div/>` is empty, CDATA sections are text, names may carry a prefix. */
  readonly xml: boolean
  readonly depth: number
  readonly attributes: number
  readonly attribute: number
  /** The attributes to read. Default: all. Most attributes serve only scripts. */
  readonly filter?: AttributeBits
}

const elementKinds = new NameTable((name) => kindOf(name === 'image' ? 'img' : name))
const BR = kindOf('br')

/**
 * Parses HTML with htmlparser2's tokenizer and our own element stack: htmlparser2's `Parser` takes quadratic time for deep nesting and
 * unbounded memory for attributes. Returns true when a limit was reached.
 */
export function parseMarkup(html: string, listener: MarkupListener, options: MarkupOptions): boolean {
  return withCodeUnits(html, (units) => {
    const reader = new MarkupReader(html, units, listener, options)
    new QuickTokenizer({ recognizeSelfClosing: options.xml }, reader, units).read(html)
    return reader.truncated
  })
}

/** Tracks the open elements. */
class MarkupReader implements QuickCallbacks {
  truncated = false
  readonly #html: string
  readonly #units: Uint16Array
  readonly #listener: MarkupListener
  readonly #options: MarkupOptions
  readonly #filter: AttributeFilter
  readonly #book: PageNames
  readonly #open = new OpenElements()
  /** Elements beyond the depth limit, waiting for their end tags. */
  readonly #flattened = new Map<string, number>()
  #kind: ElementKind = BR
  #tagStart = 0
  #attributes: Record<string, string> | null = null
  #id: ElementNames | null = null
  #class: ElementNames | null = null
  #attributeCount = 0
  /** Bits of the attributes so far. */
  #has = 0
  #attribute = NOT_WANTED
  #value = ''

  constructor(html: string, units: Uint16Array, listener: MarkupListener, options: MarkupOptions) {
    this.#html = html
    this.#units = units
    this.#listener = listener
    this.#options = options
    this.#filter = attributeFilter(options.filter)
    this.#book = new PageNames(html, units)
  }

  isInForeignContext(): boolean {
    return this.#open.foreign > 0
  }

  onplaintag(start: number, end: number): boolean {
    const kind = this.#kindAt(start, end)
    if (kind.isRawText) return false
    this.#startTag(kind, start)
    return true
  }

  onopentagname(start: number, end: number): void {
    this.#startTag(this.#kindAt(start, end), start)
  }

  onplainattrib(
    start: number,
    end: number,
    value: number,
    valueEnd: number,
    hash: number,
    hasEntity: boolean,
  ): boolean {
    const attribute = this.#attributeAt(start, end)
    if (attribute === NOT_WANTED) return true
    if (hasEntity) return false
    const kept = Math.min(valueEnd, value + this.#options.attribute)
    this.#attribute = attribute
    if (attribute.naming) this.#setName(this.#book.at(value, kept, hash))
    else this.#setAttribute(this.#html.slice(value, kept))
    return true
  }

  onattribname(start: number, end: number): void {
    this.#value = ''
    this.#attribute = this.#attributeAt(start, end)
  }

  onattribdata(start: number, end: number): void {
    const room = this.#options.attribute - this.#value.length
    if (this.#attribute !== NOT_WANTED && room > 0)
      this.#value += this.#html.slice(start, Math.min(end, start + room))
  }

  onattribentity(codepoint: number): void {
    if (this.#attribute !== NOT_WANTED && this.#value.length < this.#options.attribute) {
      this.#value += String.fromCodePoint(codepoint)
    }
  }

  onattribend(_quote: QuoteType, _end: number): void {
    if (this.#attribute === NOT_WANTED) return
    if (this.#attribute.naming) this.#setName(this.#book.of(this.#value))
    else this.#setAttribute(this.#value)
  }

  onopentagend(): void {
    this.#openElement(false)
  }

  onselfclosingtag(): void {
    this.#openElement(this.#options.xml || this.#open.foreign > 0)
  }

  onclosetag(start: number, end: number): void {
    const open = this.#open
    const kind = this.#kindAt(start, end)
    const top = open.kinds.length - 1
    if (open.kinds[top]?.name === kind.name && !open.ended[top] && this.#flattened.size === 0) {
      this.#pop()
      return
    }
    const isOpen = open.has(kind)
    if ((kind.name === 'br' || kind.name === 'p') && !isOpen) {
      // `</br>` and a stray `</p>` both show as a line break.
      this.#listener.open('br', NO_ATTRIBUTES, start, BR, 0, NO_NAMES)
      return
    }
    const flattened = this.#flattened.get(kind.name) ?? 0
    if (flattened > 0) this.#flattened.set(kind.name, flattened - 1)
    else if (isOpen) this.#closeElement(kind)
  }

  onplaintext(start: number, end: number, marks: number): void {
    this.#listener.text(this.#html.slice(start, end), marks)
  }

  ontext(start: number, end: number): void {
    // Code is long, and its marks are not used.
    const marks = this.#open.kinds.at(-1)?.isCode ? 0 : marksOf(this.#units, start, end)
    this.onplaintext(start, end, marks)
  }

  ontextentity(codepoint: number): void {
    const data = String.fromCodePoint(codepoint)
    this.#listener.text(data, marksOfText(data))
  }

  oncdata(start: number, end: number, endOffset: number): void {
    if (this.#options.xml) this.ontext(start, end - endOffset)
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  onend(): void {
    while (this.#open.kinds.length > 0) this.#pop()
  }

  #kindAt(start: number, end: number): ElementKind {
    const kind = elementKinds.at(this.#html, this.#units, start, Math.min(end, start + MAX_NAME_LENGTH))
    const colon = this.#options.xml ? kind.name.indexOf(':') : -1
    return colon < 0 ? kind : kindOf(kind.name.slice(colon + 1))
  }

  #startTag(kind: ElementKind, start: number): void {
    this.#kind = kind
    this.#tagStart = start - 1
    this.#attributes = null
    this.#id = null
    this.#class = null
    this.#attributeCount = 0
    this.#has = 0
  }

  /** How to read an attribute, by its name. */
  #attributeAt(start: number, end: number): WantedAttribute {
    if (this.#attributeCount >= this.#options.attributes) {
      this.truncated = true
      return NOT_WANTED
    }
    if (end - start > MAX_NAME_LENGTH) return NOT_WANTED
    const attribute = this.#filter.at(this.#html, this.#units, start, end)
    if (attribute === NOT_WANTED) this.#attributeCount++
    return attribute
  }

  /** The first of several attributes of one name counts. */
  #setAttribute(value: string): void {
    const { name, bits } = this.#attribute
    if (this.#attributes === null) this.#attributes = withFirst(name, value)
    // Inherited properties are never strings.
    else if ((this.#has & bits) !== 0 && typeof this.#attributes[name] === 'string') return
    else this.#attributes[name] = value
    this.#has |= bits
    this.#attributeCount++
  }

  #setName(names: ElementNames): void {
    const { name, bits } = this.#attribute
    if ((name === 'class' ? this.#class : this.#id) !== null) return
    if (name === 'class') this.#class = names
    else this.#id = names
    this.#has |= bits
    this.#attributeCount++
  }

  #names(): ElementNames {
    if (this.#options.filter === undefined) return this.#book.of(namesOf(this.#attributes ?? NO_ATTRIBUTES))
    const id = this.#id ?? NO_NAMES
    const classes = this.#class ?? NO_NAMES
    if (id === NO_NAMES) return classes
    return classes === NO_NAMES ? id : this.#book.of(`${id.text} ${classes.text}`)
  }

  #openElement(empty: boolean): void {
    const kind = this.#kind
    const open = this.#open
    this.#impliedEnds(kind)
    const attributes = this.#attributes ?? NO_ATTRIBUTES
    if (kind.isVoid) {
      this.#listener.open(kind.name, attributes, this.#tagStart, kind, this.#has, this.#names())
      return
    }
    if (open.kinds.length >= this.#options.depth && !kind.isRawText) {
      this.truncated = true
      if (!empty) this.#flattened.set(kind.name, (this.#flattened.get(kind.name) ?? 0) + 1)
      return
    }
    open.push(kind)
    this.#listener.open(kind.name, attributes, this.#tagStart, kind, this.#has, this.#names())
    if (empty) this.#pop()
  }

  #impliedEnds(kind: ElementKind): void {
    const open = this.#open
    if (open.foreign > 0 && kind.leavesForeign && !open.inForeignObject) {
      while (open.foreign > 0) this.#pop()
    }
    if (!kind.isHeadContent && open.kinds.at(-1)?.name === 'head') this.#pop()
    if (kind.endsParagraph) this.#endThroughInline(PARAGRAPH)
    // A row ends a cell and the row around it: each iteration ends one element.
    while (this.#endThroughInline(kind.ends, kind.isTablePart) && kind.name !== 'a') {}
  }

  /** Ends the innermost element with these bits if only inline elements (for a table part: no table) are open inside it. */
  #endThroughInline(bits: number, tablePart = false): boolean {
    const { kinds, endable } = this.#open
    if ((bits & endable) === 0) return false
    for (let i = kinds.length - 1; i >= 0; i--) {
      const kind = kinds[i] as ElementKind
      if ((bits & kind.endable) !== 0) {
        while (kinds.length > i) this.#pop()
        return true
      }
      if (tablePart ? kind.name === 'table' : kind.isBlock || kind.isBarrier) return false
    }
    return false
  }

  #closeElement({ name, isInline, isTablePart }: ElementKind): void {
    const { kinds, ended } = this.#open
    for (let i = kinds.length - 1; i >= 0; i--) {
      const kind = kinds[i] as ElementKind
      if (kind.name === name && !ended[i]) {
        while (kinds.length > i) this.#pop()
        return
      }
      if (!isTablePart && kind.isBarrier) return
      if (isInline && kind.isBlock) {
        this.#markEnded(name, i)
        return
      }
    }
  }

  /** `<a><div></a>`: the link ends together with the div. */
  #markEnded(name: string, below: number): void {
    const { kinds, ended } = this.#open
    for (let i = below - 1; i >= 0; i--) {
      const kind = kinds[i] as ElementKind
      if (kind.isBarrier) return
      if (kind.name === name && !ended[i]) {
        ended[i] = true
        return
      }
    }
  }

  #pop(): void {
    const kind = this.#open.pop()
    if (kind === undefined) return
    this.#listener.close(kind.name, kind)
    if (this.#open.ended.at(-1)) this.#pop()
  }
}

/** The most frequent attribute: an object literal is much faster than a computed key. */
function withFirst(name: string, value: string): Record<string, string> {
  return name === 'href' ? { href: value } : { [name]: value }
}
