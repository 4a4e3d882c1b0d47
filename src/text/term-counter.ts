import type { WeightedTerm } from '../model/event.ts'
import { foldHan } from './han-variants.ts'
import { knownLanguage, type LanguageCode, rulesOf } from './languages.ts'
import { unify } from './spelling.ts'
import { indexTermsOf, termsOf } from './terms.ts'
import { isUnspaced } from './tokens.ts'

/** Weight of an occurrence by its position among the terms of the text. */
type Worth = (position: number) => number

/** One value per event term, in the order of `terms`. */
interface Tally {
  readonly counts: number[]
  readonly worths: number[]
}

type Group = { readonly text: string; readonly terms: readonly string[]; readonly stems?: readonly string[] }

export interface TermCounter {
  readonly weights: readonly number[]
  readonly terms: readonly string[]
  /**
   * Occurrences of each event term with its synonyms, in the order of `terms`; each position in the text
   * counts once. `terms` of the group must be `termsOf(text, language)`, and `stems`, where it has them, `indexTermsOf`.
   */
  count(group: Group, language: string): number[]
  countText(text: string, language: string): number[]
  /** Like `count`, and also sums the weights of the occurrences. */
  weigh(group: Group, language: string, worth: Worth): Tally
}

/** One spelling of a term: a sequence of stems, and the term that they count for. */
interface Phrase {
  readonly stems: readonly string[]
  readonly term: number
}

type PhraseIndex = ReadonlyMap<string, readonly Phrase[]>

interface Compiled {
  /** By first stem. */
  readonly phrases: PhraseIndex
  /** Phrases that contain stop words ("state of emergency", "The Who"), matched against stems with stop words. */
  readonly exact: PhraseIndex
  /** The content words of the exact phrases, by first word: a text without such a run contains no exact phrase. Null if a phrase may consist of stop words. */
  readonly guards: ReadonlyMap<string, readonly (readonly string[])[]> | null
  /** Terms in unspaced scripts, matched anywhere in the text. */
  readonly patterns: readonly { readonly pattern: RegExp; readonly term: number }[]
}

/** Counts event terms in texts of any language; the terms are prepared once per language. */
export function createTermCounter(terms: readonly WeightedTerm[]): TermCounter {
  const compiled = new Map<LanguageCode, Compiled>()
  const compiledFor = (code: LanguageCode): Compiled => {
    let form = compiled.get(code)
    if (!form) {
      form = compile(terms, code)
      compiled.set(code, form)
    }
    return form
  }

  const weigh = (group: Group, language: string, worth: Worth): Tally => {
    const code = knownLanguage(language)
    const { phrases, exact, guards, patterns } = compiledFor(code)
    const tally = { counts: zeros(terms.length), worths: zeros(terms.length) }
    countPhrases(group.terms, phrases, tally, worth)
    if (exact.size > 0 && (!guards || hasRun(group.terms, guards))) {
      const stems = group.stems ?? stemsOf(group, code)
      countPhrases(stems, exact, tally, scaled(worth, group.terms.length / stems.length))
    }
    if (patterns.length > 0 && isUnspaced(group.text)) {
      const text = searchable(group.text, code)
      const worthAt = scaled(worth, group.terms.length / text.length)
      for (const { pattern, term } of patterns)
        for (const { index } of text.matchAll(pattern)) add(tally, term, worthAt(index))
    }
    return tally
  }
  const count = (group: Group, language: string) => weigh(group, language, NOTHING).counts

  return {
    weights: terms.map(({ weight }) => weight),
    terms: terms.map(({ term }) => term),
    count,
    countText: (text, language) => count({ text, terms: termsOf(text, language) }, language),
    weigh,
  }
}

const allStems = new WeakMap<Group['terms'], readonly string[]>()

/** Includes stop words. Cached because several counters read the same page. */
function stemsOf({ text, terms }: Group, code: LanguageCode): readonly string[] {
  let stems = allStems.get(terms)
  if (!stems) {
    stems = indexTermsOf(text, code)
    allStems.set(terms, stems)
  }
  return stems
}

function compile(terms: readonly WeightedTerm[], code: LanguageCode): Compiled {
  const phrases: Phrase[] = []
  const exact: Phrase[] = []
  const patterns: Compiled['patterns'][number][] = []
  const guards: (readonly string[])[] = []
  for (const [term, { term: name, synonyms = [] }] of terms.entries()) {
    const spellings = [name, ...synonyms]
    const inside = spellings.filter(isUnspaced).map((spelling) => searchable(spelling, code).trim())
    if (inside.length > 0) patterns.push({ pattern: patternOf(inside), term })
    const spaced = spellings
      .filter((spelling) => !isUnspaced(spelling))
      .map((spelling) => formOf(spelling, code))
    for (const { stems, contentWords } of shortest(spaced)) {
      if (contentWords.length === stems.length) {
        phrases.push({ stems, term })
      } else {
        exact.push({ stems, term })
        guards.push(contentWords)
      }
    }
  }
  return {
    phrases: byFirst(phrases, ({ stems }) => stems),
    exact: byFirst(exact, ({ stems }) => stems),
    guards: guards.some(({ length }) => length === 0) ? null : byFirst(guards, (run) => run),
    patterns,
  }
}

interface Form {
  readonly stems: readonly string[]
  /** The stems that are not stop words. */
  readonly contentWords: readonly string[]
}

function formOf(spelling: string, code: LanguageCode): Form {
  return { stems: indexTermsOf(spelling, code), contentWords: termsOf(spelling, code) }
}

/**
 * Drops phrases that contain another: "tropical storm" adds nothing to "storm". Greedy matching from left to right
 * then finds the maximum number of non-overlapping matches.
 */
function shortest(forms: readonly Form[]): Form[] {
  const kept = new Map<string, Form>()
  for (const form of [...forms].sort((a, b) => a.stems.length - b.stems.length)) {
    const line = ` ${form.stems.join(' ')} `
    const holdsAnother = [...kept.keys()].some((other) => line.includes(other))
    if (form.stems.length > 0 && !holdsAnother) kept.set(line, form)
  }
  return [...kept.values()]
}

function byFirst<T>(all: readonly T[], stemsOf: (one: T) => readonly string[]): ReadonlyMap<string, T[]> {
  const index = new Map<string, T[]>()
  for (const one of all) {
    const first = stemsOf(one)[0]
    if (first === undefined) continue
    const others = index.get(first)
    if (others) others.push(one)
    else index.set(first, [one])
  }
  return index
}

function hasRun(terms: readonly string[], runs: NonNullable<Compiled['guards']>): boolean {
  return terms.some((term, at) => runs.get(term)?.some((run) => isRunAt(terms, at, run)))
}

function isRunAt(stems: readonly string[], at: number, run: readonly string[]): boolean {
  return run.every((stem, i) => stems[at + i] === stem)
}

const NOTHING: Worth = () => 0

/** Converts weights to positions measured in other units than terms. */
function scaled(worth: Worth, terms: number): Worth {
  return (position) => worth(position * terms)
}

function zeros(length: number): number[] {
  return new Array<number>(length).fill(0)
}

function add({ counts, worths }: Tally, term: number, worth: number): void {
  counts[term] = (counts[term] ?? 0) + 1
  worths[term] = (worths[term] ?? 0) + worth
}

function countPhrases(stems: readonly string[], index: PhraseIndex, tally: Tally, worth: Worth): void {
  if (index.size === 0) return
  /** By term: end of its last match. */
  const ends = new Map<number, number>()
  for (let at = 0; at < stems.length; at++) {
    const phrases = index.get(stems[at] ?? '')
    if (!phrases) continue
    for (const { stems: sequence, term } of phrases) {
      if (at < (ends.get(term) ?? 0) || !isRunAt(stems, at, sequence)) continue
      add(tally, term, worth(at))
      ends.set(term, at + sequence.length)
    }
  }
}

function searchable(text: string, code: LanguageCode): string {
  return foldHan(unify(text, code, rulesOf(code)))
}

/** Matches any of the spellings; a space in one may be absent or a line break in the text. */
function patternOf(spellings: readonly string[]): RegExp {
  const shortestFirst = [...new Set(spellings)].sort((a, b) => a.length - b.length)
  const kept = shortestFirst.filter(
    (one, i) => !shortestFirst.slice(0, i).some((other) => one.includes(other)),
  )
  return new RegExp(kept.map((one) => one.split(/\s+/).map(literal).join('\\s?')).join('|'), 'g')
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
