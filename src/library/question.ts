import type { EventWorld } from '../event/event-file.ts'
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

/** What is looked for: what was typed, and what was picked beside the box. The same selects pages for results, facets, map, timeline and export. */
export interface Question {
  readonly q: string
  /** A second question of the same form; pages must answer both. */
  readonly also?: string
  /** Registrable domains or hosts; any of them. */
  readonly site?: readonly string[]
  readonly lang?: readonly string[]
  /** Gazetteer ids; a page names one of the places, or one inside it. */
  readonly place?: readonly string[]
  /** A name as the facet gives it. */
  readonly who?: string
  readonly kind?: readonly string[]
  readonly verdict?: VerdictChoice
  readonly from?: Day
  readonly to?: Day
  /** West, south, east, north in degrees; west > east crosses the antimeridian. */
  readonly box?: readonly [number, number, number, number]
  readonly near?: Circle
}

/** What a page must be, or must not be when it is negated. */
export type Condition = { readonly negated: boolean } & (
  | { readonly of: 'site'; readonly sites: readonly string[] }
  | { readonly of: 'language'; readonly languages: readonly string[] }
  | { readonly of: 'area'; readonly ids: readonly string[] }
  | { readonly of: 'circle'; readonly circle: Circle }
  | { readonly of: 'box'; readonly box: readonly [number, number, number, number] }
  /** Day numbers, both included; undated pages are not between. */
  | { readonly of: 'days'; readonly from: number; readonly to: number }
  /** `whole`: the name itself, else any that holds these words. */
  | { readonly of: 'who'; readonly name: string; readonly whole: boolean }
  | { readonly of: 'kind'; readonly kinds: readonly PageKind[] }
  | { readonly of: 'verdict'; readonly kept: boolean }
  | { readonly of: 'curated'; readonly decision: 'accepted' | 'rejected' | 'any' }
)

/** A word or a phrase, as typed. */
export interface Wording {
  readonly text: string
  /** The last word may go on. */
  readonly prefix?: true
  /** In titles only. */
  readonly inTitle?: true
}

/** One of these, or none of them. */
export interface WordGroup {
  readonly negated: boolean
  readonly alternatives: readonly Wording[]
}

/** Words and conditions of which any must hold. */
export type Either = readonly (WordGroup | Condition)[]

/** The facets that can be picked; each is counted without what was picked in it. */
export const FACETS = ['source', 'language', 'place', 'who', 'kind', 'verdict'] as const
export type Facet = (typeof FACETS)[number]

/** A question as it is asked of one collection. */
export interface Understood {
  readonly words: readonly WordGroup[]
  readonly conditions: readonly Condition[]
  /** What was joined by OR and is not words alone; all of them must hold. */
  readonly either: readonly Either[]
  readonly picked: Readonly<Partial<Record<Facet, Condition>>>
  /** `inclass:` names nothing here: no page of this collection answers. */
  readonly nothing: boolean
}

export interface AskedCollection {
  readonly id: string
  readonly event: EventModel
}

export interface Reading {
  readonly notes: readonly string[]
  /** One for each collection, in their order. */
  readonly asked: readonly Understood[]
}

/** Words of one concept that are marked in a snippet: the broadest concepts have hundreds. */
const MAX_MARKED = 50

/** What is marked in a snippet. */
export function markedWords({ words, either }: Understood): Wording[] {
  const groups = [...words, ...either.flat()].filter((one) => 'alternatives' in one)
  return groups
    .filter(({ negated }) => !negated)
    .flatMap(({ alternatives }) => alternatives.slice(0, MAX_MARKED))
}

/** Reads a question for the collections it is asked of. Throws `query` when it is too long, and nothing else, whatever was typed. */
export function readQuestion(
  question: Question,
  collections: readonly AskedCollection[],
  world: Pick<EventWorld, 'places'>,
): Reading {
  const typed = [question.q, question.also ?? ''].map(parseQuery)
  const reader = new OperatorReader(
    collections,
    world,
    typed.flatMap(({ notes }) => notes),
  )
  const clauses = reader.named(typed.flatMap((one) => one.clauses))
  const conditions = [...reader.conditionsOf(clauses), ...given(question)]
  const asked = collections.map((collection) => {
    const { words, either, nothing } = reader.clausesIn(clauses, collection)
    return { words, conditions, either, picked: pickedIn(question, reader.verdict), nothing }
  })
  const verdict = reader.verdict ?? question.verdict ?? 'kept'
  if (verdict !== 'kept' && asked.some((one) => one.words.length > 0 || markedWords(one).length > 0))
    reader.notes.push('Rejected pages are searched by title and summary only.')
  return { notes: [...new Set(reader.notes)], asked }
}

/** What was given beside the box and is no facet. */
function given({ from, to, box, near }: Question): Condition[] {
  const conditions: Condition[] = []
  if (from !== undefined || to !== undefined) conditions.push(daysBetween(from, to))
  if (box) conditions.push({ of: 'box', box, negated: false })
  if (near) conditions.push({ of: 'circle', circle: near, negated: false })
  return conditions
}

function pickedIn(question: Question, typed: VerdictChoice | null): Understood['picked'] {
  const { site, lang, place, who, kind } = question
  const verdict = typed ?? question.verdict ?? 'kept'
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
