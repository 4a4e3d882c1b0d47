import { escapeHtml } from '../../../html/escape-html.ts'
import { calendarDay, isoDay, twoDigits, weekdayName, writtenDate } from './calendar.ts'
import { inlineScript, inlineStyle } from './filler.ts'
import type { PageModel } from './markup.ts'
import { hashOfText } from './random.ts'

/** Bytes of inline style and script on a page of bulk 1: real news pages have more of these than of text. */
const STYLE_BYTES = 11_000
const SCRIPT_BYTES = 10_000

/** The time of day at which a story was published; arbitrary but constant. */
function timeOf(url: string): string {
  const hash = hashOfText(url)
  return `${twoDigits(5 + (hash % 17))}:${twoDigits((hash >>> 8) % 60)}:00`
}

function charsetOf({ site }: PageModel): string {
  if (site.quirks.has('gbk')) return 'gbk'
  return site.quirks.has('windows-1252') ? 'windows-1252' : 'utf-8'
}

export function headOf(model: PageModel): string {
  const { site, url, title, description, day, kind, robots } = model
  const parts = [
    site.theme === 'soup' || site.theme === 'table'
      ? `<meta http-equiv="Content-Type" content="text/html; charset=${charsetOf(model)}">`
      : `<meta charset="${charsetOf(model)}"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${escapeHtml(title)}${site.language === 'zh' ? '_' : ' | '}${escapeHtml(site.name)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
  ]
  if (robots) parts.push(`<meta name="robots" content="${robots}">`)
  if (site.theme !== 'table') parts.push(`<link rel="canonical" href="${escapeHtml(url)}">`)
  parts.push(
    `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(site.name)}" href="/feed.xml">`,
  )
  if (kind === 'article' && day !== null) parts.push(...dated(model, day))
  parts.push(inlineStyle(STYLE_BYTES * site.bulk), inlineScript(SCRIPT_BYTES * site.bulk))
  return parts.join('\n')
}

function dated({ site, url, heading, byline }: PageModel, day: number): string[] {
  const stamp = `${isoDay(day)}T${timeOf(url)}+08:00`
  if (site.dateStyle === 'meta') {
    return [
      `<meta property="og:type" content="article"><meta property="og:title" content="${escapeHtml(heading)}">`,
      `<meta property="article:published_time" content="${stamp}">`,
    ]
  }
  if (site.dateStyle !== 'json-ld') return []
  const data = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: heading,
    datePublished: stamp,
    dateModified: `${isoDay(day + 1)}T${timeOf(heading)}+08:00`,
    author: { '@type': 'Person', name: byline },
    publisher: { '@type': 'Organization', name: site.name },
    mainEntityOfPage: url,
  }
  return [`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`]
}

/** The visible date; empty if the site shows none. */
export function visibleDate({ site, day, url }: PageModel): string {
  if (day === null || site.dateStyle === 'none') return ''
  const { year, month, date } = calendarDay(day)
  const clock = timeOf(url).slice(0, 5)
  if (site.language === 'zh') {
    return site.index % 2 === 0
      ? `${writtenDate(day, 'zh')} ${clock}`
      : `${year}-${twoDigits(month)}-${twoDigits(date)} ${clock}`
  }
  const written = writtenDate(day, site.language)
  if (site.dateStyle === 'time')
    return `<time datetime="${isoDay(day)}T${timeOf(url)}+08:00">${written}</time>`
  return site.index % 3 === 0 ? `${weekdayName(day, site.language)}, ${written} ${clock}` : written
}
