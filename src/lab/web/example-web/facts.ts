import { AREAS, type Area, TARGET_AREA } from './areas.ts'
import { calendarDay, type Language, monthName, weekdayName } from './calendar.ts'
import { companyName, organisation, personName, teamName, titleOf } from './names.ts'
import type { NewsTopic } from './news-topics.ts'
import { hashOf, hashOfText, type Random } from './random.ts'
import type { Facts } from './template.ts'

const CAPITALS = {
  en: ['Manila', 'Hanoi', 'Tokyo', 'Canberra', 'Ottawa', 'Nairobi', 'Madrid', 'Dhaka', 'Santiago', 'Berlin'],
  zh: ['马尼拉', '河内', '东京', '堪培拉', '渥太华', '内罗毕', '马德里', '达卡', '圣地亚哥', '柏林'],
}
const CRISIS_WORDS = {
  en: { storm: 'storm', quake: 'earthquake', flood: 'flood', fire: 'wildfire', shooting: 'shooting' },
  zh: { storm: '台风', quake: '地震', flood: '洪水', fire: '山火', shooting: '枪击事件' },
  es: {
    storm: 'la tormenta',
    quake: 'el terremoto',
    flood: 'la inundación',
    fire: 'el incendio',
    shooting: 'el tiroteo',
  },
  tl: { storm: 'bagyo', quake: 'lindol', flood: 'baha', fire: 'sunog', shooting: 'pamamaril' },
}
const STORM_WORDS = {
  zh: { typhoon: '台风', hurricane: '飓风', cyclone: '气旋' },
  es: { typhoon: 'el tifón', hurricane: 'el huracán', cyclone: 'el ciclón' },
}

export interface ArticleSetting {
  readonly seed: number
  readonly newsTopic: NewsTopic
  readonly day: number
  readonly language: Language
  /** Identifies the article: towns, residents and small numbers vary with it. */
  readonly article: number
  /** Does not name the storm. */
  readonly shy: boolean
  /** Uses the domestic name of a storm if it has one. */
  readonly homeNames: boolean
  /** Passing mentions of the target need its name. */
  readonly target: NewsTopic
}

function grouped(n: number): string {
  const digits = String(Math.round(n))
  return digits.length > 3 ? `${digits.slice(0, -3)},${digits.slice(-3)}` : digits
}

function ago(days: number, language: Language): string {
  if (language === 'zh')
    return days < 14 ? `${days}天` : days < 60 ? `${Math.round(days / 7)}周` : `${Math.round(days / 30)}个月`
  const [dayUnit, weekUnit, monthUnit] =
    language === 'es'
      ? ['días', 'semanas', 'meses']
      : language === 'tl'
        ? ['araw', 'linggo', 'buwan']
        : ['days', 'weeks', 'months']
  const plural = (n: number, unit: string): string =>
    language === 'en' && n === 1 ? `1 ${unit.slice(0, -1)}` : `${n} ${unit}`
  if (days < 14) return plural(Math.max(1, days), dayUnit!)
  return days < 60 ? plural(Math.round(days / 7), weekUnit!) : plural(Math.round(days / 30), monthUnit!)
}

export function stormTitle(newsTopic: NewsTopic, language: Language, homeNames: boolean): string {
  const kind = newsTopic.area?.storm ?? 'typhoon'
  const name = homeNames && newsTopic.area?.code === 'PH' ? newsTopic.localName : newsTopic.name
  if (language === 'zh') return `${STORM_WORDS.zh[kind]}“${newsTopic.zhName}”`
  if (language === 'es') return `${STORM_WORDS.es[kind]} ${name}`
  if (language === 'tl') return `bagyong ${name}`
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${name}`
}

/** The facts of an article's setting with the values that most of them depend on. */
interface Teller extends ArticleSetting {
  readonly area: Area
  readonly names: Pick<Area, 'country' | 'province' | 'sea' | 'towns'>
  /** Draws that belong to the event, the same in every article about it. */
  readonly event: number
  /** Days since it began. */
  readonly offset: number
  /** Share of the final count that is known by now, 0..1. */
  readonly grown: number
}

type Fact = (teller: Teller, random: Random) => string

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const draw = ({ event }: Teller, salt: number, low: number, high: number): number =>
  low + (hashOf(event, salt) % (high - low + 1))
const town = ({ article, names }: Teller, i: number): string =>
  names.towns[(hashOf(article, 7) + i) % names.towns.length]!

function kindOf({ language, area }: Teller): string {
  if (language === 'zh') return STORM_WORDS.zh[area.storm]
  return language === 'es' ? STORM_WORDS.es[area.storm] : area.storm
}

function crisisOf({ language, newsTopic }: Teller): string {
  return CRISIS_WORDS[language][newsTopic.subject as 'storm'] ?? ''
}

function stormOf(teller: Teller): string {
  const { newsTopic, language, shy } = teller
  if (newsTopic.subject !== 'storm') return language === 'en' ? `the ${crisisOf(teller)}` : crisisOf(teller)
  if (!shy) return stormTitle(newsTopic, language, teller.homeNames)
  if (language === 'en') return `the ${kindOf(teller)}`
  if (language === 'zh') return `此次${kindOf(teller)}`
  return language === 'tl' ? 'bagyo' : kindOf(teller)
}

/**
 * Counts grow with the days, so that later stories have higher ones; people and agencies are the same for the
 * whole event.
 */
const FACTS: ReadonlyMap<string, Fact> = new Map<string, Fact>([
  ['storm', stormOf],
  ['Storm', (t) => upper(stormOf(t))],
  ['kind', kindOf],
  ['crisis', crisisOf],
  ['Crisis', (t) => upper(crisisOf(t))],
  ['country', (t) => t.names.country],
  ['province', (t) => t.names.province],
  ['sea', (t) => t.names.sea],
  ['town', (t) => town(t, 0)],
  ['town2', (t) => town(t, 1)],
  ['town3', (t) => town(t, 2)],
  ['place', (t) => town(t, 0)],
  ['weekday', (t) => weekdayName(t.day, t.language)],
  ['impactday', (t) => weekdayName(t.newsTopic.peak, t.language)],
  ['ago', (t) => ago(t.offset, t.language)],
  [
    'dead',
    (t) => grouped(1 + draw(t, 1, 8, 400) * t.grown * (t.newsTopic.subject === 'shooting' ? 0.03 : 1)),
  ],
  ['missing', (t) => grouped(2 + draw(t, 2, 5, 160) * Math.exp(-t.offset / 20))],
  ['hurt', (t) => grouped(3 + draw(t, 3, 10, 900) * t.grown)],
  ['evac', (t) => grouped(draw(t, 4, 20, 600) * 1000 * Math.exp(-t.offset / 30) + 500)],
  ['evac2', (t) => grouped(draw(t, 5, 3, 40) * 1000 * Math.exp(-t.offset / 200) + 200)],
  ['homes', (t) => grouped(draw(t, 6, 2, 90) * 1000 * t.grown + 150)],
  ['wind', (t) => String(draw(t, 7, 120, 235))],
  ['gust', (t) => String(draw(t, 7, 120, 235) + 55)],
  ['rain', (t) => String(draw(t, 8, 110, 520))],
  ['surge', (t) => String(draw(t, 9, 2, 6))],
  ['mag', (t) => `${draw(t, 10, 5, 7)}.${draw(t, 11, 0, 9)}`],
  ['mayor', (t) => personName(hashOf(t.event, 20, hashOf(t.article, 7) % t.names.towns.length), t.language)],
  ['governor', (t) => personName(hashOf(t.event, 21), t.language)],
  ['official', (t) => personName(hashOf(t.event, 22, t.article % 3), t.language)],
  ['resident', (t, random) => personName(random.below(1 << 30), t.language)],
  ['person', (t) => personName(hashOf(t.article, 31), t.language)],
  ['person2', (t) => personName(hashOf(t.article, 32), t.language)],
  ['agency', (t) => organisation('weather', hashOf(t.seed, 40, hashOfText(t.area.country)), t.language)],
  ['agency2', (t) => organisation('civil', hashOf(t.seed, 41, hashOfText(t.area.country)), t.language)],
  ['relief', (t, random) => organisation('relief', random.below(1 << 30), t.language)],
  ['company', (t) => companyName(hashOf(t.article, 50), t.language)],
  ['company2', (t) => companyName(hashOf(t.article, 51), t.language)],
  ['team', (t) => teamName(hashOf(t.article, 52), t.language)],
  ['team2', (t) => teamName(hashOf(t.article, 53), t.language)],
  ['title', (t) => titleOf(hashOf(t.article, 54), t.language)],
  [
    'capital',
    (t) => CAPITALS[t.language === 'zh' ? 'zh' : 'en'][hashOf(t.article, 55) % CAPITALS.en.length]!,
  ],
  ['score', (t) => [1 + (t.article % 4), t.article % 2].join(t.language === 'zh' ? '比' : '-')],
  ['n', (_, random) => String(12 + random.below(480))],
  ['n2', (_, random) => String(4 + random.below(28))],
  ['big', (_, random) => grouped((2 + random.below(90)) * 1000)],
  ['targetstorm', (t) => stormTitle(t.target, t.language, t.homeNames)],
  ['targetcountry', (t) => (t.language === 'zh' ? TARGET_AREA.zh.country : TARGET_AREA.country)],
  ['targetmonth', (t) => monthAndYear(t.target.peak, t.language)],
])

function monthAndYear(day: number, language: Language): string {
  const { month, year } = calendarDay(day)
  return language === 'zh' ? `${year}年${month}月` : `${monthName(month, language)} ${year}`
}

/** The facts of one article. */
export function factsOf(setting: ArticleSetting): Facts {
  const { seed, newsTopic, article, day, language, shy, homeNames, target } = setting
  const area = newsTopic.area ?? AREAS[hashOf(article, 3) % AREAS.length]!
  const offset = Math.max(0, day - newsTopic.peak)
  const teller: Teller = {
    seed,
    newsTopic,
    day,
    language,
    article,
    shy,
    homeNames,
    target,
    area,
    names: language === 'zh' ? area.zh : area,
    event: hashOf(seed, 900, newsTopic.index),
    offset,
    grown: 1 - Math.exp(-(offset + 0.6) / 4),
  }
  return (slot, random) => {
    const fact = FACTS.get(slot)
    if (!fact) throw new RangeError(`no fact called ${slot}`)
    return fact(teller, random)
  }
}
