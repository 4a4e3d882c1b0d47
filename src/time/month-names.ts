import { normalized } from '../text/normalized.ts'

/**
 * Languages whose month names are read, most common on the web first: where two share a name for different
 * months (Polish and Croatian `listopad`), the page's own language decides, else the earlier of the list.
 * The names come from the runtime's CLDR data, so that none has to be kept here.
 */
const LOCALES = (
  'en de fr es it pt nl ru pl tr ja zh sv da nb nn fi cs sk hu ro el uk bg hr sr sr-Latn sl mk lt lv et is ' +
  'ca gl id ms fil sw vi ar ar-SY ar-MA ar-DZ fa he hi bn mr ta te ne th ko az kk be sq af cy ka hy'
).split(' ')

/** Variants that CLDR lacks, and forms without accents. */
const EXTRA: Readonly<Record<string, readonly string[]>> = {
  en: ['', '', '', '', '', '', '', '', 'sept', '', '', ''],
  de: ['jänner', 'feber', 'maerz', '', '', '', '', '', '', '', '', ''],
  'de-short': ['jän', '', 'mrz', '', '', '', '', '', '', '', '', ''],
  es: ['', '', '', '', '', '', '', '', 'setiembre', '', '', ''],
  fr: ['janv', 'fevr', '', 'avr', '', '', 'juil', '', 'sept', '', '', ''],
  ar: ['', '', '', 'إبريل', '', '', '', '', '', '', '', ''],
}

type Months = Map<string, readonly [number, string][]>
let names: Months | undefined

/** The month (1..12) that a word names, preferably in the page's language, or null. */
export function monthNamed(word: string, language: string): number | null {
  names ??= collect()
  const found = names.get(normal(word))
  if (!found) return null
  return (found.find(([, locale]) => locale === language) ?? found[0])?.[0] ?? null
}

function collect(): Months {
  const collected = new Map<string, [number, string][]>()
  const add = (name: string, month: number, locale: string) => {
    const entries = collected.get(name) ?? []
    if (!entries.some(([known, where]) => known === month && where === locale)) entries.push([month, locale])
    collected.set(name, entries)
  }
  for (const locale of LOCALES) {
    const language = locale.slice(0, locale.indexOf('-') === -1 ? undefined : locale.indexOf('-'))
    for (const [month, name] of monthsOf(locale)) {
      add(name, month, language)
      // Hebrew writes "in May" as one word.
      if (language === 'he') add(`ב${name}`, month, language)
    }
  }
  for (const [key, months] of Object.entries(EXTRA)) {
    months.forEach((name, index) => {
      if (name) add(name, index + 1, key.slice(0, 2))
    })
  }
  for (const [name, entries] of [...collected]) {
    const plain = withoutAccents(name)
    if (!collected.has(plain)) for (const [month, locale] of entries) add(plain, month, locale)
  }
  return collected
}

function* monthsOf(locale: string): Generator<[number, string]> {
  const tag = `${locale}-u-ca-gregory-nu-latn`
  for (const month of ['long', 'short'] as const) {
    for (const day of ['numeric', undefined] as const) {
      const format = new Intl.DateTimeFormat(tag, { month, day, timeZone: 'UTC' })
      for (let index = 0; index < 12; index++) {
        const parts = format.formatToParts(new Date(Date.UTC(2019, index, 15)))
        const name = normal(parts.find((part) => part.type === 'month')?.value ?? '')
        if (name && !/\d/.test(name)) yield [index + 1, name]
      }
    }
  }
}

function normal(word: string): string {
  const plain = normalized(word.toLowerCase(), 'NFC')
  const month = plain.startsWith('d') ? plain.replace(/^(?:de |d['’])/, '') : plain
  return /[a-z]$/.test(month) ? month : month.replace(/[.׳॰'’]$/, '')
}

function withoutAccents(word: string): string {
  const bare = normalized(word, 'NFD').replace(/[\u0300-\u036f]/g, '')
  return normalized(bare.replaceAll('ı', 'i').replaceAll('ł', 'l'), 'NFC')
}
