import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { BLANK, BLANK_FIRST, joined, MARKS_OF, marksOf, STOP } from '../text/text-marks.ts'

/** Callbacks of the tokenizer; whole attributes at once where possible. */
export interface QuickCallbacks extends TokenizerCallbacks {
  /** Instead of `onopentagname`. Returns false, without effect, for an element whose content may be plain text. */
  onplaintag(start: number, end: number): boolean
  /**
   * Instead of `onattribname`, `onattribdata` and `onattribend`; `hash` is computed from the value. Returns false, without effect, to get
   * the attribute through those callbacks: for a needed value with entities.
   */
  onplainattrib(
    name: number,
    nameEnd: number,
    value: number,
    valueEnd: number,
    hash: number,
    hasEntity: boolean,
  ): boolean
  /** Instead of `ontext`, with the marks of the text. */
  onplaintext(start: number, end: number, marks: number): void
}

/** Private members of htmlparser2's tokenizer that are used or overridden here; tokenizer-internals.test.ts checks that they exist. */
interface TokenizerInternals {
  state: number
  buffer: string
  index: number
  sectionStart: number
  isSpecial: boolean
  write(chunk: string): void
  end(): void
  shouldContinue(): boolean
  fastForwardTo(code: number): boolean
  stateInAttributeValueDoubleQuotes(code: number): void
  stateInAttributeValueSingleQuotes(code: number): void
}

const Base = Tokenizer as unknown as new (
  options: { recognizeSelfClosing: boolean },
  callbacks: TokenizerCallbacks,
) => TokenizerInternals

export const IN_TEXT = 1
export const BEFORE_ATTRIBUTE_NAME = 8

const SPACE = 32
const EXCLAMATION_MARK = 33
const DOUBLE_QUOTE = 34
const AMPERSAND = 38
const SINGLE_QUOTE = 39
const SLASH = 47
const EQUALS = 61
const GREATER_THAN = 62

/**
 * htmlparser2's tokenizer for a complete document, which reads text, simple tags and comments itself: the library runs its state machine
 * for every character, and nearly all characters do not change the state. Everything else (entities, scripts, declarations, unclosed
 * tags) is left to the library.
 */
export class QuickTokenizer extends Base {
  readonly #callbacks: QuickCallbacks
  /** Code units of the document, followed by one `<`. */
  readonly #units: Uint16Array
  /** End of the last tag: before it, a search for the end of a tag always succeeds. */
  #lastEnd = -1

  constructor(options: { recognizeSelfClosing: boolean }, callbacks: QuickCallbacks, units: Uint16Array) {
    super(options, callbacks)
    this.#callbacks = callbacks
    this.#units = units
  }

  /** Reads the document whose code units were given. */
  read(document: string): void {
    this.#lastEnd = document.lastIndexOf('>')
    this.write(document)
    this.end()
  }

  /** Called by the library before every character. */
  override shouldContinue(): boolean {
    if (this.state === IN_TEXT) this.#readPlain(this.index)
    else if (this.state === BEFORE_ATTRIBUTE_NAME) this.#resumeTag()
    return this.index < this.buffer.length
  }

  override fastForwardTo(code: number): boolean {
    const at = this.buffer.indexOf(String.fromCharCode(code), this.index + 1)
    // The caller's loop continues after the index.
    this.index = at < 0 ? this.buffer.length - 1 : at
    return at >= 0
  }

  override stateInAttributeValueDoubleQuotes(code: number): void {
    if (code === DOUBLE_QUOTE || code === AMPERSAND) super.stateInAttributeValueDoubleQuotes(code)
    else this.#stepOver(DOUBLE_QUOTE)
  }

  override stateInAttributeValueSingleQuotes(code: number): void {
    if (code === SINGLE_QUOTE || code === AMPERSAND) super.stateInAttributeValueSingleQuotes(code)
    else this.#stepOver(SINGLE_QUOTE)
  }

  /** To the last character before `code` or an entity. */
  #stepOver(code: number): void {
    const units = this.#units
    const { length } = this.buffer
    let at = this.index + 1
    for (; at < length; at++) {
      const next = units[at]
      if (next === code || next === AMPERSAND) break
    }
    this.index = at - 1
  }

  /** Text and tags from `start` up to the first thing that is not plain. */
  #readPlain(start: number): void {
    const units = this.#units
    const { length } = this.buffer
    let at = start
    while (at >= 0) {
      const from = at
      let own = MARKS_OF[units[at] as number] as number
      let marks = (own & BLANK) === 0 ? 0 : BLANK_FIRST
      let before = 0
      while ((own & STOP) === 0) {
        marks |= joined(before, own)
        before = own
        own = MARKS_OF[units[++at] as number] as number
      }
      this.index = at
      if (at === length || units[at] === AMPERSAND) return
      const { sectionStart } = this
      if (at > sectionStart) {
        // The library may have read the beginning of the text.
        if (sectionStart < from) marks = marksOf(units, sectionStart, at)
        this.#callbacks.onplaintext(sectionStart, at, marks)
      }
      this.sectionStart = at
      at = this.#plainTag(at)
      if (at >= 0) this.sectionStart = at
    }
  }

  /** The end of the tag or comment at `start`; -1 when the library must continue from the index. */
  #plainTag(start: number): number {
    if (start >= this.#lastEnd) return -1
    const code = this.#units[start + 1] as number
    if (isLetter(code)) return this.#startTag(start)
    if (code === SLASH) return this.#endTag(start)
    return code === EXCLAMATION_MARK ? this.#comment(start) : -1
  }

  #endTag(start: number): number {
    const units = this.#units
    if (!isLetter(units[start + 2] as number)) return -1
    let end = nameEnd(units, start + 3)
    this.#callbacks.onclosetag(start + 2, end)
    while (units[end] !== GREATER_THAN) end++
    return end + 1
  }

  /** Properly closed comments. */
  #comment(start: number): number {
    const { buffer } = this
    const content = start + 4
    if (
      !buffer.startsWith('--', start + 2) ||
      buffer.startsWith('>', content) ||
      buffer.startsWith('->', content)
    )
      return -1
    let end = buffer.indexOf('--', content)
    while (end >= 0 && buffer.charCodeAt(end + 2) !== GREATER_THAN) {
      if (buffer.charCodeAt(end + 2) === EXCLAMATION_MARK) return -1
      end = buffer.indexOf('--', end + 1)
    }
    if (end < 0) return -1
    this.#callbacks.oncomment(content, end + 2, 2)
    return end + 3
  }

  #startTag(start: number): number {
    const end = nameEnd(this.#units, start + 2)
    return this.#callbacks.onplaintag(start + 1, end) ? this.#attributes(end) : -1
  }

  /** Continues after the library has read an attribute, or the name of an element whose content may be plain text. */
  #resumeTag(): void {
    if (this.index >= this.#lastEnd) return
    const end = this.#attributes(this.index)
    if (end < 0) return
    this.state = IN_TEXT
    this.sectionStart = end
    this.#readPlain(end)
  }

  /** Reads attributes up to the end of the tag; -1 when the library must continue from the index. */
  #attributes(start: number): number {
    const units = this.#units
    const callbacks = this.#callbacks
    const lastEnd = this.#lastEnd
    let at = start
    for (;;) {
      let code = units[at] as number
      while (isWhite(code)) code = units[++at] as number
      if (code === GREATER_THAN) {
        if (this.isSpecial) return this.#leaveAt(at)
        callbacks.onopentagend(at)
        return at + 1
      }
      if (code === SLASH) {
        if (this.isSpecial || units[at + 1] !== GREATER_THAN) return this.#leaveAt(at)
        callbacks.onselfclosingtag(at + 1)
        return at + 2
      }
      const name = at
      // The first character always belongs to the name.
      do code = units[++at] as number
      while (code !== EQUALS && !endsName(code))
      const end = at
      while (isWhite(code)) code = units[++at] as number
      let value = end
      let valueEnd = end
      let hash = 0
      let hasEntity = false
      if (code === EQUALS) {
        do code = units[++at] as number
        while (isWhite(code))
        value = at
        if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
          const quote = code
          at = ++value
          for (code = units[at] as number; code !== quote && at < lastEnd; code = units[++at] as number) {
            hash = (hash * 31 + code) | 0
            if (code === AMPERSAND) hasEntity = true
          }
          if (at === lastEnd) return this.#leaveAt(name)
          valueEnd = at++
        } else {
          for (; code !== GREATER_THAN && !isWhite(code); code = units[++at] as number) {
            hash = (hash * 31 + code) | 0
            if (code === AMPERSAND) hasEntity = true
          }
          valueEnd = at
        }
      }
      if (!callbacks.onplainattrib(name, end, value, valueEnd, hash, hasEntity)) return this.#leaveAt(name)
    }
  }

  /** The rest of a tag, from an attribute on, is not plain. */
  #leaveAt(index: number): number {
    this.state = BEFORE_ATTRIBUTE_NAME
    this.sectionStart = -1
    this.index = index
    return -1
  }
}

function nameEnd(units: Uint16Array, from: number): number {
  let at = from
  while (!endsName(units[at] as number)) at++
  return at
}

function endsName(code: number): boolean {
  return code <= GREATER_THAN && (code === GREATER_THAN || code === SLASH || isWhite(code))
}

/** Space, tab, line feed, form feed and carriage return. */
function isWhite(code: number): boolean {
  return code <= SPACE && (code === SPACE || code === 10 || code === 9 || code === 13 || code === 12)
}

function isLetter(code: number): boolean {
  const small = code | 0x20
  return small >= 97 && small <= 122
}
