/** The dateline stands at the start of a paragraph or at its end, never in the middle of a long one. */
const START = 300
const END = 160
/** Every date holds a digit of some script, or a Han or Korean sign for the year. */
const DIGIT = /[\d年년٠-٩۰-۹०-९০-৯๐-๙０-９]/

/** The first and the last characters of the block of text being read. Most blocks hold no date and are never put together. */
export class BlockText {
  end = ''
  /** Characters of visible text before the block. */
  at = 0
  /** Characters of its start so far. */
  length = 0
  hasDigit = false
  readonly #pieces: string[] = []
  #count = 0

  append(gap: string, data: string): void {
    if (!this.hasDigit && DIGIT.test(data)) this.hasDigit = true
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
    this.hasDigit = false
    this.end = ''
    this.at = at
  }
}
