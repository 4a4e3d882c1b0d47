import { dayOf } from './day.ts'
import type { WrittenDate } from './written-date.ts'

/** First year of each era, less one: a year of the era plus this is a common year. */
const ERAS = new Map([
  ['明治', 1867],
  ['大正', 1911],
  ['昭和', 1925],
  ['平成', 1988],
  ['令和', 2018],
  ['民國', 1911],
  ['民国', 1911],
])

const COMMON =
  /(?<!\d)(\d{4})\s{0,2}[年년]\s{0,2}(\d{1,2})\s{0,2}[月월]\s{0,2}(\d{1,2})(?!\d)\s{0,2}[日号號일]?/g
const ERA =
  /(明治|大正|昭和|平成|令和|民國|民国)\s?(元|\d{1,3})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})(?!\d)\s?日?/g
const HAN =
  /([〇○零一二三四五六七八九]{4})年([一二三四五六七八九十]{1,2})月([一二三四五六七八九十]{1,3})[日号號]/g
const HAN_DIGITS = '〇一二三四五六七八九'

/** Chinese, Japanese and Korean dates: 2019年5月12日, 令和元年5月1日, 民國108年5月12日, 二〇一九年五月十二日, 2019년 5월 12일. */
export function* eastAsianDates(text: string): Generator<WrittenDate> {
  if (!/[年년]/.test(text)) return
  const at = (match: RegExpExecArray, year: number, month: number, date: number): WrittenDate | null => {
    const day = dayOf(year, month, date)
    return day ? { day, swapped: null, start: match.index, end: match.index + match[0].length } : null
  }
  for (const match of text.matchAll(COMMON)) {
    const found = at(match, Number(match[1]), Number(match[2]), Number(match[3]))
    if (found) yield found
  }
  for (const match of text.matchAll(ERA)) {
    const year = (match[2] === '元' ? 1 : Number(match[2])) + (ERAS.get(match[1] ?? '') ?? 0)
    const found = at(match, year, Number(match[3]), Number(match[4]))
    if (found) yield found
  }
  for (const match of text.matchAll(HAN)) {
    const year = Number([...(match[1] ?? '')].map((digit) => hanNumber(digit)).join(''))
    const found = at(match, year, hanNumber(match[2] ?? ''), hanNumber(match[3] ?? ''))
    if (found) yield found
  }
}

/** A number below 100 in Han digits: 九, 十二, 三十一. */
function hanNumber(written: string): number {
  const digit = (char: string | undefined) => {
    if (char === '○' || char === '零') return 0
    return char === undefined ? 0 : Math.max(0, HAN_DIGITS.indexOf(char))
  }
  const ten = written.indexOf('十')
  if (ten === -1) return digit(written)
  return (ten === 0 ? 1 : digit(written[0])) * 10 + digit(written[ten + 1])
}
