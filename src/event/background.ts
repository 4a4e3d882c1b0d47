import { calendarNames } from '../text/calendar-names.ts'
import { termsOf } from '../text/terms.ts'

/** Words common in all news and in page navigation that are not stop words. */
const NEWS_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    en: `said says say told tell according report reports reported reporter news newspaper story article update updated read photo
      photos video videos image images click share follow subscribe newsletter comment comments copyright reserved rights people year
      years month months week weeks day days today yesterday tomorrow night morning afternoon evening time times hour hours minute minutes
      facebook twitter email login sign account website online posted published advertisement press associated reuters staff writer
      editor related stories view loading play watch contributed correspondent transcript caption mr mrs ms dr sgt lt capt det prof sen rep gov jr`,
    es: `dijo dice según informó noticia noticias foto fotos vídeo año años mes meses semana día días hoy ayer hora horas mañana tarde
      noche compartir suscríbete boletín comentarios redacción publicidad facebook twitter`,
    fr: `dit selon annoncé article photo photos vidéo an ans année mois semaine jour jours aujourd heure heures matin soir partager
      abonnez abonnés commentaires rédaction publicité facebook twitter`,
    de: `sagte sagt laut teilte mitgeteilt artikel foto fotos video jahr jahre monat woche tag tage heute gestern uhr stunden morgen
      abend teilen kommentare redaktion anzeige newsletter facebook twitter`,
    it: `detto secondo notizia notizie foto video anno anni mese mesi settimana giorno giorni oggi ieri ora ore condividi redazione`,
    pt: `disse segundo notícia notícias foto fotos vídeo ano anos mês meses semana dia dias hoje ontem hora horas compartilhar redação`,
    ru: `сообщил сообщила сообщает заявил заявила новости фото видео год года лет месяц неделя день дня сегодня вчера час часов`,
    zh: `报道 记者 新闻 消息 表示 称 图片 视频 编辑 来源 责任编辑 年 月 日 今天 昨天 时间 小时`,
  }).map(([language, words]) => [language, words.split(/\s+/)]),
)

const known = new Map<string, ReadonlySet<string>>()

/** Terms without information about an event in this language: names of months and weekdays, and words common in all news. */
export function backgroundTerms(language: string): ReadonlySet<string> {
  let terms = known.get(language)
  if (!terms) {
    const words = [...calendarNames(language), ...(NEWS_WORDS.get(language) ?? [])]
    terms = new Set(words.flatMap((word) => termsOf(word, language)))
    known.set(language, terms)
  }
  return terms
}
