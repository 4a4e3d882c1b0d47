import { clip, fold } from './fold.ts'

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
    const room = this.#limit - this.#length
    if (room <= 0) {
      if (data.trim()) this.truncated = true
      return -1
    }
    let folded = fold(data.length > room * 2 ? data.slice(0, room * 2) : data)
    const leads = folded.startsWith(' ')
    const trails = folded.length > 1 && folded.endsWith(' ')
    folded = folded.slice(leads ? 1 : 0, trails ? -1 : undefined)
    if (!folded) {
      this.#space ||= leads
      return -1
    }
    if (this.#length > 0) {
      if (this.#line) this.#push('\n')
      else if (this.#space || leads) this.#push(' ')
    }
    if (folded.length > room) {
      folded = clip(folded, 0, room)
      this.truncated = true
    }
    this.#line = false
    this.#space = trails
    const start = this.#length
    this.#push(folded)
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
