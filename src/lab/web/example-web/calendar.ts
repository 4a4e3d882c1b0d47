/** Days are counted from the first day of the example web's press archives. */
const FIRST = Date.UTC(2022, 0, 1)
const DAY_MS = 86_400_000

/**
 * Four years of news, 2022-01-01 to 2025-12-31: enough for earlier and later look-alikes of an event in late
 * 2024.
 */
export const SPAN = 1461

export interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly date: number
  /** 0 is Sunday. */
  readonly weekday: number
}

export function dayNumber(iso: string): number {
  return Math.round((Date.parse(`${iso}T00:00:00Z`) - FIRST) / DAY_MS)
}

const known: CalendarDay[] = []

export function calendarDay(day: number): CalendarDay {
  const cached = known[day]
  if (cached) return cached
  const date = new Date(FIRST + day * DAY_MS)
  const found = {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    date: date.getUTCDate(),
    weekday: date.getUTCDay(),
  }
  if (day >= 0 && day < SPAN + 400) known[day] = found
  return found
}

export function twoDigits(n: number): string {
  return n < 10 ? `0${n}` : String(n)
}

export function isoDay(day: number): string {
  const { year, month, date } = calendarDay(day)
  return `${year}-${twoDigits(month)}-${twoDigits(date)}`
}

const MONTHS = {
  en: 'January February March April May June July August September October November December'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
  tl: 'Enero Pebrero Marso Abril Mayo Hunyo Hulyo Agosto Setyembre Oktubre Nobyembre Disyembre'.split(' '),
}
const WEEKDAYS = {
  en: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '),
  es: 'domingo lunes martes miércoles jueves viernes sábado'.split(' '),
  tl: 'Linggo Lunes Martes Miyerkules Huwebes Biyernes Sabado'.split(' '),
  zh: '周日 周一 周二 周三 周四 周五 周六'.split(' '),
}

export type Language = 'en' | 'zh' | 'es' | 'tl'

export function monthName(month: number, language: Language): string {
  return language === 'zh' ? `${month}月` : MONTHS[language][month - 1]!
}

export function weekdayName(day: number, language: Language): string {
  return WEEKDAYS[language][calendarDay(day).weekday]!
}

/** A date as written in running text. */
export function writtenDate(day: number, language: Language, withYear = true): string {
  const { year, month, date } = calendarDay(day)
  if (language === 'zh') return withYear ? `${year}年${month}月${date}日` : `${month}月${date}日`
  const name = MONTHS[language][month - 1]!
  if (language === 'es') return withYear ? `${date} de ${name} de ${year}` : `${date} de ${name}`
  if (language === 'tl') return withYear ? `ika-${date} ng ${name} ${year}` : `ika-${date} ng ${name}`
  return withYear ? `${name} ${date}, ${year}` : `${name} ${date}`
}
