import { memoize } from '../cache/memo.ts'
import { foldHan } from './han-variants.ts'
import { jieba, segmenter } from './libraries.ts'

/** Han and Kana letters; the sets are intersected with letters because scripts share punctuation. */
const IDEOGRAPH = '[[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}]&&[\\p{L}\\p{M}\\p{Nl}]]'
/** Letters of the South-East Asian scripts without word spaces. */
const SYLLABLE = '[[\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]&&[\\p{L}\\p{M}]]'
const LETTER = `[[\\p{L}]--${IDEOGRAPH}--${SYLLABLE}]`
const SIGN = `[[\\p{L}\\p{M}\\p{N}]--${IDEOGRAPH}--${SYLLABLE}]`

const ANY_TOKEN = new RegExp(
  [
    `${IDEOGRAPH}+`,
    `${SYLLABLE}+`,
    // u.s.a. is one word
    `${LETTER}(?:\\.${LETTER})+(?!${SIGN})`,
    // Apostrophes inside a word and Hebrew abbreviation marks belong to it.
    `${SIGN}+(?:(?:'|(?<=[א-ת])["״׳](?=[א-ת]))${SIGN}+)*`,
  ].join('|'),
  'gv',
)
const ONE_LETTER = new RegExp(`^${LETTER}$`, 'v')
const ONE_SIGN = new RegExp(`^${SIGN}$`, 'v')
const IDEOGRAPHS = new RegExp(`^${IDEOGRAPH}`, 'v')
const SYLLABLES = new RegExp(`^${SYLLABLE}`, 'v')
const KANA = /[\p{scx=Hira}\p{scx=Kana}]/u
/** Cheap pre-check: all unspaced scripts follow the Indic scripts in Unicode. */
const BEYOND_INDIA = /[\u0e00-\uffff]/
const HANGUL_OR_UNSPACED = new RegExp(`${IDEOGRAPH}|${SYLLABLE}|\\p{Script=Hangul}`, 'v')

/** Longer words are URLs, keys and noise; German compounds in use are shorter. */
export const MAX_WORD_LENGTH = 64

/** Long runs are split, because `Intl.Segmenter` slows down with the length of its input. */
export const MAX_SEGMENT_LENGTH = 200

/** Runs up to this length are cached; between punctuation they average about eight characters. */
const REMEMBERED_RUN = 16
const REMEMBERED_RUNS = 8192

export type TokenKind = 'word' | 'ideographs' | 'syllables'

/** Runs of letters and digits in a unified text, each in one kind of script. */
export function tokensOf(text: string): readonly string[] {
  return text.match(ANY_TOKEN) ?? []
}

/** True for a letter of a script with word spaces. */
export function isLetter(character: string): boolean {
  return ONE_LETTER.test(character)
}

/** True for a letter, mark or digit of a script with word spaces. */
export function isWordCharacter(character: string): boolean {
  return ONE_SIGN.test(character)
}

export function kindOf(token: string): TokenKind {
  // All scripts before the Thai block use word spaces.
  if (token.charCodeAt(0) < 0x0e00) return 'word'
  if (IDEOGRAPHS.test(token)) return 'ideographs'
  return SYLLABLES.test(token) ? 'syllables' : 'word'
}

/** True for scripts in which words may be joined: Han, Kana, South-East Asian scripts, and Korean compounds. */
export function isUnspaced(text: string): boolean {
  return BEYOND_INDIA.test(text) && HANGUL_OR_UNSPACED.test(text)
}

export function hasKana(text: string): boolean {
  return KANA.test(text)
}

/** Words of a Chinese run, in simplified characters as in the dictionary. */
export function chineseWords(run: string): readonly string[] {
  return run.length <= REMEMBERED_RUN ? rememberedChinese(run) : cutChinese(run)
}

/** Words of a run of Japanese, Thai, Lao, Khmer or Burmese. */
export function segmentedWords(run: string): readonly string[] {
  return run.length <= REMEMBERED_RUN ? rememberedSegments(run) : cutSegments(run)
}

// Memoised: link texts are read with the link, its section and the page, and menus recur on every page.
const rememberedChinese = memoize(REMEMBERED_RUNS, cutChinese)
const rememberedSegments = memoize(REMEMBERED_RUNS, cutSegments)

function cutChinese(run: string): readonly string[] {
  return slices(foldHan(run)).flatMap((slice) => jieba().cut(slice, true))
}

function cutSegments(run: string): readonly string[] {
  return slices(run).flatMap((slice) => Array.from(segmenter().segment(slice), ({ segment }) => segment))
}

/** Overlapping pairs: any part of two or more characters is then a run of adjacent pairs, wherever words start. */
export function characterPairs(run: string): string[] {
  const characters = [...foldHan(run)]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}

function slices(run: string): string[] {
  if (run.length <= MAX_SEGMENT_LENGTH) return [run]
  const parts: string[] = []
  for (let start = 0; start < run.length; ) {
    let end = Math.min(run.length, start + MAX_SEGMENT_LENGTH)
    const last = run.charCodeAt(end - 1)
    if (end < run.length && last >= 0xd800 && last <= 0xdbff) end--
    parts.push(run.slice(start, end))
    start = end
  }
  return parts
}
