import type { SharedSpecification } from './crawl-options.ts'
import type { EventConcepts } from './ontology.ts'
import type { Place } from './place.ts'

/** A calendar day, `YYYY-MM-DD`, in no particular time zone. */
export type Day = string

/** A topic term or phrase as a person wrote it, in any language. */
export interface WeightedTerm {
  readonly term: string
  /** 0 < weight <= 1; the largest of a model is 1. */
  readonly weight: number
  /** Other words for the same thing (typhoon = hurricane): counted as this term. */
  readonly synonyms?: readonly string[]
}

export interface WeightedPlace {
  /** As written in the event file. */
  readonly name: string
  readonly place: Place
  readonly weight: number
}

/** Public interest over a span of days, both ends included; spans of one event never overlap. */
export interface Interest {
  readonly from: Day
  readonly to: Day
  /** 0..100, as Google Trends scales it. */
  readonly value: number
}

export interface EventWhen {
  readonly start?: Day
  readonly end?: Day
  readonly interest: readonly Interest[]
}

/** The parts of a verdict that can be weighed against each other, in the order in which they are shown. */
export const JUDGE_PARTS = ['topic', 'place', 'date', 'who'] as const

/** How this event's pages are judged, where it differs from the defaults of the strategy. */
export interface JudgeSettings {
  /** A page is relevant from this relevance on. */
  readonly threshold?: number
  /** By part, each 0..1, at least one above 0. A part that is left out does not count. */
  readonly weights?: Readonly<Record<string, number>>
}

/** Which parts of an event file can be read off pages without being certain. */
export const LEARNED_PARTS = ['where', 'when', 'who'] as const
export type LearnedParts = Readonly<Partial<Record<(typeof LEARNED_PARTS)[number], number>>>

/** What we are looking for. Immutable: built once from an event file, then only read. */
export interface EventModel {
  readonly name: string
  readonly what: readonly WeightedTerm[]
  readonly where: readonly WeightedPlace[]
  readonly when: EventWhen
  readonly who: readonly WeightedTerm[]
  readonly concepts?: EventConcepts
  /** Parts that nobody gave, and the number of pages they were read off: to be trusted less. */
  readonly learned?: LearnedParts
  /** ISO 639-1 codes the user expects; empty means any. */
  readonly languages: readonly string[]
  /** The name of the strategy to crawl with. */
  readonly strategy?: string
  /** The options that the event file sets for that strategy. */
  readonly strategyOptions?: Readonly<Record<string, unknown>>
  readonly judge?: JudgeSettings
  /** Options of the crawl that the event file sets; `strategy` is not among them. */
  readonly crawl?: SharedSpecification
  readonly seeds: readonly string[]
}
