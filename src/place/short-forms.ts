import { TITLES, TOWN_WORDS, UNIT_WORDS } from './cues.ts'
import type { Reading, Span } from './matcher.ts'
import { isAmongCapitals } from './surroundings.ts'
import { CAPITAL, COMMA, HYPHEN } from './tokens.ts'

/** Two capitals that always denote a country or the EU. */
const COUNTRY_SHORT: ReadonlySet<string> = new Set(['US', 'UK', 'EU'])
/** Short forms that usually mean something else. */
const WORDS_IN_CAPS: ReadonlySet<string> = new Set(['CAR', 'ACT', 'PEI'])

/** `Calif.`, `U.S.`, `CA`: conventional spelling only, and two letters only after a town or a party (`D-CA`). */
export function isShortForm(reading: Reading, span: Span, afterTown: boolean): boolean {
  const surface = reading.text.slice(span.start, span.end)
  const next = reading.text.charAt(span.end)
  if (next === '$') return false
  if (surface.includes('.')) return span.last - span.first <= 1
  if (span.first !== span.last) return false
  const capitals = /^[A-Z]{2,4}$/.test(surface)
  const party = (reading.gap(span.first) & HYPHEN) !== 0 && reading.word(span.first - 1).length === 1
  if (afterTown || party) return capitals || next === '.'
  if (TITLES.has(reading.word(span.first))) return false
  const afterName = (reading.gap(span.first) & COMMA) !== 0 && (reading.bits(span.first - 1) & CAPITAL) !== 0
  if (afterName && next === '.' && !capitals) return true
  if (!capitals || isAmongCapitals(reading, span)) return false
  return COUNTRY_SHORT.has(surface) || (surface.length > 2 && !WORDS_IN_CAPS.has(surface))
}

/** Kind of place that adjacent words indicate: `Washington state`, `the city of New York`. */
export function requiredKindOf(reading: Reading, span: Span): 'unit' | 'town' | undefined {
  const of = reading.word(span.first - 1) === 'of' ? reading.word(span.first - 2) : ''
  if (TOWN_WORDS.has(of)) return 'town'
  if (UNIT_WORDS.has(of)) return 'unit'
  const followed = reading.follows(span.last + 1) && !(reading.bits(span.last + 1) & CAPITAL)
  return followed && UNIT_WORDS.has(reading.word(span.last + 1)) ? 'unit' : undefined
}
