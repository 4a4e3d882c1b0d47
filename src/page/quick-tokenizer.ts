import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** What the tokenizer says of a document: whole attributes at once where it can. */
export interface QuickCallbacks extends TokenizerCallbacks {
  /** In place of `onopentagname`. False, with nothing done, for an element whose content may be bare text. */
  onplaintag(start: number, end: number): boolean
  /** In place of `onattribname`. False if nobody wants the value; else its value follows, or the library's callbacks for the same attribute. */
  onplainattrib(start: number, end: number): boolean
  /** In place of `onattribdata` and `onattribend`. */
  onplainvalue(start: number, end: number): void
}

/** What is relied on of htmlparser2's tokenizer beyond its types; the test holds both against each other. */
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

const IN_TEXT = 1
const BEFORE_ATTRIBUTE_NAME = 8

const SPACE = 32
const EXCLAMATION_MARK = 33
const DOUBLE_QUOTE = 34
const AMPERSAND = 38
const SINGLE_QUOTE = 39
const SLASH = 47
const EQUALS = 61
const GREATER_THAN = 62

/**
 * htmlparser2's tokenizer for one document in one piece, except that it reads text, plain tags and comments by itself: the
 * library goes through its states for every character, and nearly all characters of a page only say that the state stays
 * the same. Whatever is not plain (entities, scripts, declarations, tags that never end) is left to the library.
 */
export class QuickTokenizer extends Base {
  readonly #callbacks: QuickCallbacks
  /** Where the last tag ends: behind it no tag is plain, and before it no search for an end runs off the document. */
  #lastEnd = -1
  /** The first `<` and the first `&` not behind what was read, so that no stretch is searched twice; the end when there is none. */
  #nextTag = -1
  #nextEntity = -1

  constructor(options: { recognizeSelfClosing: boolean }, callbacks: QuickCallbacks) {
    super(options, callbacks)
    this.#callbacks = callbacks
  }

  read(document: string): void {
    this.#lastEnd = document.lastIndexOf('>')
    this.write(document)
    this.end()
  }

  /** The library asks before every character. */
  override shouldContinue(): boolean {
    if (this.state === IN_TEXT) this.#readPlain(this.index)
    else if (this.state === BEFORE_ATTRIBUTE_NAME) this.#resumeTag()
    return this.index < this.buffer.length
  }

  override fastForwardTo(code: number): boolean {
    const at = this.buffer.indexOf(String.fromCharCode(code), this.index + 1)
    // The caller's loop goes on behind the index.
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
    const { buffer } = this
    let at = this.index + 1
    for (; at < buffer.length; at++) {
      const next = buffer.charCodeAt(at)
      if (next === code || next === AMPERSAND) break
    }
    this.index = at - 1
  }

  /** Text and tags from `start` up to the first thing that is not plain. */
  #readPlain(start: number): void {
    let at = start
    while (at >= 0) {
      if (this.#nextTag < at) this.#nextTag = this.#find('<', at)
      const tag = this.#nextTag
      if (this.#hasEntity(at, tag)) {
        this.index = this.#nextEntity
        return
      }
      this.index = tag
      if (tag === this.buffer.length) return
      if (tag > this.sectionStart) this.#callbacks.ontext(this.sectionStart, tag)
      this.sectionStart = tag
      at = this.#plainTag(tag)
      if (at >= 0) this.sectionStart = at
    }
  }

  #hasEntity(start: number, end: number): boolean {
    if (this.#nextEntity < start) this.#nextEntity = this.#find('&', start)
    return this.#nextEntity < end
  }

  #find(character: string, start: number): number {
    const at = this.buffer.indexOf(character, start)
    return at < 0 ? this.buffer.length : at
  }

  /** Where the tag or comment ends that starts at `start`; -1 when the library has to go on from the index. */
  #plainTag(start: number): number {
    if (start >= this.#lastEnd) return -1
    const code = this.buffer.charCodeAt(start + 1)
    if (isLetter(code)) return this.#startTag(start)
    if (code === SLASH) return this.#endTag(start)
    return code === EXCLAMATION_MARK ? this.#comment(start) : -1
  }

  #endTag(start: number): number {
    const { buffer } = this
    if (!isLetter(buffer.charCodeAt(start + 2))) return -1
    const end = nameEnd(buffer, start + 3)
    this.#callbacks.onclosetag(start + 2, end)
    return buffer.charCodeAt(end) === GREATER_THAN ? end + 1 : buffer.indexOf('>', end) + 1
  }

  /** Comments that are closed as they should be. */
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
    const end = nameEnd(this.buffer, start + 2)
    return this.#callbacks.onplaintag(start + 1, end) ? this.#attributes(end) : -1
  }

  /** The library read an attribute, or the name of an element whose content may be bare text. */
  #resumeTag(): void {
    if (this.index >= this.#lastEnd) return
    const end = this.#attributes(this.index)
    if (end < 0) return
    this.state = IN_TEXT
    this.sectionStart = end
    this.#readPlain(end)
  }

  /** The attributes of a tag and its end; -1 when the library has to go on from the index. */
  #attributes(start: number): number {
    const { buffer } = this
    const callbacks = this.#callbacks
    let at = start
    for (;;) {
      let code = buffer.charCodeAt(at)
      while (isWhite(code)) code = buffer.charCodeAt(++at)
      if (code === GREATER_THAN) {
        if (this.isSpecial) return this.#leaveAt(at)
        callbacks.onopentagend(at)
        return at + 1
      }
      if (code === SLASH) {
        if (this.isSpecial || buffer.charCodeAt(at + 1) !== GREATER_THAN) return this.#leaveAt(at)
        callbacks.onselfclosingtag(at + 1)
        return at + 2
      }
      const name = at
      // Whatever it is, the first character belongs to the name.
      do code = buffer.charCodeAt(++at)
      while (code !== EQUALS && !endsName(code))
      const end = at
      while (isWhite(code)) code = buffer.charCodeAt(++at)
      let value = end
      let valueEnd = end
      if (code === EQUALS) {
        do code = buffer.charCodeAt(++at)
        while (isWhite(code))
        value = at
        if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
          valueEnd = buffer.indexOf(code === DOUBLE_QUOTE ? '"' : "'", ++value)
          if (valueEnd < 0 || valueEnd > this.#lastEnd) return this.#leaveAt(name)
          at = valueEnd + 1
        } else {
          while (code !== GREATER_THAN && !isWhite(code)) code = buffer.charCodeAt(++at)
          valueEnd = at
        }
      }
      if (callbacks.onplainattrib(name, end)) {
        if (this.#hasEntity(value, valueEnd)) return this.#leaveAt(name)
        callbacks.onplainvalue(value, valueEnd)
      }
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

function nameEnd(text: string, from: number): number {
  let at = from
  while (!endsName(text.charCodeAt(at))) at++
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
