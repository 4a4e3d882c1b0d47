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
  /** Synonyms, counted as this term (typhoon, hurricane). */
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

/** The weighted parts of a verdict, in the order of display. */
export const JUDGE_PARTS = ['topic', 'place', 'date', 'who'] as const

/** How pages are judged, where it differs from the defaults of the strategy. */
export interface JudgeSettings {
  /** Minimum relevance of a relevant page. */
  readonly threshold?: number
  /** By part, each 0..1, at least one above 0. An omitted part does not count. */
  readonly weights?: Readonly<Record<string, number>>
}

/** The parts of an event that can be inferred from pages. */
export const LEARNED_PARTS = ['where', 'when', 'who'] as const
export type LearnedParts = Readonly<Partial<Record<(typeof LEARNED_PARTS)[number], number>>>

/** The event to search for. Immutable. */
export interface EventModel {
  readonly name: string
  readonly what: readonly WeightedTerm[]
  readonly where: readonly WeightedPlace[]
  readonly when: EventWhen
  readonly who: readonly WeightedTerm[]
  readonly concepts?: EventConcepts
  /** Parts that were inferred, and from how many pages: they are trusted less. */
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
