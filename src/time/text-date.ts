import { eastAsianDates } from './east-asian-date.ts'
import { namedDates } from './named-date.ts'
import { numericDates } from './numeric-date.ts'
import type { NumericOrder, WrittenDate } from './written-date.ts'

/** Callers pass blocks and attribute values; of longer texts only the start is read. */
const MAX_TEXT_LENGTH = 2_000
/** Direction marks, which occur inside dates on Arabic and Hebrew pages. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const TIME = /\d{1,2}:\d\d(?::\d\d)?(?:\.\d{1,6})?(?:\s?[ap]\.?m\b\.?)?|[+-]\d{4}(?=\s|$)/gi
/** The zero digits of the supported scripts: Arabic, Persian, Devanagari, Bengali, Thai, full-width. */
const DIGIT_ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10]
const OTHER_DIGIT = /[٠-٩۰-۹०-९০-৯๐-๙０-９]/g

/** All complete dates (day, month and year) of a text in any supported language, in order. */
export function writtenDates(text: string, language: string, order: NumericOrder): WrittenDate[] {
  const plain = withoutTimes(withAsciiDigits(text.slice(0, MAX_TEXT_LENGTH).replace(DIRECTION, ' ')))
  const found = [
    ...numericDates(plain, language, order),
    ...namedDates(plain, language),
    ...eastAsianDates(plain),
  ]
  return found.sort((a, b) => a.start - b.start)
}

/** Replaces digit by digit, so that offsets stay the same. */
function withAsciiDigits(text: string): string {
  return text.replace(OTHER_DIGIT, (digit) => {
    const code = digit.charCodeAt(0)
    const zero = DIGIT_ZEROS.find((start) => code >= start && code <= start + 9) ?? code
    return String(code - zero)
  })
}

/** Times of day may occur between the parts of a date. */
function withoutTimes(text: string): string {
  return text.includes(':') ? text.replace(TIME, (time) => ' '.repeat(time.length)) : text
}
