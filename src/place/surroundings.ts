import type { Reading, Span } from './matcher.ts'
import { ALL_CAPS, APOSTROPHE, CAPITAL, CASELESS, COMMA, DASH, HYPHEN, OTHER, SENTENCE } from './tokens.ts'

/** Context of a span, read once. Words are folded; empty if anything other than spaces separates them from the span. */
export interface Surroundings {
  /** The span is one word. */
  readonly single: boolean
  readonly word: string
  readonly length: number
  readonly allCaps: boolean
  /** First in its sentence, where a capital is not evidence. */
  readonly initial: boolean
  /** The adjacent words are in capitals too, so that capitals are not evidence. */
  readonly amongCapitals: boolean
  /** Starts its line as a dateline: `KABUL, Afghanistan —`, `PARIS (Reuters) -`. */
  readonly dateline: boolean
  /** The previous word, separated only by spaces. */
  readonly before: string
  readonly beforeThat: string
  readonly capitalBefore: boolean
  /** The previous word starts the sentence, where a capital is not evidence. */
  readonly initialBefore: boolean
  /** Capitalised word joined to the start of the span by a hyphen. */
  readonly hyphenated: string
  readonly after: string
  readonly capitalAfter: boolean
  /** Word joined to the end of the span by a hyphen: `-based`. */
  readonly suffix: string
}

/** Words examined on either side to detect a headline in capitals. */
const HEADLINE = 4

export function surroundingsOf(reading: Reading, span: Span): Surroundings {
  const amongCapitals = isAmongCapitals(reading, span)
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
    amongCapitals,
    dateline: isDateline(reading, span),
    before: follows ? reading.word(span.first - 1) : '',
    beforeThat: follows && reading.follows(span.first - 1) ? reading.word(span.first - 2) : '',
    capitalBefore: follows && !amongCapitals && (reading.bits(span.first - 1) & CAPITAL) !== 0,
    initialBefore: (reading.gap(span.first - 1) & SENTENCE) !== 0,
    hyphenated: tied ? reading.word(span.first - 1) : '',
    after: followed ? reading.word(span.last + 1) : '',
    capitalAfter: followed && !amongCapitals && !possessive && (reading.bits(span.last + 1) & CAPITAL) !== 0,
    suffix: reading.gap(span.last + 1) === HYPHEN ? reading.word(span.last + 1) : '',
  }
}

export function isAmongCapitals(reading: Reading, span: Span): boolean {
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
