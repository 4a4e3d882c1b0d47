import { chineseWords } from './tokens.ts'

/**
 * Words that open a phrase, and words that cannot follow them: nobody writes "the of" or "im und". In text in random order they
 * follow as often as anywhere. Only words are listed that are hardly ever anything else.
 */
const PHRASES: Readonly<Record<string, readonly (readonly [opens: string, barred: string])[]>> = {
  en: [
    [
      'the a an their our my your its every',
      'the a an of and or but is are was were be been has had have to by with from at for in on he she they we i it than because if as that this not which who when there will would can said',
    ],
    [
      'of from into',
      'of and or but is are was were be been has had have by with to in at for on he she they we i than because if not will would can said',
    ],
  ],
  de: [
    [
      'im zum zur vom beim ins eine einem eines',
      'und oder aber ist sind war waren wurde wurden wird werden hat haben hatte kann sich von für vom im am zum zur mit bei nach aus dass weil als wie er wir ich auch nur noch schon aber bis um so zu',
    ],
    ['im zum zur vom beim ins', 'der die das den dem nicht es sie auf an in über unter vor'],
    [
      'für',
      'und oder aber ist sind war waren wurde wird hat haben von für vom im am zum zur mit bei nach aus dass weil er wir ich',
    ],
  ],
  fr: [
    [
      'du des au aux ces cette leurs',
      'et ou mais est sont était ont avait a du des au aux de le la les un une par avec sur pour dans il elle ils se car donc que qui en ne pas ce cette plus',
    ],
  ],
  es: [
    [
      'del al sus',
      'y o pero es son fue era ha han del al de en con por para se el la los las un una lo le no sus como más',
    ],
    ['una un', 'y o pero es son fue era ha han del al con por se el la los las un una lo le no como'],
  ],
  it: [
    [
      'del della dei delle degli al alla nel nella dal dalla sul sulla gli',
      'e o ma è sono era ha hanno del della dei delle al alla nel nella dal dalla con di da in si il la le i gli un una per non come a',
    ],
  ],
  pt: [
    [
      'do da dos das no na nos nas ao aos pelo pela',
      'e ou mas é são foi era tem do da dos das no na ao de em com por se o a os as um uma não como para pelo pela',
    ],
  ],
  nl: [
    [
      'de',
      'en of maar is zijn was waren werd wordt heeft hebben van met voor door naar bij te dat de het een in op aan die er niet ook als om hij ze',
    ],
  ],
  sv: [
    [
      'en ett',
      'och eller men är var har hade av från till med vid på i som att en ett den det de inte för han hon om',
    ],
  ],
  pl: [
    [
      'w z na do od dla przez przy',
      'i oraz a ale lub jest są był była było w z na do od dla przez przy po się że nie',
    ],
  ],
  ru: [
    [
      'в во на с со к из от для по при до',
      'и или но а в во на с со к из от для по при до у за что был была было были не же',
    ],
  ],
  uk: [
    [
      'в у на з із до від для по при',
      'і й та або але в у на з із до від для по при за що був була було були не',
    ],
  ],
  zh: [
    [
      '在 从 被 把 向 由 将 與 与 和 及 從 將',
      '的 了 在 从 被 把 向 由 和 与 與 及 是 也 都 就 將 将 。 ， 说 有 为 后 中 上',
    ],
    ['的', '的 了 在 从 被 把 和 与 及 也 都 就 将 ，'],
  ],
}

/** Words of a page that are looked at. */
const MAX_WORDS = 600
/** In fewer words no order can be told. */
const MIN_WORDS = 80
const MIN_BREAKS = 3
const MIN_BREAK_SHARE = 0.12

/** Words in which the vocabulary is counted. */
const COUNTED_WORDS = 200
const MIN_COUNTED = 100
/** Tables, fixtures and weather warnings have a larger vocabulary than this. */
const MIN_VOCABULARY = 0.12
/** A few sentences filled with ever new words: they repeat much, but, unlike captions and warnings, not whole. */
const TEMPLATE = { vocabulary: 0.22, repeated: [0.05, 0.55], run: 5 } as const

const SENTENCE_END = '。'
const COMMA = '，'
const UNIT = /[\p{L}\p{M}\p{N}'’]+|[.!?。！？…]+(?=\s|$|[^\p{L}\p{N}])|[。！？]|[,;:،、，；：]/gu
const HAN = /\p{Script=Han}/u

/**
 * Why a text does not read like anything a person wrote: words in random order, or a few words and sentences over and over. Null when it
 * does, or when it is too short to tell. Lists, tables and fragments are left alone: they break no phrase.
 */
export function whyNotProse(text: string, language: string): string | null {
  const units = unitsOf(text)
  if (units.length < MIN_WORDS) return null
  return brokenPhrases(units, language) ?? repetition(units)
}

function brokenPhrases(units: readonly string[], language: string): string | null {
  const barredAfter = BARRED_AFTER.get(language.slice(0, 2).toLowerCase())
  if (!barredAfter) return null
  let opened = 0
  const broken: string[] = []
  for (const [i, unit] of units.entries()) {
    const next = units[i + 1]
    const barred = barredAfter.get(unit)
    if (next === undefined || barred === undefined) continue
    opened++
    if (barred.has(next)) broken.push(`"${unit} ${next}"`)
  }
  if (broken.length < MIN_BREAKS || broken.length < MIN_BREAK_SHARE * opened) return null
  const examples = [...new Set(broken)].slice(0, 3).join(', ')
  return `words in random order: ${broken.length} of ${opened} phrases break off, as in ${examples}`
}

function repetition(units: readonly string[]): string | null {
  const words = units.filter((unit) => unit !== SENTENCE_END && unit !== COMMA && !/^\d/.test(unit))
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

/** Words in lower case, and marks between them. */
function unitsOf(text: string): string[] {
  const units: string[] = []
  for (const [unit] of text.matchAll(UNIT)) {
    if (/^[.!?。！？…]/.test(unit)) units.push(SENTENCE_END)
    else if (/^[,;:،、，；：]/.test(unit)) units.push(COMMA)
    else if (HAN.test(unit)) units.push(...chineseWords(unit.slice(0, MAX_WORDS)))
    else units.push(unit.toLowerCase())
    if (units.length >= MAX_WORDS) break
  }
  return units
}

/** By language and word: what cannot follow it. */
const BARRED_AFTER: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>> = new Map(
  Object.entries(PHRASES).map(([code, groups]) => {
    const after = new Map<string, Set<string>>()
    for (const [opens, barred] of groups)
      for (const word of opens.split(' '))
        after.set(word, new Set([...(after.get(word) ?? []), ...barred.split(' ')]))
    return [code, after]
  }),
)
