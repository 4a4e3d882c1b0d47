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
import { scanWords, type WordTaker } from './word-scan.ts'
import { WordTable } from './word-table.ts'

interface Word {
  /** Empty when nothing of the word is left. */
  readonly stem: string
  readonly stop: boolean
}

/** Elided articles and pronouns are short: l', qu', dell', jusqu'. */
const MAX_ELISION_LENGTH = 6

/** Lower-cased, stemmed terms in order, stop words dropped. Time grows linearly with the text; any string is accepted. */
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
  /** As `termsOf` gives them. */
  readonly terms: readonly string[]
  /** As `indexTermsOf` gives them. */
  readonly stems: readonly string[]
}

/** Both at once, for little more than either. */
export function bothTermsOf(text: string, language: string): TextTerms {
  return collect(text, language, { terms: true, stems: true })
}

/** What is asked for. */
interface Wanted {
  readonly terms?: true
  readonly stems?: true
}

function collect(text: string, language: string, wanted: Wanted): TermLists {
  const code = knownLanguage(language)
  const rules = rulesOf(code)
  const lists = new TermLists(code, rules, wanted)
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
    // Where one character is no plain letter, most are not.
    stretch *= 2
  }
  return lists
}

/** Characters read as tokens, at least, where one of them is no plain letter. */
const MIN_STRETCH = 128

/** Where a space or a new line stands next, or the text ends: no word, and no rule of spelling, goes across. */
function endOfStretch(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 32 || unit === 10) return at
  }
  return text.length
}

/** The terms of one text, in order; what is not asked for stays empty. */
class TermLists implements WordTaker {
  readonly terms: string[] = []
  /** With stop words. */
  readonly stems: string[] = []
  readonly wanted: Wanted
  readonly #own: Reader
  readonly #latin: Reader
  /** Latin words amid another script are names and acronyms (WHO, IT) rather than stop words; English for the most part. */
  readonly #latinStops: boolean
  #settledTerms = 0
  #settledStems = 0

  constructor(code: LanguageCode, { script }: LanguageRules, wanted: Wanted) {
    this.wanted = wanted
    this.#own = readerOf(code)
    this.#latin = script === 'Latn' ? this.#own : readerOf('en')
    this.#latinStops = script === 'Latn'
  }

  word(units: Uint16Array, length: number, hash: number): void {
    if (isLatin(units[0] ?? 0)) this.#add(this.#latin.find(units, length, hash), this.#latinStops)
    else this.#add(this.#own.find(units, length, hash), true)
  }

  /** A word that was found as a token. */
  add(word: string): void {
    if (word.length > MAX_WORD_LENGTH) return
    if (isLatin(word.charCodeAt(0))) this.#add(this.#latin.of(word), this.#latinStops)
    else this.#add(this.#own.of(word), true)
  }

  /** A word cut out of writing without spaces, in the language of its own; `paired`: the stems have it as pairs of characters. */
  addCut(word: string, reader: Reader, paired: boolean): void {
    if (word.length > MAX_WORD_LENGTH) return
    const cut = reader.of(word)
    if (!paired) this.#add(cut, true)
    else if (cut.stem && !cut.stop) this.terms.push(cut.stem)
  }

  #add({ stem, stop }: Word, stops: boolean): void {
    if (!stem) return
    if (this.wanted.stems) this.stems.push(stem)
    if (this.wanted.terms && (!stop || !stops)) this.terms.push(stem)
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

/** Writing of any kind. */
function readTokens(text: string, code: LanguageCode, rules: LanguageRules, lists: TermLists): void {
  for (const token of tokensOf(unify(text, code, rules))) {
    const kind = kindOf(token)
    if (kind === 'word') {
      lists.add(token)
      continue
    }
    const paired = kind === 'ideographs'
    if (paired && lists.wanted.stems) for (const pair of characterPairs(token)) lists.stems.push(pair)
    if (paired && !lists.wanted.terms) continue
    const runCode = languageOfRun(token, kind, code)
    const reader = readerOf(runCode)
    for (const word of wordsOfRun(token, runCode)) lists.addCut(word, reader, paired)
  }
  lists.settle()
}

function wordsOfRun(run: string, code: LanguageCode): readonly string[] {
  return code === 'zh' ? chineseWords(run) : segmentedWords(run)
}

/** A run in another script than the page's keeps its own language's rules: a Thai name on an English page. */
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

/** The word without what grammar ties to it by an apostrophe. */
function coreOf(word: string, rules: { elision?: true; attaches?: true }): string {
  const mark = word.indexOf("'")
  if (mark < 0) return word
  if (rules.attaches) return word.slice(0, mark)
  const rest = word.length - mark - 1
  return rules.elision && mark <= MAX_ELISION_LENGTH && rest > 1 ? word.slice(mark + 1) : word
}

/** A single Kana is a particle or an ending, never a word of its own. */
function isParticle(word: string, code: LanguageCode): boolean {
  return code === 'ja' && word.length === 1 && hasKana(word)
}

/** Katakana words are written with and without the final length mark: コンピューター, コンピュータ. */
function withoutFinalLength(word: string): string {
  return word.length > 3 && word.endsWith('ー') ? word.slice(0, -1) : word
}
