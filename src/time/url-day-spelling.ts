import type { Day } from '../model/event.ts'
import { dayOf } from './day.ts'
import { monthNamed } from './month-names.ts'
import { COMPACT, NAMED, SLASHED } from './url-date.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MAX_URL_LENGTH = 2_000
const FORMS = [SLASHED, NAMED, COMPACT]

/**
 * The URL with another day in the same spelling (`/2012/10/25/`, `?date=20121025`, `/2012/oct/25/`). Several
 * if the URL does not show whether single digits are padded; none if it contains no day or more than one.
 */
export function urlsForDay(url: string, day: Day): string[] {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  if (start === -1 || url.length > MAX_URL_LENGTH) return []
  const path = url.slice(start)
  const dates = FORMS.flatMap((form) => [...path.matchAll(form)].flatMap(dated))
  const [date] = dates
  if (!date || dates.length > 1) return []
  const [year = '', month = '', of = ''] = day.split('-')
  const months = date.named ? [MONTHS[Number(month) - 1] ?? ''] : spellings(month, date.month, date.between)
  return months.flatMap((m) =>
    spellings(of, date.day, date.between).map(
      (d) =>
        url.slice(0, start + date.at) +
        [year, m, d].join(date.between) +
        url.slice(start + date.at + date.length),
    ),
  )
}

interface WrittenDate {
  readonly at: number
  readonly length: number
  readonly month: string
  readonly day: string
  readonly between: string
  readonly named: boolean
}

function dated({
  0: whole,
  1: year = '',
  2: month = '',
  3: day = '',
  index: at,
}: RegExpExecArray): WrittenDate[] {
  const named = !/^\d/.test(month)
  // A long month name would have to be written in the right language and case.
  if (named && !MONTHS.includes(month)) return []
  if (!dayOf(Number(year), named ? (monthNamed(month, 'en') ?? 0) : Number(month), Number(day))) return []
  const gap = (whole.length - 4 - month.length - day.length) / 2
  const between = whole.slice(4, 4 + gap)
  const second = whole.slice(4 + gap + month.length, 4 + 2 * gap + month.length)
  return between === second ? [{ at, length: whole.length, month, day, between, named }] : []
}

/** The spellings of a number from 01 to 31 next to one spelled like `example`. */
function spellings(padded: string, example: string, between: string): string[] {
  if (!padded.startsWith('0') || between === '') return [padded]
  const plain = padded.slice(1)
  if (example.length === 1) return [plain]
  return example.startsWith('0') ? [padded] : [padded, plain]
}
