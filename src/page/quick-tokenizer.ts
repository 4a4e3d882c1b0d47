import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** What is relied on of htmlparser2's tokenizer beyond its types; the test holds both against each other. */
interface TokenizerInternals {
  buffer: string
  offset: number
  index: number
  write(chunk: string): void
  end(): void
  fastForwardTo(code: number): boolean
  stateText(code: number): void
  stateInAttributeValueDoubleQuotes(code: number): void
  stateInAttributeValueSingleQuotes(code: number): void
}

const Base = Tokenizer as unknown as new (
  options: { recognizeSelfClosing: boolean },
  callbacks: TokenizerCallbacks,
) => TokenizerInternals

const LESS_THAN = 60
const AMPERSAND = 38
const DOUBLE_QUOTE = 34
const SINGLE_QUOTE = 39

/**
 * htmlparser2's tokenizer, except that it steps over text, attribute values and scripts at once: it goes through its states
 * for every character, and nearly all characters of a page only say that the state stays the same.
 */
export class QuickTokenizer extends Base {
  override fastForwardTo(code: number): boolean {
    const at = this.buffer.indexOf(String.fromCharCode(code), this.index + 1 - this.offset)
    // The caller's loop goes on behind the index.
    this.index = this.offset + (at < 0 ? this.buffer.length - 1 : at)
    return at >= 0
  }

  override stateText(code: number): void {
    if (code === LESS_THAN || code === AMPERSAND) super.stateText(code)
    else this.#stepOver(LESS_THAN)
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
    const { buffer, offset } = this
    let at = this.index - offset + 1
    for (; at < buffer.length; at++) {
      const next = buffer.charCodeAt(at)
      if (next === code || next === AMPERSAND) break
    }
    this.index = at - 1 + offset
  }
}
