import { knownLanguage, rulesOf } from './languages.ts'
import { respell, unify, withoutAccents } from './spelling.ts'
import { indexTermsOf } from './terms.ts'

/** Suffixes that stemmers remove. They complete a prefix that ends inside a suffix: `evacuati` + `on`. */
const ENDINGS = [
  ...['', 'e', 'd', 's', 'g', 'n', 'a', 'o', 'y'],
  ...['es', 'ed', 'er', 'en', 'on', 'ng', 'as', 'os', 'al', 'ly'],
  ...['ing', 'ion', 'ions', 'ment', 'ción', 'tion'],
]
/** Shorter stems match too many words. */
const MIN_STEM_LENGTH = 3

export interface PrefixTerms {
  /** Index terms that start with this belong to words that start with the prefix. */
  readonly start: string
  /** Index terms of such words that are shorter than the prefix. */
  readonly stems: readonly string[]
}

/** How to find words that start with `prefix` in a full-text index of stems; null if it has no letter or digit. */
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
