import { escapeHtml } from '../../../html/escape-html.ts'
import { calendarDay, dayNumber, isoDay, monthName, twoDigits } from './calendar.ts'
import { linkTo } from './links.ts'
import type { Press } from './press.ts'
import { createRandom, hashOf, hashOfText } from './random.ts'
import type { Site } from './sites.ts'

function shell(site: Site, title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="${site.language}"><head><meta charset="utf-8"><title>${escapeHtml(title)} | ${escapeHtml(site.name)}</title></head>
<body><nav><a href="/">${escapeHtml(site.name)}</a></nav><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>
`
}

/** A calendar with a page for every month and day. */
export function calendarPage(site: Site, url: URL): string | null {
  const requested = url.searchParams.get('day') ?? `${url.searchParams.get('month') ?? '2025-12'}-01`
  if (!/^\d{4}-\d\d-\d\d$/.test(requested)) return null
  const day = dayNumber(requested)
  if (Number.isNaN(day)) return null
  const { year, month } = calendarDay(day)
  if (url.searchParams.has('day')) {
    const links = [day - 1, day + 1].map(
      (near) => `<a href="/calendar?day=${isoDay(near)}">${isoDay(near)}</a>`,
    )
    return shell(site, `Events on ${requested}`, `<p>No events on this day.</p><p>${links.join(' ')}</p>`)
  }
  const key = (offset: number): string => {
    const months = year * 12 + month - 1 + offset
    return `${String(Math.floor(months / 12)).padStart(4, '0')}-${twoDigits((months % 12) + 1)}`
  }
  const cells = Array.from(
    { length: 28 },
    (_, i) => `<td><a href="/calendar?day=${key(0)}-${twoDigits(i + 1)}">${i + 1}</a></td>`,
  )
  const weeks = [0, 7, 14, 21].map((start) => `<tr>${cells.slice(start, start + 7).join('')}</tr>`)
  const around = `<a href="/calendar?month=${key(-1)}" rel="prev">&laquo;</a> <a href="/calendar?month=${key(1)}" rel="next">&raquo;</a>`
  return shell(
    site,
    `Events calendar: ${monthName(month, 'en')} ${year}`,
    `<p>${around}</p><table>${weeks.join('\n')}</table>`,
  )
}

const FACETS: Readonly<Record<string, readonly string[]>> = {
  sort: ['new', 'old', 'title', 'length'],
  topic: ['storm', 'election', 'sport', 'business', 'relief', 'culture'],
  place: ['asia', 'europe', 'africa', 'americas', 'pacific'],
  view: ['list', 'grid', 'full'],
  year: ['2022', '2023', '2024', '2025'],
}

/** Every combination of filters is a separate page; most show the same few stories. */
export function facetPage(press: Press, site: Site, url: URL): string {
  const chosen = [...url.searchParams].filter(([name]) => Object.hasOwn(FACETS, name)).slice(0, 5)
  const links = Object.entries(FACETS).flatMap(([name, values]) =>
    values.map((value) => {
      const rest = chosen.filter(([other]) => other !== name)
      const query = new URLSearchParams([...rest, [name, value]])
      return `<li><a href="/browse?${escapeHtml(query.toString())}">${name}: ${value}</a></li>`
    }),
  )
  const { all } = press.structure(site)
  const random = createRandom(
    hashOf(hashOfText(chosen.map((pair) => pair.join('=')).join('&')) % 40, site.index),
  )
  const stories = Array.from({ length: 10 }, () => linkTo(press, all.at(random.below(all.total))))
  const list = stories.map(
    ({ url: to, text }) => `<li><a href="${escapeHtml(to)}">${escapeHtml(text)}</a></li>`,
  )
  return shell(
    site,
    'Browse all stories',
    `<ul class="facets">${links.join('\n')}</ul><ol>${list.join('\n')}</ol><p><a href="/data/all-stories.html">Everything on one page</a></p>`,
  )
}

/** Endless relative links: each page is one folder deeper than the last. */
export function galleryPage(site: Site, path: string): string {
  const depth = path.split('/').length - 2
  return shell(
    site,
    'Photo gallery',
    `<p>Photograph ${depth}.</p><p><a href="photos/">More photographs</a> <a href="more/">Next</a> <a href="http://lnk.example/loop-a">Slide show</a></p>`,
  )
}

/** One page of several megabytes. */
export function largePage(press: Press, site: Site): string {
  const { all } = press.structure(site)
  const lines = Array.from({ length: 400 }, (_, i) => {
    const { url, text } = linkTo(press, all.at(i % all.total))
    return `<li><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></li>`
  })
  return shell(
    site,
    'All stories',
    `<ul>${lines.join('\n')}</ul>${'<p class="spacer">&nbsp;</p>\n'.repeat(80_000)}`,
  )
}
