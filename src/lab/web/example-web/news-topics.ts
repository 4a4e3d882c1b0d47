import { AREAS, type Area, STORM_AREAS, TARGET_AREA } from './areas.ts'
import { dayNumber, isoDay } from './calendar.ts'
import { type Curve, crisisCurve, seasonCurve, steadyCurve } from './curve.ts'
import { hashOf, unitOf } from './random.ts'
import type { Phase } from './words/vocabulary.ts'

/** How a story relates to the target event: the kinds of look-alikes. */
type Relation = 'target' | 'same-kind' | 'same-place' | 'other-year' | 'other-crisis' | 'background'

const CRISES = ['storm', 'quake', 'flood', 'fire', 'shooting'] as const
const LOCAL_TOPICS = ['election', 'festival', 'project', 'mining', 'health'] as const
const BEATS = ['politics', 'business', 'sport', 'culture', 'science', 'travel', 'weather', 'crime'] as const
export type Subject = (typeof CRISES)[number] | (typeof LOCAL_TOPICS)[number] | (typeof BEATS)[number]

/** A subject of news: one event, or a permanent beat. */
export interface NewsTopic {
  readonly index: number
  readonly id: string
  readonly relation: Relation
  readonly subject: Subject
  /** Null for beats, whose stories happen anywhere. */
  readonly area: Area | null
  /** The name of a storm; empty for anything else. */
  readonly name: string
  readonly zhName: string
  /** Its name at the national weather service: Philippine storms have a domestic name. */
  readonly localName: string
  /** The day it began. */
  readonly peak: number
  /** Expected number of articles on the whole web. */
  readonly articles: number
  readonly curve: Curve
}

const TARGET_PEAK = dayNumber('2024-11-21')

/**
 * Syllables of storm names with their usual Chinese transcriptions; random combinations name no real storm.
 */
const SYLLABLES = [
  ['ma', '马'],
  ['ri', '里'],
  ['ka', '卡'],
  ['lo', '洛'],
  ['san', '桑'],
  ['du', '杜'],
  ['bel', '贝尔'],
  ['ta', '塔'],
  ['ni', '尼'],
  ['ro', '罗'],
  ['vin', '温'],
  ['hel', '赫尔'],
  ['pa', '帕'],
  ['mo', '莫'],
  ['wen', '文'],
  ['lu', '卢'],
] as const

interface StormNames {
  readonly name: string
  readonly zhName: string
  readonly localName: string
}

function stormName(seed: number, index: number): StormNames {
  const drawn = [0, 1, 2].map((i) => SYLLABLES[hashOf(seed, 71, index, i) % SYLLABLES.length]!)
  const name = drawn.map(([latin]) => latin).join('')
  return {
    name: capital(name),
    zhName: drawn.map(([, han]) => han).join(''),
    localName: capital(name.slice(2) + drawn[0]![0]),
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/**
 * Shares of all articles by relation to the target. Look-alikes outnumber the target several times, as on the
 * real web.
 */
const SHARES = { 'same-kind': 0.1, 'other-year': 0.06, 'same-place': 0.05, 'other-crisis': 0.11 } as const

/** Earlier and later storms over the same towns, and storms in the same weeks as the target. */
const OTHER_YEARS = ['2022-12-09', '2023-10-27', '2025-08-14'].map(dayNumber)
const RIVALS: readonly (readonly [string, string])[] = [
  ['ph-cagayan', '2024-11-06'],
  ['vn-quangnam', '2024-11-27'],
  ['ph-albay', '2024-10-20'],
]

interface Draft extends Omit<NewsTopic, 'index' | 'articles'> {
  readonly weight: number
}

/**
 * Everything that is reported on, the target first. Larger webs have more events; nothing is stored per page.
 */
export function createNewsTopics(seed: number, articles: number, targetArticles: number): NewsTopic[] {
  const stormCount = Math.min(40, 6 + Math.floor(articles / 5000))
  const crisisCount = Math.min(80, 8 + Math.floor(articles / 3000))
  const drafts: Draft[] = [
    storm('target', TARGET_AREA, TARGET_PEAK, 1, {
      name: 'Lingwayan',
      zhName: '灵瓦扬',
      localName: 'Siklabon',
    }),
    ...OTHER_YEARS.map((peak, i) => storm('other-year', TARGET_AREA, peak, 1 / (i + 1), stormName(seed, i))),
    ...Array.from({ length: stormCount }, (_, i) => rival(seed, i)),
    ...LOCAL_TOPICS.map((subject, i) => local(subject, i, seed)),
    ...Array.from({ length: crisisCount }, (_, i) => crisis(seed, i)),
    ...BEATS.map((subject, i) => beat(subject, 0.6 + unitOf(seed, 5, i))),
  ]
  const weights = new Map<Relation, number>()
  for (const draft of drafts) weights.set(draft.relation, (weights.get(draft.relation) ?? 0) + draft.weight)
  const look = Object.values(SHARES).reduce((sum, share) => sum + share * articles, 0)
  const total = (relation: Relation): number => {
    if (relation === 'target') return targetArticles
    if (relation === 'background') return articles - targetArticles - look
    return SHARES[relation] * articles
  }
  return drafts.map(({ weight, ...draft }, index) => ({
    ...draft,
    index,
    articles: (total(draft.relation) * weight) / (weights.get(draft.relation) ?? 1),
  }))
}

function storm(relation: Relation, area: Area, peak: number, weight: number, names: StormNames): Draft {
  const id = `storm-${area.id}-${isoDay(peak).slice(0, 7)}-${names.name.toLowerCase()}`
  return { id, relation, subject: 'storm', area, peak, weight, curve: crisisCurve(peak, true), ...names }
}

function rival(seed: number, i: number): Draft {
  const given = RIVALS[i]
  const names = stormName(seed, 100 + i)
  if (given) {
    const area = AREAS.find((candidate) => candidate.id === given[0]) ?? TARGET_AREA
    return storm('same-kind', area, dayNumber(given[1]), 1 / (1 + i * 0.3), names)
  }
  const area = STORM_AREAS[hashOf(seed, 11, i) % STORM_AREAS.length]!
  const peak = 60 + (hashOf(seed, 12, i) % 1330)
  return storm('same-kind', area, peak, 1 / (1 + i * 0.3), names)
}

function crisis(seed: number, i: number): Draft {
  const subject = CRISES[1 + (i % (CRISES.length - 1))]!
  const area = AREAS[1 + (hashOf(seed, 21, i) % (AREAS.length - 1))]!
  // Every third begins while the target is in the news, so that the date alone does not distinguish them.
  const peak = i % 3 === 0 ? TARGET_PEAK - 20 + (hashOf(seed, 22, i) % 60) : 30 + (hashOf(seed, 23, i) % 1380)
  return {
    id: `${subject}-${area.id}-${isoDay(peak).slice(0, 7)}-${i}`,
    relation: 'other-crisis',
    subject,
    area,
    name: '',
    zhName: '',
    localName: '',
    peak,
    weight: 1 / (1 + i * 0.15),
    curve: crisisCurve(peak, false),
  }
}

function local(subject: Subject, i: number, seed: number): Draft {
  // Two of the five fall into the target's weeks.
  const peak = i % 3 === 0 ? TARGET_PEAK + 10 : 200 + (hashOf(seed, 31, i) % 1000)
  return {
    id: `${subject}-${TARGET_AREA.id}`,
    relation: 'same-place',
    subject,
    area: TARGET_AREA,
    name: '',
    zhName: '',
    localName: '',
    peak,
    weight: 1 + unitOf(seed, 32, i),
    curve: seasonCurve(peak),
  }
}

function beat(subject: Subject, weight: number): Draft {
  const curve = steadyCurve()
  return {
    id: subject,
    relation: 'background',
    subject,
    area: null,
    name: '',
    zhName: '',
    localName: '',
    peak: 0,
    weight,
    curve,
  }
}

export function isCrisis(subject: Subject): boolean {
  return (CRISES as readonly string[]).includes(subject)
}

export function phaseOf(newsTopic: NewsTopic, day: number): Phase {
  const offset = day - newsTopic.peak
  if (offset < 0) return 'before'
  if (offset <= 2) return 'impact'
  if (offset <= 14) return 'rescue'
  return offset < 350 ? 'after' : 'anniversary'
}
