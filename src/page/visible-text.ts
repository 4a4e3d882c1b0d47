import { BLANK_FIRST, NEEDS_FOLDING, WORDS } from '../text/text-marks.ts'
import { clip, fold } from './fold.ts'

const SPACE = 32

/**
 * The visible text while it grows: white space folded, blocks on separate lines. Offsets into it stay valid.
 */
export class VisibleText {
  truncated = false
  readonly #limit: number
  readonly #parts: string[] = []
  #length = 0
  #space = false
  #line = false

  constructor(limit: number) {
    this.#limit = limit
  }

  get length(): number {
    return this.#length
  }

  /** The next text starts a new line. */
  get atLineStart(): boolean {
    return this.#line || this.#length === 0
  }

  breakLine(): void {
    this.#line = true
  }

  /** Adds text with the properties in `marks`; returns its start, or -1 if there was nothing to add. */
  append(data: string, marks: number): number {
    // Two thirds of the text between tags is only indentation.
    if ((marks & WORDS) === 0) {
      this.#space = true
      return -1
    }
    const separator =
      this.#length === 0 ? '' : this.#line ? '\n' : this.#space || (marks & BLANK_FIRST) !== 0 ? ' ' : ''
    const room = this.#limit - this.#length - separator.length
    if (room <= 0) {
      this.truncated = true
      return -1
    }
    const whole = data.length > room * 2 ? data.slice(0, room * 2) : data
    const folded = (marks & NEEDS_FOLDING) === 0 ? whole : fold(whole)
    const content = folded.trim()
    if (!content) {
      this.#space ||= folded !== ''
      return -1
    }
    const part = content.length > room ? clip(content, 0, room) : content
    if (part.length < content.length || data.length > room * 2) this.truncated = true
    if (separator) this.#push(separator)
    this.#line = false
    this.#space = folded.charCodeAt(folded.length - 1) === SPACE
    const start = this.#length
    this.#push(part)
    return start
  }

  toString(): string {
    return this.#parts.join('')
  }

  #push(part: string): void {
    this.#parts.push(part)
    this.#length += part.length
  }
}
