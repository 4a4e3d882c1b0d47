import { DIGITS, WORDS } from '../text/text-marks.ts'

/** A dateline is at the start or end of a paragraph, never in the middle of a long one. */
const START = 300
const END = 160
/** The first and last characters of the current block. Most blocks have no date, and their pieces are never joined. */
export class BlockText {
  end = ''
  /** Characters of visible text before the block. */
  at = 0
  /** Characters of its start so far. */
  length = 0
  /** Marks of its text. */
  marks = 0
  readonly #pieces: string[] = []
  #count = 0

  get hasDigit(): boolean {
    return (this.marks & DIGITS) !== 0
  }

  get hasWords(): boolean {
    return (this.marks & WORDS) !== 0
  }

  append(gap: string, data: string, marks: number): void {
    this.marks |= marks
    if (this.length >= START) {
      this.end = (this.end + gap + data.slice(-END)).slice(-END)
      return
    }
    const kept = data.slice(0, START)
    this.#pieces[this.#count++] = gap
    this.#pieces[this.#count++] = kept
    this.length += gap.length + kept.length
  }

  start(): string {
    let start = ''
    for (let i = 0; i < this.#count; i++) start += this.#pieces[i]
    return start
  }

  clear(at: number): void {
    this.#count = 0
    this.length = 0
    this.marks = 0
    this.end = ''
    this.at = at
  }
}
