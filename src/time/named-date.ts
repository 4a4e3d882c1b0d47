import { dayOf } from './day.ts'
import { monthNamed } from './month-names.ts'
import { persianDay, persianMonth } from './persian-date.ts'
import { commonYear, type WrittenDate } from './written-date.ts'

/** Words between the parts of a written date, in all supported languages. */
const CONNECTORS = new Set(
  'st nd rd th er ère ro o º ª a of the de del do da di den d m le la el am ngày năm gada year ماه ж г р թ พ.ศ'.split(
    ' ',
  ),
)
const TOKEN = /\d+|\p{L}[\p{L}\p{M}]*(?:[.'’׳]\p{L}[\p{L}\p{M}]*)*/gu
const BETWEEN = /^[\s.,\-/–'’׳॰|·()]{0,4}$/
const TWO_NUMBERS = /\d\D+\d/
const MAX_MONTH_LENGTH = 20
/** Start of the scripts with two-word month names and the Persian calendar. */
const ARABIC = 0x600

interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly number: number | null
}

interface Neighbour {
  readonly token: Token
  readonly index: number
  /** Text between the parts: a two-digit year needs an apostrophe or a hyphen before it. */
  readonly gap: string
}

/** Dates with the month in words, in any order: 12 May 2019, May 12th, 2019, 2019. május 12. */
export function* namedDates(text: string, language: string): Generator<WrittenDate> {
  // Reading words is expensive, and without a year and a day there is no date among them.
  if (!/\d{4}|['’-]\s?\d\d/.test(text) || !TWO_NUMBERS.test(text)) return
  const tokens = tokensOf(text)
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    if (!token || token.number !== null || token.text.length > MAX_MONTH_LENGTH) continue
    if (
      tokens[index - 1]?.number == null &&
      tokens[index + 1]?.number == null &&
      !besideNumber(tokens, index)
    )
      continue
    const found = dateAt(text, tokens, index, language)
    if (found) yield found
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(TOKEN)) {
    const word = match[0]
    const number = word.charCodeAt(0) < 58 ? Number(word) : null
    tokens.push({ text: word, start: match.index, end: match.index + word.length, number })
  }
  return tokens
}

/** A number within the distance that connecting words allow. */
function besideNumber(tokens: readonly Token[], index: number): boolean {
  for (const offset of [-3, -2, 2, 3]) if (tokens[index + offset]?.number != null) return true
  return false
}

function dateAt(text: string, tokens: readonly Token[], index: number, language: string): WrittenDate | null {
  const token = tokens[index]
  if (!token) return null
  const persian = token.text.charCodeAt(0) >= ARABIC ? persianMonth(token.text) : null
  const [month, last] = persian === null ? monthAt(tokens, index, language) : [persian, index]
  if (month === null) return null
  const before = neighbour(text, tokens, index, -1)
  const after = neighbour(text, tokens, last, 1)
  const beyond = after && neighbour(text, tokens, after.index, 1)
  const earlier = before && neighbour(text, tokens, before.index, -1)
  const calendar = persian === null ? dayOf : persianDay
  const compose = (year: Neighbour, day: Neighbour, start: number, end: number): WrittenDate | null => {
    const written = yearOf(year, language)
    const composed =
      written === null || !isDay(day.token) ? null : calendar(written, month, day.token.number ?? 0)
    return composed ? { day: composed, swapped: null, start, end } : null
  }
  return (
    // 12 May 2019
    (before && after && compose(after, before, before.token.start, after.token.end)) ||
    // May 12, 2019
    (after && beyond && compose(beyond, after, token.start, beyond.token.end)) ||
    // 2019 May 12
    (before && after && compose(before, after, before.token.start, after.token.end)) ||
    // 2019, 12 May
    (before && earlier && compose(earlier, before, earlier.token.start, token.end)) ||
    null
  )
}

function monthAt(tokens: readonly Token[], index: number, language: string): [number | null, number] {
  const token = tokens[index]
  const next = tokens[index + 1]
  if (!token) return [null, index]
  // Month names of the Levant have two words.
  if (next && next.number === null && token.text.charCodeAt(0) >= ARABIC) {
    const month = monthNamed(`${token.text} ${next.text}`, language)
    if (month !== null) return [month, index + 1]
  }
  return [monthNamed(token.text, language), index]
}

function neighbour(text: string, tokens: readonly Token[], from: number, step: 1 | -1): Neighbour | null {
  let at = from
  for (let skipped = 0; skipped < 3; skipped++) {
    const here = tokens[at]
    const there = tokens[at + step]
    if (!here || !there) return null
    const [left, right] = step === 1 ? [here, there] : [there, here]
    const between = text.slice(left.end, right.start)
    const gap = between.length > 4 ? between.replace(/\s+/g, ' ') : between
    if (!BETWEEN.test(gap)) return null
    at += step
    if (there.number !== null) return { token: there, index: at, gap }
    if (!CONNECTORS.has(there.text.toLowerCase())) return null
  }
  return null
}

function isDay({ text, number }: Token): boolean {
  return text.length <= 2 && number !== null && number >= 1 && number <= 31
}

function yearOf({ token, gap }: Neighbour, language: string): number | null {
  if (token.text.length === 2 && !/['’-]/.test(gap)) return null
  return token.text.length === 2 || token.text.length === 4 ? commonYear(token.text, language) : null
}
