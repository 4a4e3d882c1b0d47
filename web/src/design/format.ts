const counts = new Intl.NumberFormat()
const shares = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const decimals = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

/** 12,345 */
export const count = (value: number): string => counts.format(value)

const plurals = new Intl.PluralRules('en')

/** "page" or "pages", as a count requires. */
export const noun = (value: number, one: string, other = `${one}s`): string =>
  plurals.select(value) === 'one' ? one : other

/** "1 page", "12,345 pages" */
export const plural = (value: number, one: string, other?: string): string =>
  `${count(value)} ${noun(value, one, other)}`

/** 0.123 as 12.3 % */
export const share = (value: number): string => shares.format(value)

/** A score: 0.42 */
export const score = (value: number): string => decimals.format(value)

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** 1.2 MB */
export function bytes(value: number): string {
  const step = value < 1 ? 0 : Math.min(Math.floor(Math.log10(value) / 3), SIZES.length - 1)
  const format = { style: 'unit', unit: SIZES[step] ?? 'byte', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(undefined, format).format(value / 1000 ** step)
}

/** `2013-11-08` as the reader's language writes it; anything else is returned unchanged. */
export function dayText(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? day : days.format(date)
}

/** A moment, in the reader's time zone. */
export function momentText(at: string): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? at : moments.format(date)
}

const SPANS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** "3 hours ago" */
export function agoText(at: string, now = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1000
  if (Number.isNaN(seconds)) return at
  const [unit, size] = SPANS.find(([, span]) => Math.abs(seconds) >= span) ?? (['second', 1] as const)
  return ago.format(Math.round(seconds / size), unit)
}

const languages = new Intl.DisplayNames(undefined, { type: 'language' })

/** `zh` as "Chinese"; an unknown code is returned unchanged. */
export function languageText(code: string): string {
  try {
    return languages.of(code) ?? code
  } catch {
    return code
  }
}
