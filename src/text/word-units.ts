import { chineseWords, hasKana, isUnspaced, kindOf, segmentedWords, tokensOf } from './tokens.ts'

/** Stands for a full stop, a question mark and the like. */
const SENTENCE_END = '.'
/** Stands for a comma, a colon and the like. */
const COMMA = ','

/** Words, joined by hyphens where they are written so, and the marks between them. */
const UNIT =
  /[\p{L}\p{M}\p{N}'’]+(?:[-‐‑][\p{L}\p{M}\p{N}'’]+)*|[.!?…؟۔।]+(?=\s|$|[^\p{L}\p{N}])|[。！？]|[,;:،؛、，；：]/gu
const END = /^[.!?…؟۔।。！？]/
const PAUSE = /^[,;:،؛、，；：]/

/** The words of a text in their order, in lower case, and the marks between them; at most `max`. Unspaced scripts are segmented. */
export function wordUnits(text: string, language: string, max: number): string[] {
  const units: string[] = []
  for (const [unit] of text.matchAll(UNIT)) {
    if (END.test(unit)) units.push(SENTENCE_END)
    else if (PAUSE.test(unit)) units.push(COMMA)
    else if (isUnspaced(unit)) units.push(...cutWords(unit.slice(0, 2 * max), language))
    else units.push(unit.toLowerCase())
    if (units.length >= max) break
  }
  return units.length > max ? units.slice(0, max) : units
}

export function isMark(unit: string): boolean {
  return unit === SENTENCE_END || unit === COMMA
}

function cutWords(run: string, language: string): string[] {
  return tokensOf(run).flatMap((token) => {
    if (kindOf(token) === 'word') return [token.toLowerCase()]
    const isChinese = kindOf(token) === 'ideographs' && language !== 'ja' && !hasKana(token)
    return isChinese ? chineseWords(token) : segmentedWords(token)
  })
}
