import { COMMON_PLACE, commonPlaceStart } from './common-places.ts'
import type { AcceptedMention } from './decision.ts'
import type { GazetteerFile } from './gazetteer-file.ts'
import { eachHanClause, type HanWord, NAME_TAGS } from './han-words.ts'
import { ANY_KIND, kindOf, NUMBERED_ROADS } from './local-kinds.ts'
import { hashKey } from './name-key.ts'

/** Cheap filter: many clauses contain no place and need no segmentation. */
const MAY_HOLD_PLACE = new RegExp(`${ANY_KIND}|${COMMON_PLACE}`)

const MAX_NUMBER = 6
const NUMBER = /^[\dA-Za-z０-９]+$/

/** Tags of words that may also occur inside a name. */
const INSIDE: ReadonlySet<string> = new Set(['n', 'ng', 'g', 'zg', 'j', 'b', 'f', 'a', 'ag', 'q', 'm'])
/** Tags of single characters from unknown names, and of one-character names of provinces and cities (沪宁高速). */
const BROKEN: ReadonlySet<string> = new Set(['g', 'zg', 'ng', 'q', 'j'])
const HAN_ONLY = /^[\u4e00-\u9fff]+$/
/** Numerals and determiners: 该县, 两镇 and 某小区 are not names. */
const POINTING =
  /^[该本此这那各每全两几多某一二三四五六七八九十我你他外首原前后上下内同另名个辆家所座栋间条起人次位幢处口户等段层]+$/
const POINTED = /^[该本此这那各每某]/
/** Characters before a place that are not part of its name; the dictionary tags many as nouns. */
const LEADING = /[在于从到至往向由经沿距离与和及对被将把赴的]$/
const ORDINAL = /^第?[一二三四五六七八九十]+$/
/** Longer matches are phrases. */
const MAX_NAME_LENGTH = 12
/** Matches of two characters (小镇, 山区) are rarely names. */
const MIN_NAME = 2

/**
 * Places of a Chinese text that neither the gazetteer nor the dictionary has: names that end in a kind of place (`local`: 石板沟村, 云杉街,
 * 318国道) and nouns (`common`: 医院, 现场). `named` must be in order; so is the answer, and nothing overlaps.
 */
export function findLocalPlaces(
  file: GazetteerFile,
  text: string,
  named: readonly AcceptedMention[],
): AcceptedMention[] {
  const found: AcceptedMention[] = []
  let at = 0
  /** Text before this offset belongs to another mention or clause. */
  let free = 0
  const readWord = (words: readonly HanWord[], i: number): void => {
    const word = words[i]
    if (!word) return
    for (; (named[at]?.start ?? Number.POSITIVE_INFINITY) < word.end; at++)
      free = Math.max(free, named[at]?.end ?? 0)
    if (free >= word.end) return
    const last = found.at(-1)
    if (last?.kind === 'local' && last.end === word.start && word.word.length === 1 && kindOf(word.word)) {
      found[found.length - 1] = { ...last, end: word.end }
      free = word.end
      return
    }
    const anchored = free === named[at - 1]?.end || (last?.kind === 'local' && free === last.end)
    const local = localStart(file, words, i, free, anchored)
    const start = local < 0 ? commonPlaceStart(words, i) : local
    if (start < free) return
    found.push({ start, end: word.end, row: -1, kind: local < 0 ? 'common' : 'local', apart: false })
    free = word.end
  }
  eachHanClause(text, MAY_HOLD_PLACE, (words) => {
    free = Math.max(free, words[0]?.start ?? 0)
    words.forEach((_, i) => {
      readWord(words, i)
    })
  })
  return found
}

/**
 * Where the name that ends with word `i` starts, not before `free`; -1 when it is none. `anchored`: right before `free` stands a place, so
 * that what follows may be any noun (X市人民医院).
 */
function localStart(
  file: GazetteerFile,
  words: readonly HanWord[],
  i: number,
  free: number,
  anchored: boolean,
): number {
  const head = words[i]
  if (!head || head.start < free) return -1
  const kind = kindOf(head.word)
  if (kind === '') return -1
  const stem = head.word.slice(0, -kind.length)
  const isName = stem !== '' && NAME_TAGS.has(head.tag) && !POINTING.test(stem) && !POINTED.test(stem)
  const isShort = kind.length === 1
  if (isShort && stem !== '' && !isName) return -1
  const number = words[i - 1]
  if (stem === '' && NUMBERED_ROADS.has(kind) && number && number.start >= free && NUMBER.test(number.word))
    return numberStart(words, i - 1, free)
  let start = isName ? head.start : -1
  for (let j = i - 1; j >= 0; j--) {
    const word = words[j]
    if (!word || word.start < free || head.end - word.start > MAX_NAME_LENGTH || !isInside(word)) break
    if (isProper(file, word, isShort) || (anchored && word.start === free && !POINTING.test(word.word)))
      start = word.start
  }
  return start >= 0 && head.end - start > MIN_NAME ? start : -1
}

/** The segmenter splits full-width digits: `３ １ ８ 国道`. */
function numberStart(words: readonly HanWord[], last: number, free: number): number {
  let first = last
  while (first > 0) {
    const before = words[first - 1]
    if (!before || before.start < free || !NUMBER.test(before.word) || last - first > MAX_NUMBER) break
    first--
  }
  return words[first]?.start ?? -1
}

function isInside({ word, tag }: HanWord): boolean {
  if (!HAN_ONLY.test(word) || POINTED.test(word)) return false
  if (NAME_TAGS.has(tag)) return !POINTING.test(word) && !(tag === 'x' && LEADING.test(word))
  if (!INSIDE.has(tag)) return false
  if (word.length > 1) return tag === 'm' ? ORDINAL.test(word) : tag.startsWith('n')
  return !LEADING.test(word) && (!POINTING.test(word) || ORDINAL.test(word))
}

/** True if a name may start with the word. Before a short kind such as 村, which never occurs alone, a rare noun may too. */
function isProper(file: GazetteerFile, { word, tag }: HanWord, short: boolean): boolean {
  if (POINTING.test(word)) return false
  if (NAME_TAGS.has(tag)) return true
  if (word.length > 1) return short && tag === 'n' && !file.isCommonWord(hashKey(word))
  return BROKEN.has(tag)
}
