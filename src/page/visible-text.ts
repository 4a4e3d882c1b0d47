import { clip, fold, startsBlank } from './fold.ts'

/** Visible text as it grows: white space folded, blocks on lines of their own. Offsets into it stay valid. */
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

  /** Adds text; returns where it starts, or -1 when there was nothing to add. */
  append(data: string): number {
    if (isIndentation(data)) {
      this.#space = true
      return -1
    }
    const separator =
      this.#length === 0 ? '' : this.#line ? '\n' : this.#space || startsBlank(data) ? ' ' : ''
    const room = this.#limit - this.#length - separator.length
    if (room <= 0) {
      if (data.trim()) this.truncated = true
      return -1
    }
    const folded = fold(data.length > room * 2 ? data.slice(0, room * 2) : data)
    const content = folded.trim()
    if (!content) {
      this.#space ||= folded !== ''
      return -1
    }
    const part = clip(content, 0, room)
    if (part.length < content.length || data.length > room * 2) this.truncated = true
    if (separator) this.#push(separator)
    this.#line = false
    this.#space = folded.endsWith(' ')
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

/** Half of the text between tags only lays out the source. */
function isIndentation(data: string): boolean {
  return data !== '' && data.charCodeAt(0) <= 0x20 && data.trim() === ''
}
