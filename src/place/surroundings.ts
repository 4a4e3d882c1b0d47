import type { Reading, Span } from './matcher.ts'
import { ALL_CAPS, APOSTROPHE, CAPITAL, CASELESS, COMMA, DASH, HYPHEN, OTHER, SENTENCE } from './tokens.ts'

/** What stands around a span, read once. Words are folded; empty where only spaces may stand between and something else does. */
export interface Surroundings {
  /** The span is one word. */
  readonly single: boolean
  readonly word: string
  readonly length: number
  readonly allCaps: boolean
  /** First in its sentence: its capital says nothing. */
  readonly initial: boolean
  /** The words around are in capitals too: capitals say nothing at all. */
  readonly shouting: boolean
  /** `KABUL, Afghanistan —`, `PARIS (Reuters) -`: opens its line as news do. */
  readonly dateline: boolean
  /** The word right before, with nothing but spaces between. */
  readonly before: string
  readonly beforeThat: string
  readonly capitalBefore: boolean
  /** The word before opens the sentence: its capital says nothing. */
  readonly initialBefore: boolean
  /** The capitalised word that a hyphen ties to the span's start. */
  readonly hyphenated: string
  readonly after: string
  readonly capitalAfter: boolean
  /** The word that a hyphen ties to the span's end: `-based`. */
  readonly suffix: string
}

/** Words looked at on either side to tell a headline in capitals. */
const HEADLINE = 4

export function surroundingsOf(reading: Reading, span: Span): Surroundings {
  const shouting = isShouting(reading, span)
  const initial = (reading.gap(span.first) & SENTENCE) !== 0
  const follows = reading.follows(span.first)
  const followed = reading.follows(span.last + 1)
  const possessive = span.end < (reading.tokens.end[span.last] ?? 0)
  const tied = reading.gap(span.first) === HYPHEN && (reading.bits(span.first - 1) & CAPITAL) !== 0
  return {
    single: span.first === span.last,
    word: reading.word(span.first),
    length: span.end - span.start,
    allCaps: (reading.bits(span.first) & ALL_CAPS) !== 0,
    initial,
    shouting,
    dateline: isDateline(reading, span),
    before: follows ? reading.word(span.first - 1) : '',
    beforeThat: follows && reading.follows(span.first - 1) ? reading.word(span.first - 2) : '',
    capitalBefore: follows && !shouting && (reading.bits(span.first - 1) & CAPITAL) !== 0,
    initialBefore: (reading.gap(span.first - 1) & SENTENCE) !== 0,
    hyphenated: tied ? reading.word(span.first - 1) : '',
    after: followed ? reading.word(span.last + 1) : '',
    capitalAfter: followed && !shouting && !possessive && (reading.bits(span.last + 1) & CAPITAL) !== 0,
    suffix: reading.gap(span.last + 1) === HYPHEN ? reading.word(span.last + 1) : '',
  }
}

export function isShouting(reading: Reading, span: Span): boolean {
  let words = 0
  let caps = 0
  const last = Math.min(reading.tokens.count - 1, span.last + HEADLINE)
  for (let i = Math.max(0, span.first - HEADLINE); i <= last; i++) {
    if (i >= span.first && i <= span.last) continue
    if (!(reading.bits(i) & (CAPITAL | CASELESS)) && !startsSmall(reading, i)) continue
    words++
    if (reading.bits(i) & ALL_CAPS) caps++
  }
  return words > 2 && caps / words > 0.7
}

function startsSmall({ tokens }: Reading, word: number): boolean {
  const code = tokens.codes[tokens.start[word] ?? 0] ?? 0
  return code >= 0x61 && code <= 0x7a
}

function isDateline(reading: Reading, span: Span): boolean {
  if (!(reading.gap(span.first) & SENTENCE) || !(reading.bits(span.first) & CAPITAL)) return false
  const gap = reading.gap(span.last + 1)
  if (gap & DASH) return true
  return (reading.bits(span.first) & ALL_CAPS) !== 0 && (gap & (COMMA | OTHER | APOSTROPHE)) !== 0
}
