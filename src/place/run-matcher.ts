import type { GazetteerFile } from './gazetteer-file.ts'
import type { Reading, Span } from './matcher.ts'
import { hashKey } from './name-key.ts'

/** Unit characters that may end a Chinese or Japanese name. */
export const UNIT_LETTERS: ReadonlySet<string> = new Set('省市县縣区區州盟旗镇鎮乡鄉村府郡町県都道')

/** Unit characters that are usually separate words: 北京都, 上海道. */
const SELDOM_PART: ReadonlySet<string> = new Set('都道')

/** `南京路`, `北京东路`: a street named after a place; but 路段 and 街头 are parts of the place. */
const STREET_AFTER =
  /[东東南西北中]?(?:大街|大道|胡同|路(?![段边邊旁途程面况況线線])|街(?![头頭道区區边邊坊])|巷)/y

/** True if a street word follows at `end` and the name before it is not a unit. */
export function isStreetName(text: string, end: number): boolean {
  if (UNIT_LETTERS.has(text.charAt(end - 1))) return false
  STREET_AFTER.lastIndex = end
  return STREET_AFTER.test(text)
}

/** Finds names in an unspaced run: at each letter, the longest name that starts there. */
export function findInRun(file: GazetteerFile, reading: Reading, word: number, spans: Span[]): void {
  const start = reading.tokens.start[word] ?? 0
  const end = reading.tokens.end[word] ?? 0
  const { text } = reading
  for (let i = start; i < end; ) {
    const head = text.charAt(i)
    const maxLength = Math.min(file.longestFrom(head), end - i)
    let hash = hashKey(head)
    let length = 0
    let found = -1
    for (let n = 2; n <= maxLength; n++) {
      hash = hashKey(text.charAt(i + n - 1), hash)
      if (!file.mayBeInRun(hash)) continue
      const row = file.keyRow(text.slice(i, i + n), hash)
      if (row < 0 && !file.isPlaceWord(hash)) continue
      if (row < 0 && found >= 0 && isCompound(file, text, i + length, i + n)) break
      length = n
      found = row
    }
    if (length === 0) {
      i++
      continue
    }
    const stop = i + length < end && isUnitLetter(text, i + length) ? i + length + 1 : i + length
    spans.push({ first: word, last: word, start: i, end: stop, key: found })
    i = stop
  }
}

/** True for dictionary compounds of two places (上海南京路). */
function isCompound(file: GazetteerFile, text: string, middle: number, end: number): boolean {
  return !isStreetName(text, middle) && file.isPlaceWord(hashKey(text.slice(middle, end)))
}

/** True if the letter belongs to the preceding name, which must not already have its unit (某县|县城). */
function isUnitLetter(text: string, at: number): boolean {
  const letter = text.charAt(at)
  return UNIT_LETTERS.has(letter) && !SELDOM_PART.has(letter) && text.charAt(at - 1) !== letter
}
