import { memoize } from '../model/memo.ts'
import { knownLanguage, type LanguageCode, rulesOf } from './languages.ts'
import { respell, unify, withoutAccents } from './spelling.ts'
import { stemmerOf } from './stem.ts'
import { stopWordsOf } from './stop-words.ts'
import {
  characterPairs,
  chineseWords,
  hasKana,
  kindOf,
  LONGEST_WORD,
  segmentedWords,
  type TokenKind,
  tokensOf,
} from './tokens.ts'

interface Word {
  /** Empty when nothing of the word is left. */
  readonly stem: string
  readonly stop: boolean
}

type Reader = (word: string) => Word

/** Words remembered per language and generation: the vocabulary of some hundred news pages, a few megabytes. */
const REMEMBERED = 32_768

/** Elided articles and pronouns are short: l', qu', dell', jusqu'. */
const LONGEST_ELISION = 6

/** Lower-cased, stemmed terms in order, stop words dropped. Time grows linearly with the text; any string is accepted. */
export function termsOf(text: string, language: string): string[] {
  return collect(text, language, 'meaning')
}

/**
 * Terms for a full-text index: stemmed, stop words kept so that phrases stay adjacent. Han and Kana become
 * overlapping pairs of characters, so that a word inside a longer compound is a run of adjacent terms.
 */
export function indexTermsOf(text: string, language: string): string[] {
  return collect(text, language, 'index')
}

function collect(text: string, language: string, purpose: 'meaning' | 'index'): string[] {
  const code = knownLanguage(language)
  const rules = rulesOf(code)
  const own = readerOf(code)
  const latin = rules.script === 'Latn' ? own : foreignReader
  const terms: string[] = []
  const add = (word: string, read: Reader) => {
    if (word.length > LONGEST_WORD) return
    const { stem, stop } = read(word)
    if (stem && (purpose === 'index' || !stop)) terms.push(stem)
  }
  for (const token of tokensOf(unify(text, code, rules))) {
    const kind = kindOf(token)
    if (kind === 'word') {
      add(token, isLatin(token) ? latin : own)
    } else if (kind === 'ideographs' && purpose === 'index') {
      for (const pair of characterPairs(token)) terms.push(pair)
    } else {
      const runCode = languageOfRun(token, kind, code)
      const read = readerOf(runCode)
      for (const word of wordsOfRun(token, runCode)) add(word, read)
    }
  }
  return terms
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

function isLatin(token: string): boolean {
  const first = token.charCodeAt(0)
  return first > 0x40 && first < 0x250
}

/** Latin words amid another script: English for the most part, names and acronyms (WHO, IT) rather than stop words. */
function foreignReader(word: string): Word {
  return { ...readerOf('en')(word), stop: false }
}

const readers = new Map<LanguageCode, Reader>()

function readerOf(code: LanguageCode): Reader {
  let reader = readers.get(code)
  if (!reader) {
    reader = memoize(REMEMBERED, createReader(code))
    readers.set(code, reader)
  }
  return reader
}

function createReader(code: LanguageCode): Reader {
  const rules = rulesOf(code)
  const normalise = (word: string) => respell(unify(word, code, rules), rules)
  const stopWords = stopWordsOf(code, normalise)
  const stem = stemmerOf(rules)
  return (word) => {
    const written = respell(word.replaceAll('.', ''), rules)
    const core = coreOf(written, rules)
    const stop = stopWords.has(written) || stopWords.has(core) || isParticle(core, code)
    const stemmed = code === 'ja' ? withoutFinalLength(core) : stem(core)
    const folded = rules.fold ? withoutAccents(stemmed) : stemmed
    return { stem: folded.replace(/['"״׳]/g, ''), stop }
  }
}

/** The word without what grammar ties to it by an apostrophe. */
function coreOf(word: string, rules: { elision?: true; attaches?: true }): string {
  const mark = word.indexOf("'")
  if (mark < 0) return word
  if (rules.attaches) return word.slice(0, mark)
  const rest = word.length - mark - 1
  return rules.elision && mark <= LONGEST_ELISION && rest > 1 ? word.slice(mark + 1) : word
}

/** A single Kana is a particle or an ending, never a word of its own. */
function isParticle(word: string, code: LanguageCode): boolean {
  return code === 'ja' && word.length === 1 && hasKana(word)
}

/** Katakana words are written with and without the final length mark: コンピューター, コンピュータ. */
function withoutFinalLength(word: string): string {
  return word.length > 3 && word.endsWith('ー') ? word.slice(0, -1) : word
}
