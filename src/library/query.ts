import { EventideError } from '../model/errors.ts'

/** What may stand before a colon in the search box. docs/search.md explains each. */
export const OPERATORS = [
  'site',
  'lang',
  'place',
  'near',
  'within',
  'from',
  'to',
  'inclass',
  'who',
  'kind',
  'verdict',
] as const
export type Operator = (typeof OPERATORS)[number]

/** One thing that was typed. */
export interface QueryPart {
  /** Null for words and phrases. */
  readonly operator: Operator | null
  /** Without quotes; a phrase may hold several words, which stand beside each other. */
  readonly value: string
  readonly negated: boolean
}

export interface Query {
  readonly parts: readonly QueryPart[]
  /** What could not be used as it was typed. */
  readonly notes: readonly string[]
}

/** A query longer than this is no question; it is refused before anything is done with it. */
const MAX_QUERY_LENGTH = 1_000
/** Longer words before a colon are words. */
const MAX_OPERATOR_LENGTH = 12
const QUOTES = new Set(['"', '“', '”', '„', '«', '»', '「', '」', '『', '』'])
const COLONS = new Set([':', '：'])
const MINUSES = new Set(['-', '−', '－'])
const known: ReadonlySet<string> = new Set(OPERATORS)

/**
 * Reads what a person typed: words (all must occur), "phrases", operators with their values, and any of them with a minus before it. Everything
 * is a question: what is no operator is a word. One look at each character, whatever is typed.
 */
export function parseQuery(text: string): Query {
  if (text.length > MAX_QUERY_LENGTH) {
    throw new EventideError(
      'query',
      `the query is longer than ${MAX_QUERY_LENGTH} characters: search for fewer words`,
    )
  }
  const parts: QueryPart[] = []
  const notes: string[] = []
  const add = (operator: Operator | null, value: string, negated: boolean) => {
    const said = value.trim()
    if (said !== '') parts.push({ operator, value: said, negated })
  }
  const scan = new Scanner(text)
  for (scan.skipSpaces(); !scan.done; scan.skipSpaces()) {
    const negated = scan.skipMinus()
    if (scan.atQuote) {
      add(null, scan.quoted(), negated)
      continue
    }
    const name = scan.operatorName()
    const lower = name?.toLowerCase() ?? ''
    if (known.has(lower)) {
      scan.skipSpaces()
      const value = (scan.atQuote ? scan.quoted() : scan.bare()).trim()
      if (value === '') notes.push(`${lower}: has nothing behind it, so it was left out`)
      else add(lower as Operator, value, negated)
      continue
    }
    const rest = scan.atQuote ? scan.quoted() : scan.bare()
    if (name === null) add(null, rest, negated)
    else {
      // An address that was pasted is a question of words, not a mistake.
      if (!rest.startsWith('//')) notes.push(`"${name}:" is no operator; it was searched for as a word`)
      add(null, `${name} ${rest}`, negated)
    }
  }
  return { parts, notes }
}

/** Steps through the text from left to right, never back. */
class Scanner {
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

  get #here(): string {
    return this.#text.charAt(this.#at)
  }

  skipSpaces(): void {
    while (!this.done && isSpace(this.#here)) this.#at++
  }

  /** True when something follows the minus directly. */
  skipMinus(): boolean {
    if (!MINUSES.has(this.#here)) return false
    while (MINUSES.has(this.#here)) this.#at++
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
    const start = this.#at
    while (!this.done && !this.atQuote && !isSpace(this.#here)) this.#at++
    return this.#text.slice(start, this.#at)
  }

  /** The letters before a colon; null, and nothing read, when there are none. */
  operatorName(): string | null {
    let end = this.#at
    while (end - this.#at <= MAX_OPERATOR_LENGTH && isLetter(this.#text.charCodeAt(end))) end++
    if (end === this.#at || !COLONS.has(this.#text.charAt(end))) return null
    const name = this.#text.slice(this.#at, end)
    this.#at = end + 1
    return name
  }
}

function isSpace(character: string): boolean {
  return /^\s$/u.test(character)
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}
