/** Shorter ones are names of sections or sites. */
const MIN_LENGTH = 12
const MAX_LENGTH = 300

/** The title of the document, and the visible heading that matches it. */
export class DocumentTitle {
  open = false
  #text = ''
  #lower = ''
  #folded = ''
  #found = false

  /** Only the first title is that of the document; svg elements have others. */
  start(): void {
    this.open = this.#text === ''
  }

  text(data: string): void {
    if (this.#text.length < MAX_LENGTH) this.#text += data.slice(0, MAX_LENGTH)
  }

  /** The title, complete. */
  end(): string {
    this.open = false
    this.#lower = this.#text.toLowerCase()
    this.#folded = folded(this.#text)
    return this.#text
  }

  /** Whether a block of this length may still be the heading. */
  mayStandIn(length: number): boolean {
    return !this.#found && length >= MIN_LENGTH && length <= MAX_LENGTH
  }

  /** True once: for the first block whose words are part of the title, as most headings are. */
  isHeading(block: string): boolean {
    if (!this.mayStandIn(block.length)) return false
    // Comparing in full costs more than the rest of the block's reading; most blocks differ in their first word.
    const start = block.trimStart()
    if (!this.#lower.includes(start.slice(0, 4).toLowerCase())) return false
    const words = folded(start)
    this.#found = words.length >= MIN_LENGTH && this.#folded.includes(words)
    return this.#found
  }
}

function folded(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
