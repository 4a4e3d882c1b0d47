/** Any year works: only month and weekday names are read. */
const SAMPLE_YEAR = 2023

/** Long and short names of months and weekdays, as spelt in the runtime's CLDR data. */
export function calendarNames(language: string): readonly string[] {
  if (!/^[a-z]{2}$/.test(language)) return []
  let names = known.get(language)
  if (!names) {
    names = namesIn(language)
    known.set(language, names)
  }
  return names
}

/** Cached because creating a formatter takes almost a millisecond. Bounded by the number of two-letter codes. */
const known = new Map<string, readonly string[]>()

function namesIn(language: string): string[] {
  if (Intl.DateTimeFormat.supportedLocalesOf(language).length === 0) return []
  const names: string[] = []
  for (const width of ['long', 'short'] as const) {
    const month = new Intl.DateTimeFormat(language, { month: width, timeZone: 'UTC' })
    const weekday = new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' })
    for (let i = 0; i < 12; i++) names.push(month.format(Date.UTC(SAMPLE_YEAR, i, 15)))
    for (let i = 1; i <= 7; i++) names.push(weekday.format(Date.UTC(SAMPLE_YEAR, 0, i)))
  }
  return names
}
