import type { EventContext } from '../event/event-file.ts'
import type { Day } from '../model/event.ts'
import { PAGE_KINDS, type PageKind } from '../store/records.ts'
import { didYouMean } from '../text/did-you-mean.ts'
import { dayNumber } from '../time/day.ts'
import { classIn, classNames } from './concept-class.ts'
import type { Operator, QueryClause, QueryPart } from './query.ts'
import { DEFAULT_NEAR_KM, readDays, readDistance, readPoint } from './query-values.ts'
import type {
  Alternatives,
  CollectionQuery,
  Condition,
  QueriedCollection,
  VerdictChoice,
  WordGroup,
} from './search-query.ts'

export function daysBetween(from: Day | undefined, to: Day | undefined): Condition {
  return {
    of: 'days',
    from: (from === undefined ? null : dayNumber(from)) ?? Number.NEGATIVE_INFINITY,
    to: (to === undefined ? null : dayNumber(to)) ?? Number.POSITIVE_INFINITY,
    negated: false,
  }
}

/** Synonyms of kinds. */
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

type ClausesIn = Pick<CollectionQuery, 'words' | 'nothing'> & { readonly either: readonly Alternatives[] }

/** Reads operators and their values; adds a note for each one it cannot use. */
export class OperatorReader {
  readonly notes: string[]
  /** The value of `verdict:`; null if it is not set. */
  verdict: VerdictChoice | null = null
  readonly #collections: readonly QueriedCollection[]
  readonly #places: EventContext['places']
  /** Radius of `near:`. */
  #km = DEFAULT_NEAR_KM

  constructor(
    collections: readonly QueriedCollection[],
    { places }: Pick<EventContext, 'places'>,
    notes: string[],
  ) {
    this.#collections = collections
    this.#places = places
    this.notes = notes
  }

  /** `inclass: Typhoon Lingwayan rescue`: the longest prefix that is a class name is the name; the rest are words. */
  named(clauses: readonly QueryClause[]): QueryClause[] {
    return clauses.flatMap((clause) => {
      const read: QueryPart[][] = [[]]
      for (const part of clause) {
        if (!part.unquoted) {
          read.at(-1)?.push(part)
          continue
        }
        const { name, others } = this.#nameIn(part.value)
        const asWords = others.length === 0 ? '' : `, and "${others.join(' ')}" as words`
        this.notes.push(
          `inclass: was read as inclass:"${name}"${asWords}; put quotes around the name to be exact.`,
        )
        read.at(-1)?.push({ operator: part.operator, value: name, negated: part.negated })
        // A following OR applies to the last word.
        for (const value of others) read.push([{ operator: null, value, negated: false }])
      }
      return read
    })
  }

  #nameIn(value: string): { name: string; others: readonly string[] } {
    const words = value.split(' ')
    for (let n = words.length; n > 0; n--) {
      const name = words.slice(0, n).join(' ')
      if (this.#collections.some(({ event, id }) => classIn(event, id, name) !== 'none'))
        return { name, others: words.slice(n) }
    }
    return { name: value, others: [] }
  }

  /** Conditions outside OR. Several sites, languages or kinds are alternatives, because a page has only one of each. */
  conditionsOf(clauses: readonly QueryClause[]): Condition[] {
    this.#km = this.#within(clauses.flat())
    const conditions: Condition[] = []
    const listed = { site: [] as string[], lang: [] as string[], kind: [] as string[] }
    for (const [part, ...others] of clauses) {
      if (!part || others.length > 0) continue
      const { operator, value, negated } = part
      if (operator === 'site' || operator === 'lang' || operator === 'kind') {
        const values = this.#values(operator, value)
        if (!negated) listed[operator].push(...values)
        else if (values.length > 0) conditions.push(listCondition(operator, values, true))
      } else if (operator !== null) {
        const condition = this.#single(operator, value, negated)
        if (condition) conditions.push(condition)
      }
    }
    for (const operator of ['site', 'lang', 'kind'] as const)
      if (listed[operator].length > 0) conditions.push(listCondition(operator, listed[operator], false))
    return conditions
  }

  /** Words and OR groups, resolved for one collection. */
  clausesIn(clauses: readonly QueryClause[], collection: QueriedCollection): ClausesIn {
    const words: WordGroup[] = []
    const either: Alternatives[] = []
    let nothing = false
    for (const clause of clauses) {
      const alternatives = clause.map((part) => this.#alternative(part, collection, clause.length > 1))
      if (alternatives.includes('everything')) continue
      const left = alternatives.filter((one) => one !== null && typeof one === 'object')
      const groups = left.filter((one) => 'alternatives' in one)
      if (left.length === 0) nothing ||= alternatives.includes('nothing')
      else if (groups.length === left.length && groups.every(({ negated }) => !negated))
        words.push({ negated: false, alternatives: groups.flatMap((group) => group.alternatives) })
      else if (clause.length > 1) either.push(left)
      else words.push(...groups)
    }
    return { words, either, nothing }
  }

  /** One part resolved for a collection. Null: no condition, or the same condition for all collections. */
  #alternative(
    { operator, value, negated, prefix }: QueryPart,
    collection: QueriedCollection,
    joined: boolean,
  ): WordGroup | Condition | 'everything' | 'nothing' | null {
    if (operator === null || operator === 'title') {
      const inTitle = operator === 'title'
      return {
        negated,
        alternatives: [{ text: value, ...(prefix && { prefix }), ...(inTitle && { inTitle }) }],
      }
    }
    if (operator === 'inclass') return this.#class(value, negated, collection)
    if (!joined) return null
    if (operator === 'within' || operator === 'verdict') {
      const condition = this.#single(operator, value, negated)
      if (condition === null)
        this.notes.push(`${operator}: applies to the whole query; the OR beside it was ignored.`)
      return condition
    }
    if (operator === 'site' || operator === 'lang' || operator === 'kind') {
      const values = this.#values(operator, value)
      return values.length > 0 ? listCondition(operator, values, negated) : null
    }
    return this.#single(operator, value, negated)
  }

  /** `inclass:` resolved for one collection; a class that no collection has is searched as words. */
  #class(
    value: string,
    negated: boolean,
    { id, event }: QueriedCollection,
  ): WordGroup | 'everything' | 'nothing' {
    const inClass = classIn(event, id, value)
    if (inClass === 'all') return negated ? 'nothing' : 'everything'
    if (inClass !== 'none') return { negated, alternatives: inClass.words.map((text) => ({ text })) }
    if (this.#collections.some((one) => classIn(one.event, one.id, value) !== 'none'))
      return negated ? 'everything' : 'nothing'
    const hint = didYouMean(
      value,
      this.#collections.flatMap((one) => classNames(one.event)),
    )
    this.notes.push(`No event and no concept is called "${value}"${hint}; it was searched for as words.`)
    return { negated, alternatives: [{ text: value }] }
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

  #single(operator: Operator, value: string, negated: boolean): Condition | null {
    switch (operator) {
      case 'place':
        return this.#area(value, negated)
      case 'near':
        return this.#circle(value, negated)
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
    // An id that is not in this gazetteer may still occur on pages.
    if (/^[a-z]{2,4}:\S/.test(value)) return { of: 'area', ids: [value], negated }
    this.#unknownPlace('place', value)
    return null
  }

  #circle(value: string, negated: boolean): Condition | null {
    const point = readPoint(value) ?? this.#find(value)
    if (point) return { of: 'circle', circle: { lat: point.lat, lon: point.lon, km: this.#km }, negated }
    this.#unknownPlace('near', value)
    return null
  }

  /** Of several places with this name, the one nearest to the places of the events. */
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
      this.notes.push(
        `${operator}: "${value}" is not a day, month or year such as 2013-11-08; it was left out.`,
      )
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
          `within: "${value}" is not a distance such as 50km, 30mi or 800m; ${DEFAULT_NEAR_KM}km was used.`,
        )
      else km = read
      if (!parts.some((part) => part.operator === 'near'))
        this.notes.push('within: needs near: with a place or point; it was left out.')
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
