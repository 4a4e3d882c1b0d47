import { memoize } from '../cache/memo.ts'
import { rarityOf } from '../text/commonness.ts'
import { foldHan } from '../text/han-variants.ts'
import { jieba } from '../text/libraries.ts'

/** A Chinese word, segmented and tagged by the dictionary; offsets refer to the whole text. */
export interface HanWord {
  readonly start: number
  readonly end: number
  /** In simplified characters. */
  readonly word: string
  /** Part of speech: `n` a noun, `ns` a place, `nr` a person, `v` a verb ...; `x` when the dictionary lacks the word. */
  readonly tag: string
}

/** Longer clauses are split. */
const MAX_CLAUSE_LENGTH = 400
const CLAUSE = new RegExp(`[\\u4e00-\\u9fff\\w.%０-９．-]{2,${MAX_CLAUSE_LENGTH}}`, 'g')

/**
 * Calls `read` with the words of each clause (text between punctuation and spaces) that matches `filter`, a pattern in
 * simplified characters.
 */
export function eachHanClause(text: string, filter: RegExp, read: (words: readonly HanWord[]) => void): void {
  for (const { 0: clause, index } of foldHan(text).matchAll(CLAUSE))
    if (filter.test(clause)) read(hanWords(clause, index))
}

function hanWords(clause: string, offset: number): HanWord[] {
  let start = offset
  return jieba()
    .tag(clause, true)
    .map(({ word, tag }) => {
      const end = start + word.length
      const found = { start, end, word, tag }
      start = end
      return found
    })
}

/** Tags of names and of unknown words. */
export const NAME_TAGS: ReadonlySet<string> = new Set(['x', 'ns', 'nz', 'nr', 'nrt', 'nrfg', 'nt'])

/** True for the ten thousand most common words: the dictionary also tags 外国 and 中断 as places. */
export const isEverydayWord = memoize(4096, (word: string): boolean => rarityOf(foldHan(word), 'zh') < 1)
