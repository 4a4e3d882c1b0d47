import { memoize } from '../cache/memo.ts'
import { indexTermsOf } from '../text/terms.ts'
import type { SearchWord } from './search-query.ts'

export interface Snippet {
  readonly text: string
  /** Spans of `text` that match the query, in order, not overlapping. */
  readonly marks: readonly (readonly [number, number])[]
}

/** Length of a snippet in characters. */
const SNIPPET_LENGTH = 240
/** Characters shown before the first marked word. */
const CONTEXT = 40
/** Maximum number of characters searched for the best passage. */
const MAX_SEARCHED_LENGTH = 100_000

/** The passage of a page with the most different query words, which are marked. */
export function snippetOf(text: string, words: readonly SearchWord[], language: string): Snippet {
  const searched = text.slice(0, MAX_SEARCHED_LENGTH)
  const marks = marksIn(searched, words, language)
  const start = bestStart(searched, marks)
  const end = Math.min(searched.length, start + SNIPPET_LENGTH)
  const before = start > 0 ? '… ' : ''
  const after = end < text.length ? ' …' : ''
  const shown = searched.slice(start, end).replace(/\s/gu, ' ')
  return {
    text: `${before}${shown}${after}`,
    marks: marks
      .filter(({ from, to }) => from >= start && to <= end)
      .map(({ from, to }) => [from - start + before.length, to - start + before.length] as const),
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

/** Comparing first letters, where that is safe, avoids stemming most words. */
function mayHaveTerm(terms: Iterable<string>, language: string): (word: string) => boolean {
  if (CHANGING_STARTS.has(language)) return () => true
  const starts = new Set(Array.from(terms, (term) => term.charCodeAt(0)))
  return (word) => {
    const first = word.charCodeAt(0)
    return first > 0x7f || starts.has(first) || starts.has(first | LOWER_CASE)
  }
}
/** The bit that distinguishes ASCII capitals from lower-case letters. */
const LOWER_CASE = 0x20

interface Mark {
  readonly from: number
  readonly to: number
  readonly word: number
}

/**
 * Words whose stem equals that of a query word, or that start with a query prefix; in unspaced scripts, every occurrence of the
 * query word.
 */
function marksIn(text: string, words: readonly SearchWord[], language: string): Mark[] {
  const wanted = new Map<string, number>()
  const substrings: [string, number][] = []
  const starts: [string, number][] = []
  for (const [i, { text: word, prefix }] of words.entries()) {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word))
      substrings.push([word, i])
    else {
      for (const term of indexTermsOf(word, language)) wanted.set(term, i)
      if (prefix) starts.push([(word.split(/\s/u).at(-1) ?? '').toLowerCase(), i])
    }
  }
  const marks: Mark[] = []
  if (wanted.size > 0) {
    const stem = stemIn(language)
    const may = mayHaveTerm(wanted.keys(), language)
    for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      const start = starts.find(([start]) => match[0].toLowerCase().startsWith(start))
      if (start === undefined && !may(match[0])) continue
      const word = start?.[1] ?? wanted.get(stem(match[0]))
      if (word !== undefined) marks.push({ from: match.index, to: match.index + match[0].length, word })
    }
  }
  for (const [word, i] of substrings) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      marks.push({ from: at, to: at + word.length, word: i })
    }
  }
  marks.sort((a, b) => a.from - b.from)
  return marks.filter((mark, i) => i === 0 || mark.from >= marks[i - 1]!.to)
}

/** Start of the window with the most different words; the first of equals. */
function bestStart(text: string, marks: readonly Mark[]): number {
  let best = 0
  let bestWords = 0
  let last = 0
  const inWindow = new Map<number, number>()
  for (const [first, mark] of marks.entries()) {
    while (last < marks.length && marks[last]!.to <= mark.from + SNIPPET_LENGTH - CONTEXT) {
      const { word } = marks[last]!
      inWindow.set(word, (inWindow.get(word) ?? 0) + 1)
      last++
    }
    if (inWindow.size > bestWords) {
      bestWords = inWindow.size
      best = mark.from
    }
    const left = (inWindow.get(mark.word) ?? 0) - 1
    if (left > 0) inWindow.set(mark.word, left)
    else inWindow.delete(mark.word)
    if (last <= first) last = first + 1
  }
  if (best <= CONTEXT) return 0
  const space = text.indexOf(' ', best - CONTEXT)
  return space >= 0 && space < best ? space + 1 : best - CONTEXT
}
