/** Longer ones are not words. */
const MAX_LENGTH = 100
/** Digits, Latin, Greek, Cyrillic, kana, Han and Hangul as far as every version of Unicode has them. */
const LETTERS =
  /^[0-9a-z\u00df-\u00f6\u00f8-\u017e\u03ac-\u03ce\u0430-\u045f\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fa5\uac00-\ud7a3]+$/

/**
 * Whether the tokenizer of the index takes a term as it is, so that the vocabulary has it in this form. It splits terms at characters it
 * does not know and folds case by its own table (`ς` becomes `σ`): others are looked up by a query, which goes through the tokenizer.
 */
export function isVocabularyTerm(term: string): boolean {
  return term.length <= MAX_LENGTH && LETTERS.test(term) && term.toUpperCase().toLowerCase() === term
}
