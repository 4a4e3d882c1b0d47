/** A longer word before a colon is not an operator. */
const MAX_OPERATOR_LENGTH = 12
const QUOTES = new Set(['"', '“', '”', '„', '«', '»', '「', '」', '『', '』'])
const COLONS = new Set([':', '：'])
const MINUSES = new Set(['-', '−', '－'])

/** Scans a query from left to right in linear time. */
export class QueryScanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get done(): boolean {
    return this.#at >= this.#text.length
  }

  get atQuote(): boolean {
    return QUOTES.has(this.#here)
  }

  get atMinus(): boolean {
    return MINUSES.has(this.#here)
  }

  get atSpace(): boolean {
    return !this.done && isSpace(this.#here)
  }

  get #here(): string {
    return this.#text.charAt(this.#at)
  }

  skipSpaces(): void {
    while (this.atSpace) this.#at++
  }

  /** True if the minus is directly followed by something. */
  skipMinus(): boolean {
    if (!this.atMinus) return false
    while (this.atMinus) this.#at++
    return !this.done && !isSpace(this.#here)
  }

  /** Up to the next quote of any kind, or the end. */
  quoted(): string {
    const start = ++this.#at
    while (!this.done && !this.atQuote) this.#at++
    return this.#text.slice(start, this.#at++)
  }

  /** Up to the next space or quote. */
  bare(): string {
    const word = this.peekBare()
    this.#at += word.length
    return word
  }

  /** The same, and nothing is read. */
  peekBare(): string {
    let end = this.#at
    for (; end < this.#text.length; end++) {
      const character = this.#text.charAt(end)
      if (QUOTES.has(character) || isSpace(character)) break
    }
    return this.#text.slice(this.#at, end)
  }

  /** The letters before a colon; null, and nothing read, when there are none. */
  operatorName(): string | null {
    const name = this.peekOperatorName()
    if (name !== null) this.#at += name.length + 1
    return name
  }

  /** The same, and nothing is read. */
  peekOperatorName(): string | null {
    let end = this.#at
    while (end - this.#at <= MAX_OPERATOR_LENGTH && isLetter(this.#text.charCodeAt(end))) end++
    if (end === this.#at || !COLONS.has(this.#text.charAt(end))) return null
    return this.#text.slice(this.#at, end)
  }
}

function isSpace(character: string): boolean {
  return /^\s$/u.test(character)
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}
