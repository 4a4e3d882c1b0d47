import { dayOf } from './day.ts'
import { persianDay } from './persian-date.ts'
import { commonYear, type NumericOrder, type WrittenDate } from './written-date.ts'

const YEAR_FIRST = /(?<![\d.,/-])(\d{4})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?!\d)/g
const YEAR_LAST = /(?<![\d.,/-])(\d{1,2})\s?([-/.|])\s?(\d{1,2})\s?\2\s?(\d{4}|\d\d)(?!\d|[.,/-]\d)/g
/** Languages that write the year first even with two digits. */
const YEAR_FIRST_LANGUAGES = new Set(['zh', 'ja', 'ko', 'ne', 'mn'])
/** Vietnamese numbers its months: 12 tháng 5, 2019. */
const VIETNAMESE_MONTH = /th(?:áng|g)/i
const COUNTED_MONTH = /(?<!\d)(\d{1,2})\s?(?:tháng|thg)\s?(\d{1,2})\s?,?\s?(?:năm)?\s?(\d{4})(?!\d)/giu

/** Numeric dates: 2019-05-12, 12.5.2019, 12/05/19 ... */
export function* numericDates(text: string, language: string, order: NumericOrder): Generator<WrittenDate> {
  for (const match of text.matchAll(YEAR_FIRST)) {
    const parts = [Number(match[1]), Number(match[3]), Number(match[4])] as const
    const [, month, date] = parts
    const common = commonYear(match[1] ?? '', language)
    const day = (language === 'fa' ? persianDay(...parts) : null) ?? dayOf(common, month, date)
    if (day) yield { day, swapped: null, ...spanOf(match) }
  }
  for (const match of text.matchAll(YEAR_LAST)) {
    const found = yearLast(match, language, order)
    if (found) yield found
  }
  if (!VIETNAMESE_MONTH.test(text)) return
  for (const match of text.matchAll(COUNTED_MONTH)) {
    const day = dayOf(Number(match[3]), Number(match[2]), Number(match[1]))
    if (day) yield { day, swapped: null, ...spanOf(match) }
  }
}

function yearLast(match: RegExpExecArray, language: string, order: NumericOrder): WrittenDate | null {
  const [first, second, year] = [Number(match[1]), Number(match[3]), commonYear(match[4] ?? '', language)]
  if (match[4]?.length === 2 && YEAR_FIRST_LANGUAGES.has(language)) {
    const day = dayOf(commonYear(match[1] ?? '', language), second, Number(match[4]))
    return day === null ? null : { day, swapped: null, ...spanOf(match) }
  }
  const dayFirst = dayOf(year, second, first)
  const monthFirst = dayOf(year, first, second)
  // With dots as separators the month never comes first.
  if (match[2] === '.') return dayFirst === null ? null : { day: dayFirst, swapped: null, ...spanOf(match) }
  const [usual, other] = order === 'day-first' ? [dayFirst, monthFirst] : [monthFirst, dayFirst]
  const day = usual ?? other
  if (!day) return null
  return { day, swapped: other !== null && other !== day ? other : null, ...spanOf(match) }
}

function spanOf(match: RegExpExecArray): { start: number; end: number } {
  return { start: match.index, end: match.index + match[0].length }
}
