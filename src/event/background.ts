import { termsOf } from '../text/terms.ts'

/** Words that news is made of, whatever it reports; stop word lists leave them in. */
const NEWS_WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'en',
    'said says say told tell according report reports reported reporter news story article update updated read photo photos video image images click share follow subscribe newsletter comment comments copyright reserved rights people year years month months week weeks day days today yesterday tomorrow monday night morning time times hour hours minute minutes'.split(
      ' ',
    ),
  ],
  [
    'es',
    'dijo dice según informó noticia noticias foto fotos vídeo año años mes meses semana día días hoy ayer hora horas'.split(
      ' ',
    ),
  ],
  [
    'fr',
    'dit selon annoncé article photo photos vidéo an ans année mois semaine jour jours aujourd heure heures'.split(
      ' ',
    ),
  ],
  [
    'de',
    'sagte sagt laut teilte mitgeteilt artikel foto fotos video jahr jahre monat woche tag tage heute gestern uhr stunden'.split(
      ' ',
    ),
  ],
  ['zh', '报道 记者 新闻 消息 表示 称 图片 视频 编辑 来源 责任编辑 年 月 日 今天 昨天 时间 小时'.split(' ')],
])

/** Any year serves: only the names of its months and weekdays are read. */
const SAMPLE_YEAR = 2023

const known = new Map<string, ReadonlySet<string>>()

/** Terms that say nothing about an event in this language: the names of months and weekdays, and the words news is made of. */
export function backgroundTerms(language: string): ReadonlySet<string> {
  let terms = known.get(language)
  if (!terms) {
    const words = [...calendarNames(language), ...(NEWS_WORDS.get(language) ?? [])]
    terms = new Set(words.flatMap((word) => termsOf(word, language)))
    known.set(language, terms)
  }
  return terms
}

function calendarNames(language: string): string[] {
  if (Intl.DateTimeFormat.supportedLocalesOf(language === 'und' ? 'en' : language).length === 0) return []
  const names: string[] = []
  for (const width of ['long', 'short'] as const) {
    const month = new Intl.DateTimeFormat(language, { month: width, timeZone: 'UTC' })
    const weekday = new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' })
    for (let i = 0; i < 12; i++) names.push(month.format(Date.UTC(SAMPLE_YEAR, i, 15)))
    for (let i = 1; i <= 7; i++) names.push(weekday.format(Date.UTC(SAMPLE_YEAR, 0, i)))
  }
  return names
}
