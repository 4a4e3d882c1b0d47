import { EventideError } from '../model/errors.ts'
import { QueryScanner } from './query-scanner.ts'

/** Operators before a colon in a query; docs/search.md explains each. */
export const OPERATORS = [
  'title',
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

/** One part of a query. */
export interface QueryPart {
  /** Null for words and phrases. */
  readonly operator: Operator | null
  /** Without quotes; the words of a phrase must be adjacent. */
  readonly value: string
  readonly negated: boolean
  /** The last word is a prefix: `evacu*`. */
  readonly prefix?: true
  /** Several words without quotes after `inclass: `; which of them are the name is decided when the names are known. */
  readonly unquoted?: true
}

/** Alternatives joined by `OR`. */
export type QueryClause = readonly QueryPart[]

export interface Query {
  /** All must match. */
  readonly clauses: readonly QueryClause[]
  /** Messages about parts that could not be used as typed. */
  readonly notes: readonly string[]
}

/** Longer queries are refused before any work is done. */
const MAX_QUERY_LENGTH = 1_000
const operators: ReadonlySet<string> = new Set(OPERATORS)
/** In capitals only: in lower case these are words. */
const OR = new Set(['OR', '|', '||', '｜'])
const CONNECTIVES = new Set([...OR, 'AND', 'NOT'])
/** Prefixes of one letter match too many words. */
const MIN_PREFIX_LENGTH = 2

/**
 * Parses a query: words (all must occur), "phrases", prefixes (`evacu*`), operators with values, `OR` between any of them, and a
 * minus or `NOT` before any of them. `OR` binds more tightly than the implicit AND. Every text is valid: an unknown operator is a
 * word.
 */
export function parseQuery(text: string): Query {
  if (text.length > MAX_QUERY_LENGTH) {
    throw new EventideError(
      'query',
      `The query is longer than ${MAX_QUERY_LENGTH} characters: search for fewer words`,
    )
  }
  return new QueryReader(text).read()
}

class QueryReader {
  readonly #scan: QueryScanner
  readonly #clauses: QueryPart[][] = []
  readonly #notes: string[] = []
  #or = false
  #not = false

  constructor(text: string) {
    this.#scan = new QueryScanner(text)
  }

  read(): Query {
    const scan = this.#scan
    for (scan.skipSpaces(); !scan.done; scan.skipSpaces()) this.#readPart()
    if (this.#or) this.#notes.push('OR has nothing after it, so it was left out')
    if (this.#not) this.#notes.push('NOT has nothing after it, so it was left out')
    return { clauses: this.#clauses, notes: this.#notes }
  }

  #readPart(): void {
    const scan = this.#scan
    const negated = scan.skipMinus()
    if (scan.atQuote) {
      this.#addWords(null, scan.quoted(), negated)
      return
    }
    const name = scan.operatorName()
    const lower = name?.toLowerCase() ?? ''
    if (operators.has(lower)) {
      this.#readOperator(lower as Operator, negated)
      return
    }
    const rest = scan.atQuote ? scan.quoted() : scan.bare()
    if (name === null) {
      if (!negated && CONNECTIVES.has(rest)) this.#connect(rest)
      else this.#addWords(null, rest, negated)
      return
    }
    // A pasted URL is searched as words.
    if (!rest.startsWith('//')) this.#notes.push(`"${name}:" is no operator; it was searched for as a word`)
    this.#addWords(null, `${name} ${rest}`, negated)
  }

  #readOperator(operator: Operator, negated: boolean): void {
    const scan = this.#scan
    const spaced = scan.atSpace
    scan.skipSpaces()
    const quoted = scan.atQuote
    const value = quoted ? scan.quoted() : operator === 'inclass' && spaced ? this.#openName() : scan.bare()
    if (value.trim() === '') {
      this.#notes.push(`${operator}: has no value after it, so it was left out`)
      return
    }
    if (operator === 'title') this.#addWords(operator, value, negated)
    else {
      const unquoted = operator === 'inclass' && !quoted && /\s/u.test(value.trim())
      this.#add({ operator, value: value.trim(), negated, ...(unquoted && { unquoted }) })
    }
  }

  /** Words up to the next operator, quote, minus or connective. */
  #openName(): string {
    const scan = this.#scan
    const words: string[] = []
    for (; !scan.done && !scan.atQuote && !scan.atMinus; scan.skipSpaces()) {
      const name = scan.peekOperatorName()
      if (CONNECTIVES.has(scan.peekBare()) || operators.has(name?.toLowerCase() ?? '')) break
      words.push(scan.bare())
    }
    return words.join(' ')
  }

  #connect(word: string): void {
    if (word === 'NOT') this.#not = true
    else if (!OR.has(word)) return
    else if (this.#clauses.length === 0) this.#notes.push('OR has nothing before it, so it was left out')
    else this.#or = true
  }

  #addWords(operator: 'title' | null, typed: string, negated: boolean): void {
    const trimmed = typed.trimEnd()
    let end = trimmed.length
    while (trimmed[end - 1] === '*') end--
    const stars = end < trimmed.length
    const value = trimmed.slice(0, end).trim()
    if (value.includes('*'))
      this.#notes.push(`"${value}": * works at the end of a word only; it was ignored elsewhere`)
    if (!stars) this.#add({ operator, value, negated })
    else if (value === '') this.#notes.push('* needs the beginning of a word before it, so it was left out')
    else if (isTooShort(value)) {
      this.#notes.push(
        `"${value}*": type at least ${MIN_PREFIX_LENGTH} letters before *; it was searched for as a word`,
      )
      this.#add({ operator, value, negated })
    } else this.#add({ operator, value, negated, prefix: true })
  }

  #add(part: QueryPart): void {
    const value = part.value.trim()
    if (value === '') return
    const read = { ...part, value, negated: part.negated !== this.#not }
    const last = this.#clauses.at(-1)
    if (this.#or && last) last.push(read)
    else this.#clauses.push([read])
    this.#or = false
    this.#not = false
  }
}

/** A single ideograph is a word, a single letter is not. */
function isTooShort(value: string): boolean {
  const last = value.split(/\s/u).at(-1) ?? ''
  return [...last].length < MIN_PREFIX_LENGTH && !/\p{Script=Han}/u.test(last)
}
