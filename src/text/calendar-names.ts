/** Any year serves: only the names of its months and weekdays are read. */
const SAMPLE_YEAR = 2023

/** Months and weekdays as the language writes them, long and short, in the spelling of the runtime's CLDR data. */
export function calendarNames(language: string): readonly string[] {
  if (!/^[a-z]{2}$/.test(language)) return []
  let names = known.get(language)
  if (!names) {
    names = namesIn(language)
    known.set(language, names)
  }
  return names
}

/** Making a formatter takes a good part of a millisecond. At most one entry per two letters. */
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
