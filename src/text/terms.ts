import { knownLanguage, type LanguageCode, type LanguageRules, rulesOf } from './languages.ts'
import { respell, unify, withoutAccents } from './spelling.ts'
import { stemmerOf } from './stem.ts'
import { stopWordsOf } from './stop-words.ts'
import { unitsOf } from './text-units.ts'
import {
  characterPairs,
  chineseWords,
  hasKana,
  kindOf,
  MAX_WORD_LENGTH,
  segmentedWords,
  type TokenKind,
  tokensOf,
} from './tokens.ts'
import { scanWords, type WordSink } from './word-scan.ts'
import { WordTable } from './word-table.ts'

interface Word {
  /** Empty if nothing remains of the word. */
  readonly stem: string
  readonly stop: boolean
}

/** Elided articles and pronouns are short: l', qu', dell', jusqu'. */
const MAX_ELISION_LENGTH = 6

/** Lower-case, stemmed terms in order, without stop words. Runs in linear time on any string. */
export function termsOf(text: string, language: string): string[] {
  return collect(text, language, { terms: true }).terms
}

/**
 * Terms for a full-text index: stemmed, stop words kept so that phrases stay adjacent. Han and Kana become
 * overlapping pairs of characters, so that a word inside a longer compound is a run of adjacent terms.
 */
export function indexTermsOf(text: string, language: string): string[] {
  return collect(text, language, { stems: true }).stems
}

export interface TextTerms {
  /** Result of `termsOf`. */
  readonly terms: readonly string[]
  /** Result of `indexTermsOf`. */
  readonly stems: readonly string[]
}

/** Computes both for little more than the cost of one. */
export function bothTermsOf(text: string, language: string): TextTerms {
  return collect(text, language, { terms: true, stems: true })
}

/** Selects which lists to fill. */
interface Requested {
  readonly terms?: true
  readonly stems?: true
}

function collect(text: string, language: string, requested: Requested): TermLists {
  const code = knownLanguage(language)
  const rules = rulesOf(code)
  const lists = new TermLists(code, rules, requested)
  if (rules.ownCase || rules.normalise === 'indic') {
    readTokens(text, code, rules, lists)
    return lists
  }
  const units = unitsOf(text)
  let stretch = MIN_STRETCH
  for (let at = 0; at < text.length; ) {
    const start = scanWords(units, at, lists)
    at = endOfStretch(text, start + stretch)
    if (start < at) readTokens(text.slice(start, at), code, rules, lists)
    // If one character is not a plain letter, most are not.
    stretch *= 2
  }
  return lists
}

/** Minimum number of characters to tokenise when one is not a plain letter. */
const MIN_STRETCH = 128

/** Next space, line break or end of text: no word or spelling rule crosses it. */
function endOfStretch(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 32 || unit === 10) return at
  }
  return text.length
}

/** The terms of one text, in order; lists that are not requested stay empty. */
class TermLists implements WordSink {
  readonly terms: string[] = []
  /** Includes stop words. */
  readonly stems: string[] = []
  readonly requested: Requested
  readonly #own: Reader
  readonly #latin: Reader
  /** False in other scripts, where Latin words are names and acronyms (WHO, IT) rather than stop words. */
  readonly #latinStops: boolean
  #settledTerms = 0
  #settledStems = 0

  constructor(code: LanguageCode, { script }: LanguageRules, requested: Requested) {
    this.requested = requested
    this.#own = readerOf(code)
    this.#latin = script === 'Latn' ? this.#own : readerOf('en')
    this.#latinStops = script === 'Latn'
  }

  word(units: Uint16Array, length: number, hash: number): void {
    if (isLatin(units[0] ?? 0)) this.#add(this.#latin.find(units, length, hash), this.#latinStops)
    else this.#add(this.#own.find(units, length, hash), true)
  }

  /** Adds a word found as a token. */
  add(word: string): void {
    if (word.length > MAX_WORD_LENGTH) return
    if (isLatin(word.charCodeAt(0))) this.#add(this.#latin.of(word), this.#latinStops)
    else this.#add(this.#own.of(word), true)
  }

  /** Adds a word segmented from unspaced text; `paired`: the stems already contain it as character pairs. */
  addCut(word: string, reader: Reader, paired: boolean): void {
    if (word.length > MAX_WORD_LENGTH) return
    const cut = reader.of(word)
    if (!paired) this.#add(cut, true)
    else if (cut.stem && !cut.stop) this.terms.push(cut.stem)
  }

  #add({ stem, stop }: Word, stops: boolean): void {
    if (!stem) return
    if (this.requested.stems) this.stems.push(stem)
    if (this.requested.terms && (!stop || !stops)) this.terms.push(stem)
  }

  settle(): void {
    this.#settledTerms = this.terms.length
    this.#settledStems = this.stems.length
  }

  undo(): void {
    this.terms.length = this.#settledTerms
    this.stems.length = this.#settledStems
  }
}

/** Reads text in any script. */
function readTokens(text: string, code: LanguageCode, rules: LanguageRules, lists: TermLists): void {
  for (const token of tokensOf(unify(text, code, rules))) {
    const kind = kindOf(token)
    if (kind === 'word') {
      lists.add(token)
      continue
    }
    const paired = kind === 'ideographs'
    if (paired && lists.requested.stems) for (const pair of characterPairs(token)) lists.stems.push(pair)
    if (paired && !lists.requested.terms) continue
    const runCode = languageOfRun(token, kind, code)
    const reader = readerOf(runCode)
    for (const word of wordsOfRun(token, runCode)) lists.addCut(word, reader, paired)
  }
  lists.settle()
}

function wordsOfRun(run: string, code: LanguageCode): readonly string[] {
  return code === 'zh' ? chineseWords(run) : segmentedWords(run)
}

/** A run in another script follows the rules of its own language: a Thai name on an English page. */
function languageOfRun(run: string, kind: TokenKind, page: LanguageCode): LanguageCode {
  if (kind === 'ideographs') return page === 'ja' || hasKana(run) ? 'ja' : 'zh'
  const first = run.charCodeAt(0)
  if (first < 0x0e80) return 'th'
  if (first < 0x1000) return 'lo'
  return first < 0x1780 ? 'my' : 'km'
}

function isLatin(first: number): boolean {
  return first > 0x40 && first < 0x250
}

type Reader = WordTable<Word>

const readers = new Map<LanguageCode, Reader>()

function readerOf(code: LanguageCode): Reader {
  let reader = readers.get(code)
  if (!reader) {
    reader = createReader(code)
    readers.set(code, reader)
  }
  return reader
}

function createReader(code: LanguageCode): Reader {
  const rules = rulesOf(code)
  const normalise = (word: string) => respell(unify(word, code, rules), rules)
  const stopWords = stopWordsOf(code, normalise)
  const stem = stemmerOf(rules)
  return new WordTable((word) => {
    const written = respell(word.replaceAll('.', ''), rules)
    const core = coreOf(written, rules)
    const stop = stopWords.has(written) || stopWords.has(core) || isParticle(core, code)
    const stemmed = code === 'ja' ? withoutFinalLength(core) : stem(core)
    const folded = rules.fold ? withoutAccents(stemmed) : stemmed
    return { stem: folded.replace(/['"״׳]/g, ''), stop }
  })
}

/** The word without elided articles or suffixes attached by an apostrophe. */
function coreOf(word: string, rules: { elision?: true; attaches?: true }): string {
  const mark = word.indexOf("'")
  if (mark < 0) return word
  if (rules.attaches) return word.slice(0, mark)
  const rest = word.length - mark - 1
  return rules.elision && mark <= MAX_ELISION_LENGTH && rest > 1 ? word.slice(mark + 1) : word
}

/** A single Kana is a particle or an inflection, never a word. */
function isParticle(word: string, code: LanguageCode): boolean {
  return code === 'ja' && word.length === 1 && hasKana(word)
}

/** The final length mark of Katakana words is optional: コンピューター, コンピュータ. */
function withoutFinalLength(word: string): string {
  return word.length > 3 && word.endsWith('ー') ? word.slice(0, -1) : word
}
