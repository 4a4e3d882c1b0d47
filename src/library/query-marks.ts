import { memoize } from '../cache/memo.ts'
import { eachLetterRun } from '../text/letter-runs.ts'
import { indexTermsOf } from '../text/terms.ts'
import type { SearchWord } from './search-query.ts'

/** An occurrence of a query word in a text. */
export interface Mark {
  readonly from: number
  readonly to: number
  /** Index of the query word. */
  readonly word: number
}

/** Finds the words of a query in texts; what it must know about a language is computed once. */
export class QueryMarks {
  readonly #words: readonly SearchWord[]
  readonly #finders = new Map<string, Finder>()

  constructor(words: readonly SearchWord[]) {
    this.#words = words
  }

  /** In the order of the text, not overlapping. */
  in(text: string, language: string): Mark[] {
    let finder = this.#finders.get(language)
    if (!finder) {
      finder = new Finder(this.#words, language)
      this.#finders.set(language, finder)
    }
    return finder.marksIn(text)
  }
}

/** Scripts in which words are found as substrings. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** The words of a query in one language. */
class Finder {
  readonly #language: string
  /** Index of the query word of each stem. */
  readonly #wanted = new Map<string, number>()
  readonly #substrings: (readonly [string, number])[] = []
  readonly #starts: (readonly [string, number])[] = []
  readonly #mayHaveStem: (unit: number) => boolean

  constructor(words: readonly SearchWord[], language: string) {
    this.#language = language
    for (const [i, { text: word, prefix }] of words.entries()) {
      if (UNSPACED.test(word)) this.#substrings.push([word, i])
      else {
        for (const term of indexTermsOf(word, language)) this.#wanted.set(term, i)
        if (prefix) this.#starts.push([(word.split(/\s/u).at(-1) ?? '').toLowerCase(), i])
      }
    }
    this.#mayHaveStem = firstUnitTest(this.#wanted.keys(), language)
  }

  /**
   * Words whose stem equals that of a query word, or that start with a query prefix; in unspaced scripts, every occurrence of the
   * query word.
   */
  marksIn(text: string): Mark[] {
    const marks: Mark[] = []
    if (this.#wanted.size > 0) {
      const stem = stemIn(this.#language)
      eachLetterRun(text, (from, to) => {
        let word = this.#starts.length > 0 ? this.#startOf(text.slice(from, to)) : undefined
        if (word === undefined && this.#mayHaveStem(text.charCodeAt(from)))
          word = this.#wanted.get(stem(text.slice(from, to)))
        if (word !== undefined) marks.push({ from, to, word })
      })
    }
    for (const [word, i] of this.#substrings) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        marks.push({ from: at, to: at + word.length, word: i })
      }
    }
    marks.sort((a, b) => a.from - b.from)
    return marks.filter((mark, i) => i === 0 || mark.from >= marks[i - 1]!.to)
  }

  /** Index of the query word that begins this one. */
  #startOf(word: string): number | undefined {
    const lowerCase = word.toLowerCase()
    return this.#starts.find(([start]) => lowerCase.startsWith(start))?.[1]
  }
}

/** Number of cached words per language: texts about one event share most of theirs. */
const REMEMBERED = 20_000
/** Longer runs of letters are not words. */
const MAX_WORD_LENGTH = 100

const stems = new Map<string, (word: string) => string>()

/** The term of a word in a language, cached: stemming every word of twenty pages would take longer than the search. */
function stemIn(language: string): (word: string) => string {
  let stem = stems.get(language)
  if (!stem) {
    const remembered = memoize(REMEMBERED, (word) => indexTermsOf(word, language)[0] ?? '')
    stem = (word) => (word.length > MAX_WORD_LENGTH ? '' : remembered(word))
    stems.set(language, stem)
  }
  return stem
}

/** Languages whose stemmers remove or change prefixes, or whose capitals are not ASCII. */
const CHANGING_STARTS = new Set(['id', 'ms', 'tr', 'az', 'ga', 'nl'])
/** The bit that distinguishes ASCII capitals from lower-case letters. */
const LOWER_CASE = 0x20

/** Comparing first letters, where that is safe, avoids stemming most words. */
function firstUnitTest(terms: Iterable<string>, language: string): (unit: number) => boolean {
  const isAnyAscii = CHANGING_STARTS.has(language)
  const starts = new Uint8Array(0x80)
  for (const term of terms) {
    const first = term.charCodeAt(0)
    if (first < starts.length) starts[first] = 1
  }
  return (unit) => {
    // The terms have no character of an unspaced script, and the first term of a word in one begins with such a character.
    if (unit >= starts.length) return !isUnspaced(unit)
    return isAnyAscii || starts[unit] === 1 || starts[unit | LOWER_CASE] === 1
  }
}

const SPACED = 1
const WITHOUT_SPACES = 2
/** Of each UTF-16 unit; 0 if not known yet. */
const spacings = new Uint8Array(0x10000)

function isUnspaced(unit: number): boolean {
  const known = spacings[unit]
  if (known) return known === WITHOUT_SPACES
  const unspaced = UNSPACED.test(String.fromCharCode(unit))
  spacings[unit] = unspaced ? WITHOUT_SPACES : SPACED
  return unspaced
}
