import { normalized } from '../../../text/normalized.ts'
import { headlineOf } from './article.ts'
import { calendarDay, dayNumber, isoDay, monthName, SPAN, twoDigits } from './calendar.ts'
import type { ArticleId } from './coverage.ts'
import { labelOf } from './labels.ts'
import type { Press } from './press.ts'
import { hashOf } from './random.ts'
import { sectionName } from './site-structure.ts'
import type { Site } from './sites.ts'

const MONTH_KEYS = Array.from({ length: 12 }, (_, i) =>
  monthName(i + 1, 'en')
    .slice(0, 3)
    .toLowerCase(),
)
const SLUG_WORDS = 7
const ASCII = /^[ -~]*$/
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** Spreads the sequence numbers of sites that use opaque tokens. */
const TOKEN_STEP = 7919

/**
 * Words of a headline as spelled in a URL. Numbers are omitted: a trailing number counts the stories of a
 * day.
 */
export function slugOf(headline: string): string {
  const plain = ASCII.test(headline) ? headline : normalized(headline, 'NFD')
  let slug = ''
  let words = 0
  let open = false
  for (let i = 0; i < plain.length; i++) {
    const code = plain.charCodeAt(i) | 0x20
    if (code >= 0x61 && code <= 0x7a) {
      if (!open && words++ === SLUG_WORDS) break
      slug += !open && words > 1 ? `-${LETTERS[code - 0x61]}` : LETTERS[code - 0x61]
      open = true
    } else if (code === 0x20 || code === 0x2d) open = false
  }
  return slug || 'story'
}

/** Path and query of the canonical URL of an article. */
export function articlePath(press: Press, article: ArticleId, headline?: string): string {
  const { site, track, day } = article
  const { all } = press.structure(site)
  const position = all.positionOf(article)
  const nth = position - all.before(day)
  const { year, month, date } = calendarDay(day)
  const slug = (): string => `${slugOf(headline ?? headlineOf(press, article))}${nth > 0 ? `-${nth}` : ''}`
  const mm = twoDigits(month)
  const dd = twoDigits(date)
  switch (site.urlStyle) {
    case 'dated-slug':
      return `/${year}/${mm}/${dd}/${slug()}/`
    case 'month-name':
      return `/news/${year}/${MONTH_KEYS[month - 1]}/${dd}/${slug()}`
    case 'compact-date':
      return `/${section(site, article)}/${year}${mm}${dd}/${slug()}.html`
    case 'section-id':
      return `/${section(site, article)}/${slugOf(headline ?? headlineOf(press, article))}-${position + 10_000}.html`
    case 'query-id':
      return `/article.php?id=${position + 1000}&cat=${track.newsTopic.index}`
    case 'token':
      return `/articles/c${(position * TOKEN_STEP + tokenBase(site)).toString(36)}o`
    case 'zh-dated':
      return `/a/${year}${mm}${dd}/${String(nth).padStart(6, '0')}.shtml`
    case 'zh-content':
      return `/${year}-${mm}/${dd}/content_${position + 100_000}.htm`
    case 'zh-number':
      return `/n/${position + 500_000}.html`
  }
}

function section(site: Site, { track }: ArticleId): string {
  return labelOf('section-slug', sectionName(site, track.newsTopic), site.language)
}

function tokenBase(site: Site): number {
  return 40_000_000 + (hashOf(site.index, 77) % 1_000_000)
}

/** If the headline is known, it need not be generated again. */
export function articleUrl(press: Press, article: ArticleId, headline?: string): string {
  return `http://${article.site.host}${articlePath(press, article, headline)}`
}

const DATED = /^\/(\d{4})\/(\d\d)\/(\d\d)\/[a-z-]*?(\d{1,5})?\/?$/
const MONTH_NAMED = /^\/news\/(\d{4})\/([a-z]{3})\/(\d\d)\/[a-z-]*?(\d{1,5})?$/
const COMPACT = /^\/[a-z]+\/(\d{4})(\d\d)(\d\d)\/[a-z-]*?(\d{1,5})?\.html$/
const SECTION_ID = /^\/[a-z]+\/[a-z-]*?(\d{1,9})\.html$/
const TOKEN = /^\/articles\/c([0-9a-z]{1,10})o$/
const ZH_DATED = /^\/a\/(\d{4})(\d\d)(\d\d)\/(\d{6})\.shtml$/
const ZH_CONTENT = /^\/\d{4}-\d\d\/\d\d\/content_(\d{1,9})\.htm$/
const ZH_NUMBER = /^\/n\/(\d{1,9})\.html$/

/** The article for a URL, whatever its words: date and number decide, as in real systems. */
export function articleAt(press: Press, site: Site, url: URL): ArticleId | null {
  const path = url.pathname
  switch (site.urlStyle) {
    case 'dated-slug':
      return byDay(press, site, DATED.exec(path))
    case 'month-name': {
      const match = MONTH_NAMED.exec(path)
      if (!match) return null
      const month = MONTH_KEYS.indexOf(match[2]!) + 1
      return onDay(press, site, `${match[1]}-${twoDigits(month)}-${match[3]}`, Number(match[4] ?? 0))
    }
    case 'compact-date':
      return byDay(press, site, COMPACT.exec(path))
    case 'zh-dated':
      return byDay(press, site, ZH_DATED.exec(path))
    case 'section-id':
      return byNumber(press, site, SECTION_ID.exec(path)?.[1], 10_000)
    case 'query-id':
      return path === '/article.php'
        ? byNumber(press, site, url.searchParams.get('id') ?? undefined, 1000)
        : null
    case 'token': {
      const token = TOKEN.exec(path)?.[1]
      if (token === undefined) return null
      const position = (Number.parseInt(token, 36) - tokenBase(site)) / TOKEN_STEP
      return Number.isInteger(position) ? atPosition(press, site, position) : null
    }
    case 'zh-content':
      return byNumber(press, site, ZH_CONTENT.exec(path)?.[1], 100_000)
    case 'zh-number':
      return byNumber(press, site, ZH_NUMBER.exec(path)?.[1], 500_000)
  }
}

function byDay(press: Press, site: Site, match: RegExpExecArray | null): ArticleId | null {
  return match ? onDay(press, site, `${match[1]}-${match[2]}-${match[3]}`, Number(match[4] ?? 0)) : null
}

function onDay(press: Press, site: Site, iso: string, nth: number): ArticleId | null {
  const day = dayNumber(iso)
  if (Number.isNaN(day) || day < 0 || day >= SPAN || isoDay(day) !== iso) return null
  const { all } = press.structure(site)
  return nth < all.before(day + 1) - all.before(day) ? all.at(all.before(day) + nth) : null
}

function byNumber(press: Press, site: Site, digits: string | undefined, base: number): ArticleId | null {
  return digits !== undefined && /^\d{1,9}$/.test(digits)
    ? atPosition(press, site, Number(digits) - base)
    : null
}

/** The article at a position in the site's order of publication; null outside it. */
export function atPosition(press: Press, site: Site, position: number): ArticleId | null {
  const { all } = press.structure(site)
  return position >= 0 && position < all.total ? all.at(position) : null
}
