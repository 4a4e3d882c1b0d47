import { brokenPhrases } from './phrase-breaks.ts'
import { isMark, wordUnits } from './word-units.ts'

/** Words of a page that are looked at. */
const MAX_WORDS = 600
/** In fewer words no order can be told. */
const MIN_WORDS = 80

/** Words in which the vocabulary is counted. */
const COUNTED_WORDS = 200
const MIN_COUNTED = 100
/** Tables, fixtures and weather warnings have a larger vocabulary than this. */
const MIN_VOCABULARY = 0.12
/** A few sentences filled with ever new words: they repeat much, but, unlike captions and warnings, not whole. */
const TEMPLATE = { vocabulary: 0.22, repeated: [0.05, 0.55], run: 5 } as const

/**
 * Why a text does not read like anything a person wrote: words in random order, or a few words and sentences over and over. Null when it
 * does, or when it is too short to tell. Lists, tables and fragments are left alone: they break no phrase.
 */
export function whyNotProse(text: string, language: string): string | null {
  const units = wordUnits(text, language, MAX_WORDS)
  if (units.length < MIN_WORDS) return null
  return repetition(units) ?? brokenPhrases(units, language)
}

function repetition(units: readonly string[]): string | null {
  const words = units.filter((unit) => !isMark(unit) && !/^\d/.test(unit))
  const counted = words.slice(0, COUNTED_WORDS)
  if (counted.length < MIN_COUNTED) return null
  const vocabulary = new Set(counted).size / counted.length
  const said = `${new Set(counted).size} different words in the first ${counted.length}`
  if (vocabulary < MIN_VOCABULARY) return `the same few words over and over: ${said}`
  if (vocabulary >= TEMPLATE.vocabulary) return null
  const repeated = repeatedShare(units, TEMPLATE.run)
  const [min, max] = TEMPLATE.repeated
  return repeated >= min && repeated < max ? `the same few sentences with other words: ${said}` : null
}

/** Share of the text in runs of words that occurred before. */
function repeatedShare(units: readonly string[], run: number): number {
  const seen = new Set<string>()
  const covered = new Uint8Array(units.length)
  for (let i = 0; i + run <= units.length; i++) {
    const words = units.slice(i, i + run).join(' ')
    if (seen.has(words)) covered.fill(1, i, i + run)
    else seen.add(words)
  }
  return covered.reduce((sum, one) => sum + one, 0) / units.length
}
