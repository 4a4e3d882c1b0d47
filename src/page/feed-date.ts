import type { Day } from '../model/event.ts'
import { dayOf } from '../time/day.ts'
import { readTimestamp } from '../time/timestamp.ts'
import { commonYear, type NumericOrder } from '../time/written-date.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** RFC 822 dates as used in RSS: two-digit years, and the weekday is optional. */
const RFC_822 =
  /^(?:\p{L}{2,12}\.?,?\s{1,4})?(\d{1,2})[\s-]{1,3}([a-z]{3})[a-z]{0,6}\.?[\s-]{1,3}(\d{4}|\d\d)(?!\d)/iu

/** The day stated by a feed or sitemap, in the time zone it states. */
export function readFeedDate(text: string, language: string, order: NumericOrder): Day | null {
  const [, date = '', month = '', year = ''] = RFC_822.exec(text.trim()) ?? []
  const number = MONTHS.indexOf(month.toLowerCase()) + 1
  const day = number > 0 ? dayOf(commonYear(year, 'en'), number, Number(date)) : null
  return day ?? readTimestamp(text, language, order)?.day ?? null
}
