import type { DateHints } from './hint.ts'
import type { NumericOrder } from './written-date.ts'

/** English-speaking regions that write the day first. */
const DAY_FIRST_ENGLISH = new Set('gb uk au nz ie in za sg my ng ke hk mt pk'.split(' '))
/** Languages of the few countries that write the month first: the United States and the Philippines. */
const MONTH_FIRST = new Set(['en', 'fil', 'tl'])
/** Country domains that are used as words and do not indicate a country. */
const GENERIC_TOP = new Set('io tv co me ai ly fm to cc us ph'.split(' '))
const NUMERIC = /(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d\d)(?!\d)/g

/**
 * The order of numeric dates on a page: that of its unambiguous dates, otherwise that of its language and
 * country.
 */
export function numericOrder(language: string, hints: DateHints): NumericOrder {
  let [dayFirst, monthFirst] = [0, 0]
  for (const { value } of hints.hints) {
    for (const match of value.matchAll(NUMERIC)) {
      if (Number(match[1]) > 12) dayFirst++
      if (Number(match[2]) > 12) monthFirst++
    }
  }
  if (dayFirst > 0 && monthFirst === 0) return 'day-first'
  if (monthFirst > 0 && dayFirst === 0) return 'month-first'
  return localOrder(language, hints.url)
}

function localOrder(language: string, url: string): NumericOrder {
  const [primary = '', region = ''] = language.toLowerCase().split(/[-_]/)
  if (region === 'us') return 'month-first'
  if (primary !== '' && primary !== 'und' && !MONTH_FIRST.has(primary)) return 'day-first'
  if (DAY_FIRST_ENGLISH.has(region)) return 'day-first'
  const top = /^https?:\/\/[^/?#:]{0,253}\.([a-z]{2,24})(?=[:/?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? ''
  return top.length === 2 && !GENERIC_TOP.has(top) ? 'day-first' : 'month-first'
}
