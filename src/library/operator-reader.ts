import type { EventWorld } from '../event/event-file.ts'
import type { Day } from '../model/event.ts'
import { PAGE_KINDS, type PageKind } from '../store/records.ts'
import { didYouMean } from '../text/did-you-mean.ts'
import { dayNumber } from '../time/day.ts'
import { classIn, classNames } from './concept-class.ts'
import type { Operator, QueryPart } from './query.ts'
import { DEFAULT_NEAR_KM, readDays, readDistance, readPoint } from './query-values.ts'
import type { AskedCollection, Condition, VerdictChoice, WordGroup } from './question.ts'

export function daysBetween(from: Day | undefined, to: Day | undefined): Condition {
  return {
    of: 'days',
    from: (from === undefined ? null : dayNumber(from)) ?? Number.NEGATIVE_INFINITY,
    to: (to === undefined ? null : dayNumber(to)) ?? Number.POSITIVE_INFINITY,
    negated: false,
  }
}

/** Other names for kinds, as people say them. */
const KIND_NAMES = new Map<string, readonly PageKind[]>([
  ...PAGE_KINDS.map((kind) => [kind, [kind]] as const),
  ['hub', ['list', 'archive']],
  ['lists', ['list', 'archive']],
  ['articles', ['article']],
  ['feeds', ['feed']],
  ['404', ['not-found']],
])

export function kindsAmong(values: readonly string[]): PageKind[] {
  return values.flatMap((value) => KIND_NAMES.get(value.toLowerCase()) ?? [])
}

const VERDICTS = ['kept', 'rejected', 'all', 'accepted', 'curated'] as const

/** Reads operators and their values; notes what it cannot use. */
export class OperatorReader {
  readonly notes: string[]
  /** What `verdict:` says; null when it says nothing. */
  verdict: VerdictChoice | null = null
  readonly #collections: readonly AskedCollection[]
  readonly #places: EventWorld['places']

  constructor(
    collections: readonly AskedCollection[],
    { places }: Pick<EventWorld, 'places'>,
    notes: string[],
  ) {
    this.#collections = collections
    this.#places = places
    this.notes = notes
  }

  words(parts: readonly QueryPart[]): WordGroup[] {
    return parts
      .filter(({ operator }) => operator === null)
      .map(({ value, negated }) => ({ negated, alternatives: [value] }))
  }

  /** Several sites, languages or kinds are alternatives: a page has one of each. */
  conditionsOf(parts: readonly QueryPart[]): Condition[] {
    const km = this.#within(parts)
    const conditions: Condition[] = []
    const listed = { site: [] as string[], lang: [] as string[], kind: [] as string[] }
    for (const { operator, value, negated } of parts) {
      if (operator === 'site' || operator === 'lang' || operator === 'kind') {
        const values = this.#values(operator, value)
        if (!negated) listed[operator].push(...values)
        else if (values.length > 0) conditions.push(listCondition(operator, values, true))
      } else if (operator !== null) {
        const condition = this.#single(operator, value, negated, km)
        if (condition) conditions.push(condition)
      }
    }
    for (const operator of ['site', 'lang', 'kind'] as const)
      if (listed[operator].length > 0) conditions.push(listCondition(operator, listed[operator], false))
    return conditions
  }

  /** What `inclass:` asks of one collection; a class that no collection knows is searched for as words. */
  classes(
    parts: readonly QueryPart[],
    { id, event }: AskedCollection,
  ): { words: WordGroup[]; nothing: boolean } {
    const words: WordGroup[] = []
    let nothing = false
    for (const { operator, value, negated } of parts) {
      if (operator !== 'inclass') continue
      const inClass = classIn(event, id, value)
      if (inClass === 'all') nothing ||= negated
      else if (inClass !== 'none') words.push({ negated, alternatives: inClass.words })
      else if (this.#collections.every((one) => classIn(one.event, one.id, value) === 'none')) {
        const hint = didYouMean(
          value,
          this.#collections.flatMap((one) => classNames(one.event)),
        )
        this.notes.push(`No event and no concept is called "${value}"${hint}; it was searched for as words.`)
        words.push({ negated, alternatives: [value] })
      } else nothing ||= !negated
    }
    return { words, nothing }
  }

  #values(operator: 'site' | 'lang' | 'kind', value: string): string[] {
    const values = value
      .split(/[,，;]/)
      .map((one) => one.trim().toLowerCase())
      .filter(Boolean)
    if (operator !== 'kind') return values
    const unknown = values.filter((one) => !KIND_NAMES.has(one))
    if (unknown.length > 0)
      this.notes.push(`kind: is one of ${PAGE_KINDS.join(', ')}; "${unknown.join(', ')}" was left out.`)
    return values.filter((one) => KIND_NAMES.has(one))
  }

  #single(operator: Operator, value: string, negated: boolean, km: number): Condition | null {
    switch (operator) {
      case 'place':
        return this.#area(value, negated)
      case 'near':
        return this.#circle(value, negated, km)
      case 'from':
      case 'to':
        return this.#days(operator, value, negated)
      case 'who':
        return { of: 'who', name: value, whole: false, negated }
      case 'verdict':
        return this.#verdict(value.toLowerCase(), negated)
      default:
        return null
    }
  }

  #area(value: string, negated: boolean): Condition | null {
    const place = this.#find(value)
    if (place) return { of: 'area', ids: [place.id], negated }
    // An id that this gazetteer does not know may still be on pages.
    if (/^[a-z]{2,4}:\S/.test(value)) return { of: 'area', ids: [value], negated }
    this.#unknownPlace('place', value)
    return null
  }

  #circle(value: string, negated: boolean, km: number): Condition | null {
    const point = readPoint(value) ?? this.#find(value)
    if (point) return { of: 'circle', circle: { lat: point.lat, lon: point.lon, km }, negated }
    this.#unknownPlace('near', value)
    return null
  }

  /** Among namesakes the one nearest to the events' own places. */
  #find(name: string) {
    const own = this.#collections.flatMap(({ event }) => event.where.map(({ place }) => place))
    return this.#places.resolve(name, own)
  }

  #unknownPlace(operator: Operator, value: string): void {
    const suggestions = this.#places.suggest(value)
    const hint = suggestions.length ? ` (did you mean ${suggestions.slice(0, 3).join(' or ')}?)` : ''
    this.notes.push(`${operator}: no place is called "${value}"${hint}; it was left out.`)
  }

  #days(operator: 'from' | 'to', value: string, negated: boolean): Condition | null {
    const days = readDays(value)
    if (!days) {
      this.notes.push(`${operator}: "${value}" is no day, month or year such as 2013-11-08; it was left out.`)
      return null
    }
    const condition =
      operator === 'from' ? daysBetween(days.first, undefined) : daysBetween(undefined, days.last)
    return { ...condition, negated }
  }

  #verdict(value: string, negated: boolean): Condition | null {
    if (value === 'accepted' || value === 'curated') {
      if (!negated) this.verdict = 'all'
      return { of: 'curated', decision: value === 'accepted' ? 'accepted' : 'any', negated }
    }
    if (value === 'all') this.verdict = 'all'
    else if (value === 'kept' || value === 'rejected')
      this.verdict = (value === 'kept') === negated ? 'rejected' : 'kept'
    else this.notes.push(`verdict: is one of ${VERDICTS.join(', ')}; "${value}" was left out.`)
    return null
  }

  #within(parts: readonly QueryPart[]): number {
    let km = DEFAULT_NEAR_KM
    for (const { operator, value } of parts) {
      if (operator !== 'within') continue
      const read = readDistance(value)
      if (read === null)
        this.notes.push(
          `within: "${value}" is no distance such as 50km, 30mi or 800m; ${DEFAULT_NEAR_KM}km was used.`,
        )
      else km = read
      if (!parts.some((part) => part.operator === 'near'))
        this.notes.push('within: says how close, but near: does not say to what; it was left out.')
    }
    return km
  }
}

function listCondition(
  operator: 'site' | 'lang' | 'kind',
  values: readonly string[],
  negated: boolean,
): Condition {
  if (operator === 'site') return { of: 'site', sites: values, negated }
  if (operator === 'lang') return { of: 'language', languages: values, negated }
  return { of: 'kind', kinds: kindsAmong(values), negated }
}
