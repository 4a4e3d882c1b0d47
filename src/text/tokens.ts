import { memoize } from '../cache/memo.ts'
import { foldHan } from './han-variants.ts'
import { jieba, segmenter } from './libraries.ts'

/** Han and Kana letters; the sets are intersected with letters because scripts share punctuation. */
const IDEOGRAPH = '[[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}]&&[\\p{L}\\p{M}\\p{Nl}]]'
/** Letters of the south-east Asian scripts that write words together. */
const SYLLABLE = '[[\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]&&[\\p{L}\\p{M}]]'
const LETTER = `[[\\p{L}]--${IDEOGRAPH}--${SYLLABLE}]`
const SIGN = `[[\\p{L}\\p{M}\\p{N}]--${IDEOGRAPH}--${SYLLABLE}]`

const ANY_TOKEN = new RegExp(
  [
    `${IDEOGRAPH}+`,
    `${SYLLABLE}+`,
    // u.s.a. is one word
    `${LETTER}(?:\\.${LETTER})+(?!${SIGN})`,
    // Inner apostrophes (and the Hebrew abbreviation marks) belong to the word.
    `${SIGN}+(?:(?:'|(?<=[א-ת])["״׳](?=[א-ת]))${SIGN}+)*`,
  ].join('|'),
  'gv',
)
const ONE_LETTER = new RegExp(`^${LETTER}$`, 'v')
const ONE_SIGN = new RegExp(`^${SIGN}$`, 'v')
const IDEOGRAPHS = new RegExp(`^${IDEOGRAPH}`, 'v')
const SYLLABLES = new RegExp(`^${SYLLABLE}`, 'v')
const KANA = /[\p{scx=Hira}\p{scx=Kana}]/u
/** Cheap first question: all writing without spaces comes after the scripts of India in Unicode. */
const BEYOND_INDIA = /[\u0e00-\uffff]/
const HANGUL_OR_UNSPACED = new RegExp(`${IDEOGRAPH}|${SYLLABLE}|\\p{Script=Hangul}`, 'v')

/** Longer words are addresses, keys and noise; the longest German compounds in use stay below this. */
export const MAX_WORD_LENGTH = 64

/** `Intl.Segmenter` slows down with the length of its input; runs without any break are cut to this. */
export const MAX_SEGMENT_LENGTH = 200

/** Runs between punctuation are about eight characters long; a few thousand of twice that are worth remembering. */
const REMEMBERED_RUN = 16
const REMEMBERED_RUNS = 8192

export type TokenKind = 'word' | 'ideographs' | 'syllables'

/** The runs of letters and digits of an already unified text, each in one kind of writing. */
export function tokensOf(text: string): readonly string[] {
  return text.match(ANY_TOKEN) ?? []
}

/** A letter of a script that is written with spaces. */
export function isLetter(character: string): boolean {
  return ONE_LETTER.test(character)
}

/** A letter, mark or digit of such a script. */
export function isSign(character: string): boolean {
  return ONE_SIGN.test(character)
}

export function kindOf(token: string): TokenKind {
  // Everything before the Thai block is written with spaces.
  if (token.charCodeAt(0) < 0x0e00) return 'word'
  if (IDEOGRAPHS.test(token)) return 'ideographs'
  return SYLLABLES.test(token) ? 'syllables' : 'word'
}

/** True for writing in which a word need not stand apart: Han, Kana, Thai and its neighbours, and Korean compounds. */
export function isUnspaced(text: string): boolean {
  return BEYOND_INDIA.test(text) && HANGUL_OR_UNSPACED.test(text)
}

export function hasKana(text: string): boolean {
  return KANA.test(text)
}

/** Words of a run of Chinese, in simplified characters, which the dictionary knows. */
export function chineseWords(run: string): readonly string[] {
  return run.length <= REMEMBERED_RUN ? rememberedChinese(run) : cutChinese(run)
}

/** Words of a run of Japanese, Thai, Lao, Khmer or Burmese. */
export function segmentedWords(run: string): readonly string[] {
  return run.length <= REMEMBERED_RUN ? rememberedSegments(run) : cutSegments(run)
}

// A page's link texts are read with the link, with its division and with the whole page, and menus with every page.
const rememberedChinese = memoize(REMEMBERED_RUNS, cutChinese)
const rememberedSegments = memoize(REMEMBERED_RUNS, cutSegments)

function cutChinese(run: string): readonly string[] {
  return slices(foldHan(run)).flatMap((slice) => jieba().cut(slice, true))
}

function cutSegments(run: string): readonly string[] {
  return slices(run).flatMap((slice) => Array.from(segmenter().segment(slice), ({ segment }) => segment))
}

/** Overlapping pairs: any part of two characters or more is then a row of adjacent pairs, wherever words begin. */
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
