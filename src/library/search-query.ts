import type { EventContext } from '../event/event-file.ts'
import { EventideError } from '../model/errors.ts'
import type { Day, EventModel } from '../model/event.ts'
import type { PageKind } from '../store/records.ts'
import { daysBetween, kindsAmong, OperatorReader } from './operator-reader.ts'
import { parseQuery } from './query.ts'

export interface Circle {
  readonly lat: number
  readonly lon: number
  readonly km: number
}

export type VerdictChoice = 'kept' | 'rejected' | 'all'

/** A search: the query text and the selected filters. It selects pages for results, facets, map, timeline and export alike. */
export interface SearchQuery {
  readonly q: string
  /** A second query; pages must match both. */
  readonly also?: string
  /** Registrable domains or hosts, as alternatives. */
  readonly site?: readonly string[]
  readonly lang?: readonly string[]
  /** Gazetteer ids, as alternatives; each includes the places inside it. */
  readonly place?: readonly string[]
  /** A name as listed in the facet. */
  readonly who?: string
  readonly kind?: readonly string[]
  readonly verdict?: VerdictChoice
  readonly from?: Day
  readonly to?: Day
  /** West, south, east, north in degrees; west > east crosses the antimeridian. */
  readonly box?: readonly [number, number, number, number]
  readonly near?: Circle
}

/** A condition on a page, possibly negated. */
export type Condition = { readonly negated: boolean } & (
  | { readonly of: 'site'; readonly sites: readonly string[] }
  | { readonly of: 'language'; readonly languages: readonly string[] }
  | { readonly of: 'area'; readonly ids: readonly string[] }
  | { readonly of: 'circle'; readonly circle: Circle }
  | { readonly of: 'box'; readonly box: readonly [number, number, number, number] }
  /** Day numbers, both ends included; undated pages do not match. */
  | { readonly of: 'days'; readonly from: number; readonly to: number }
  /** `whole`: exactly this name; otherwise any name that contains these words. */
  | { readonly of: 'who'; readonly name: string; readonly whole: boolean }
  | { readonly of: 'kind'; readonly kinds: readonly PageKind[] }
  | { readonly of: 'verdict'; readonly kept: boolean }
  | { readonly of: 'curated'; readonly decision: 'accepted' | 'rejected' | 'any' }
)

/** A word or a phrase, as typed. */
export interface SearchWord {
  readonly text: string
  /** The last word is a prefix. */
  readonly prefix?: true
  /** In titles only. */
  readonly inTitle?: true
}

/** One of the alternatives must occur, or none if negated. */
export interface WordGroup {
  readonly negated: boolean
  readonly alternatives: readonly SearchWord[]
}

/** Words and conditions joined by OR. */
export type Alternatives = readonly (WordGroup | Condition)[]

/** The facets that can be selected; each is counted without its own selection. */
export const FACETS = ['source', 'language', 'place', 'who', 'kind', 'verdict'] as const
export type Facet = (typeof FACETS)[number]

/** A search resolved for one collection. */
export interface CollectionQuery {
  readonly words: readonly WordGroup[]
  readonly conditions: readonly Condition[]
  /** OR groups that do not consist of words only; all groups must match. */
  readonly either: readonly Alternatives[]
  readonly picked: Readonly<Partial<Record<Facet, Condition>>>
  /** `inclass:` is unknown in this collection: no page matches. */
  readonly nothing: boolean
}

export interface QueriedCollection {
  readonly id: string
  readonly event: EventModel
}

export interface ResolvedSearch {
  readonly notes: readonly string[]
  /** One per collection, in the same order. */
  readonly queries: readonly CollectionQuery[]
}

/** Maximum number of words per concept that are highlighted in a snippet: the broadest concepts have hundreds. */
const MAX_MARKED = 50

/** The words to highlight in a snippet. */
export function markedWords({ words, either }: CollectionQuery): SearchWord[] {
  const groups = [...words, ...either.flat()].filter((one) => 'alternatives' in one)
  return groups
    .filter(({ negated }) => !negated)
    .flatMap(({ alternatives }) => alternatives.slice(0, MAX_MARKED))
}

/** Resolves a search for the given collections. Throws `query` if it is too long or no part of it can be used, and nothing else. */
export function resolveSearch(
  searchQuery: SearchQuery,
  collections: readonly QueriedCollection[],
  eventContext: Pick<EventContext, 'places'>,
): ResolvedSearch {
  const typed = [searchQuery.q, searchQuery.also ?? ''].map(parseQuery)
  const reader = new OperatorReader(
    collections,
    eventContext,
    typed.flatMap(({ notes }) => notes),
  )
  const clauses = reader.named(typed.flatMap((one) => one.clauses))
  const typedConditions = reader.conditionsOf(clauses)
  const conditions = [...typedConditions, ...given(searchQuery)]
  const queries = collections.map((collection) => {
    const { words, either, nothing } = reader.clausesIn(clauses, collection)
    return { words, conditions, either, picked: pickedIn(searchQuery, reader.verdict), nothing }
  })
  const isUsed =
    typedConditions.length > 0 ||
    reader.verdict !== null ||
    clauses.flat().some(({ operator }) => operator === 'inclass') ||
    queries.some(({ words, either }) => words.length > 0 || either.length > 0)
  if (!isUsed && reader.notes.length > 0) throw unusable(reader.notes)
  const verdict = reader.verdict ?? searchQuery.verdict ?? 'kept'
  if (verdict !== 'kept' && queries.some((one) => one.words.length > 0 || markedWords(one).length > 0))
    reader.notes.push('Rejected pages are searched by title and summary only.')
  return { notes: [...new Set(reader.notes)], queries }
}

/** Otherwise a query without any usable part would match every page. */
function unusable(notes: readonly string[]): EventideError {
  return new EventideError(
    'query',
    `No part of the query can be used: ${[...new Set(notes)].map((note) => note.replace(/\.$/, '')).join('; ')}`,
  )
}

/** The filters that are not facets. */
function given({ from, to, box, near }: SearchQuery): Condition[] {
  const conditions: Condition[] = []
  if (from !== undefined || to !== undefined) conditions.push(daysBetween(from, to))
  if (box) conditions.push({ of: 'box', box, negated: false })
  if (near) conditions.push({ of: 'circle', circle: near, negated: false })
  return conditions
}

function pickedIn(searchQuery: SearchQuery, typed: VerdictChoice | null): CollectionQuery['picked'] {
  const { site, lang, place, who, kind } = searchQuery
  const verdict = typed ?? searchQuery.verdict ?? 'kept'
  const negated = false
  return {
    ...(site?.length && { source: { of: 'site', sites: site, negated } }),
    ...(lang?.length && { language: { of: 'language', languages: lang, negated } }),
    ...(place?.length && { place: { of: 'area', ids: place, negated } }),
    ...(who && { who: { of: 'who', name: who, whole: true, negated } }),
    ...(kind?.length && { kind: { of: 'kind', kinds: kindsAmong(kind), negated } }),
    ...(verdict !== 'all' && { verdict: { of: 'verdict', kept: verdict === 'kept', negated } }),
  }
}
