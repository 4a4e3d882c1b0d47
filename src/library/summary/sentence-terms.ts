import { memoize } from '../../cache/memo.ts'
import { termsOf } from '../../text/terms.ts'
import { isUnspaced } from '../../text/tokens.ts'

/** Approximate vocabulary of a large collection in one language. */
const REMEMBERED = 65_536
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu

const readers = new Map<string, (word: string) => readonly string[]>()

/** The distinct terms of a sentence, in order; the same as in the library's index. Cached by word. */
export function sentenceTerms(text: string, language: string): string[] {
  if (isUnspaced(text)) return [...new Set(termsOf(text, language))]
  let read = readers.get(language)
  if (!read) {
    read = memoize(REMEMBERED, (word) => termsOf(word, language))
    readers.set(language, read)
  }
  const terms = new Set<string>()
  for (const [word] of text.matchAll(WORD)) for (const term of read(word)) terms.add(term)
  return [...terms]
}
