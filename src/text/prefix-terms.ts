import { knownLanguage, rulesOf } from './languages.ts'
import { respell, unify, withoutAccents } from './spelling.ts'
import { indexTermsOf } from './terms.ts'

/** Endings that stemmers take off. With one of them a beginning that reaches into an ending becomes a word: `evacuati` and `on`. */
const ENDINGS = [
  ...['', 'e', 'd', 's', 'g', 'n', 'a', 'o', 'y'],
  ...['es', 'ed', 'er', 'en', 'on', 'ng', 'as', 'os', 'al', 'ly'],
  ...['ing', 'ion', 'ions', 'ment', 'ción', 'tion'],
]
/** Shorter stems are those of too many words. */
const MIN_STEM_LENGTH = 3

export interface PrefixTerms {
  /** Index terms that start with this belong to words that start with the prefix. */
  readonly start: string
  /** Shorter index terms of such words: their stems end before the prefix does. */
  readonly stems: readonly string[]
}

/** What the words that start with `prefix` are found by in a full-text index of stems; null where it holds no letter or digit. */
export function prefixTermsOf(prefix: string, language: string): PrefixTerms | null {
  const code = knownLanguage(language)
  const rules = rulesOf(code)
  const written = respell(unify(prefix, code, rules), rules).replace(/[^\p{L}\p{M}\p{N}]/gu, '')
  const start = rules.fold ? withoutAccents(written) : written
  if (start === '') return null
  const stems = new Set<string>()
  for (const ending of ENDINGS) {
    const [stem = '', ...others] = indexTermsOf(prefix + ending, language)
    const endsBefore = stem !== start && start.startsWith(stem)
    if (others.length === 0 && endsBefore && stem.length >= MIN_STEM_LENGTH) stems.add(stem)
  }
  return { start, stems: [...stems] }
}
