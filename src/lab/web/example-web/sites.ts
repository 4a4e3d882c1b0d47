import type { Language } from './calendar.ts'
import { hashOf, unitOf } from './random.ts'

type UrlStyle =
  | 'dated-slug'
  | 'month-name'
  | 'compact-date'
  | 'section-id'
  | 'query-id'
  | 'token'
  | 'zh-dated'
  | 'zh-content'
  | 'zh-number'
export type ThemeName = 'html5' | 'blog' | 'soup' | 'table' | 'portal'
/** Where a page states its publication date. */
type DateStyle = 'json-ld' | 'meta' | 'time' | 'text' | 'none'
type Role = 'national' | 'international' | 'wire' | 'local' | 'weather' | 'sport' | 'aloof' | 'general'
export type Quirk =
  | 'gbk'
  | 'windows-1252'
  | 'wrong-charset'
  | 'malformed'
  | 'robots-503'
  | 'robots-404'
  | 'crawl-delay'
  | 'slow'
  | 'soft-404'
  | 'facets'
  | 'calendar'
  | 'endless-path'
  | 'flaky'
  | 'gone'
  | 'session-ids'
  | 'live'
  | 'shift-jis'
  | 'moved'

export interface Site {
  readonly index: number
  readonly host: string
  readonly name: string
  readonly language: Language
  /** ISO code of the country it mostly writes about. */
  readonly country: string
  readonly role: Role
  /** Relative size. */
  readonly weight: number
  readonly urlStyle: UrlStyle
  readonly theme: ThemeName
  readonly dateStyle: DateStyle
  /** Share of related links that stay on the event. */
  readonly cohesion: number
  /** Uses the domestic names of storms. */
  readonly homeNames: boolean
  /** No other site links to its coverage: found only through its own front page and archives. */
  readonly isolated: boolean
  /** Scales the weight of its pages in bytes; 1 is about 30 KB. */
  readonly bulk: number
  readonly quirks: ReadonlySet<Quirk>
}

type Cast = readonly [role: Role, language: Language, country: string, ...quirks: Quirk[]]

/** The first sites have fixed roles, so that every web, however small, contains each difficulty once. */
const CAST: readonly Cast[] = [
  ['national', 'en', 'PH', 'live', 'moved'],
  ['national', 'zh', 'CN', 'live'],
  ['international', 'en', 'GB', 'live'],
  ['wire', 'en', 'SG'],
  ['local', 'en', 'PH', 'robots-404'],
  ['general', 'zh', 'CN', 'gbk'],
  ['general', 'es', 'MX', 'windows-1252'],
  ['weather', 'en', 'AU', 'calendar'],
  ['general', 'tl', 'PH'],
  ['general', 'en', 'AU', 'facets', 'calendar'],
  ['general', 'en', 'PH', 'robots-503'],
  ['general', 'en', 'IN', 'crawl-delay'],
  ['general', 'en', 'VN', 'slow'],
  ['general', 'en', 'PH', 'soft-404'],
  ['sport', 'en', 'US', 'endless-path'],
  ['general', 'en', 'BD', 'malformed', 'wrong-charset'],
  ['wire', 'zh', 'CN'],
  ['general', 'en', 'JP', 'shift-jis', 'session-ids'],
  ['aloof', 'zh', 'CN'],
  ['general', 'en', 'KE', 'flaky', 'gone'],
]

const FRONT =
  'island harbour morning evening northern coastal meridian lantern cedar granite blue silver open plain quay ridge valley anchor summit delta'.split(
    ' ',
  )
const BACK =
  'courier ledger gazette observer dispatch herald tribune chronicle bulletin monitor post wire record examiner voice'.split(
    ' ',
  )
const ZH_FRONT = ['海岛', '晨光', '云帆', '南湾', '新潮', '远方', '江畔', '山城']
const ZH_BACK = ['新闻网', '日报', '在线', '晚报', '资讯']
const COUNTRIES = 'PH PH US GB AU IN VN JP CN CA DE BR KE MX ES NP ID'.split(' ')
const EN_STYLES: readonly UrlStyle[] = [
  'dated-slug',
  'dated-slug',
  'section-id',
  'month-name',
  'compact-date',
  'token',
  'query-id',
]
const ZH_STYLES: readonly UrlStyle[] = ['zh-dated', 'zh-content', 'zh-number']
const THEMES: readonly ThemeName[] = ['html5', 'blog', 'soup', 'portal', 'html5', 'table']
const DATE_STYLES: readonly DateStyle[] = ['json-ld', 'meta', 'time', 'text', 'json-ld', 'none']
const COHESIONS = [0.65, 0.5, 0.4, 0.25, 0.1]
/**
 * Larger first: a few big papers, a long tail of small ones. The exponent is roughly that of site sizes on
 * the web.
 */
const ZIPF = 0.75

export function createSites(seed: number, count: number): Site[] {
  return Array.from({ length: count }, (_, index) => createSite(seed, index))
}

function createSite(seed: number, index: number): Site {
  const draw = (salt: number): number => hashOf(seed, 500, index, salt)
  const pick = <T>(list: readonly T[], salt: number): T => list[draw(salt) % list.length]!
  const cast: Cast = CAST[index] ?? [
    draw(1) % 12 === 0 ? 'aloof' : 'general',
    tongue(draw(2)),
    pick(COUNTRIES, 3),
  ]
  const [role, language, country, ...given] = cast
  const zh = language === 'zh'
  // The fixed sites each have a different first word, later sites have their number: no two hosts are the
  // same.
  const front = FRONT[(hashOf(seed, 508) + index) % FRONT.length]!
  const back = pick(BACK, 5)
  const stem = `${front}${draw(6) % 2 === 0 ? '-' : ''}${back}${index > 19 ? index : ''}`
  const quirks = new Set<Quirk>(given)
  if (index >= CAST.length) {
    if (unitOf(seed, 501, index) < 0.25) quirks.add('live')
    if (unitOf(seed, 502, index) < 0.1) quirks.add('robots-404')
    if (unitOf(seed, 503, index) < 0.1) quirks.add('flaky')
    if (unitOf(seed, 504, index) < 0.08) quirks.add('calendar')
    if (unitOf(seed, 505, index) < 0.1) quirks.add('gone')
  }
  return {
    index,
    host: `${['www.', '', 'news.'][draw(7) % 3]}${stem}.${draw(8) % 5 === 0 ? 'test' : 'example'}`,
    name: zh ? `${pick(ZH_FRONT, 4)}${pick(ZH_BACK, 5)}` : `The ${title(front)} ${title(back)}`,
    language,
    country: zh && index >= CAST.length ? 'CN' : country,
    role,
    weight: role === 'local' ? 0.05 : (0.7 + 0.6 * unitOf(seed, 506, index)) / (index + 3) ** ZIPF,
    urlStyle: zh ? pick(ZH_STYLES, 9) : pick(EN_STYLES, 9),
    theme: quirks.has('malformed') ? 'soup' : pick(THEMES, 10),
    dateStyle: pick(DATE_STYLES, 11),
    cohesion: role === 'wire' ? 0.55 : pick(COHESIONS, 12),
    homeNames: country === 'PH' && draw(14) % 3 !== 0,
    isolated: role === 'local' || (index >= 4 && draw(13) % 5 === 0),
    bulk: 0.35 + 4.5 * unitOf(seed, 507, index) ** 4,
    quirks,
  }
}

function tongue(draw: number): Language {
  const share = draw % 100
  if (share < 70) return 'en'
  if (share < 92) return 'zh'
  return share < 97 ? 'es' : 'tl'
}

function title(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The former host of a site, which still redirects; null for sites that never moved. */
export function movedHost(site: Site): string | null {
  return site.quirks.has('moved') ? `old.${site.host.replace(/^www\./, '')}` : null
}
