import type { LabSpecification } from '../model/crawl-options.ts'
import type { StrategySpec } from '../model/strategy-spec.ts'

/** A web to crawl. */
export type WebSpec =
  | { readonly kind: 'example'; readonly pages: number }
  | { readonly kind: 'jsonl'; readonly file: string }
  | { readonly kind: 'warc'; readonly files: readonly string[]; readonly capture: 'latest' | 'first' }

/** What people say of the pages, where the web does not say it itself. */
export type TruthSpec =
  | { readonly kind: 'none' }
  /** Pages that carry a label are relevant, all others are not. */
  | { readonly kind: 'label'; readonly label: string }
  /** Pages that are listed are relevant, all others are not. */
  | { readonly kind: 'urls'; readonly file: string }
  /** `{url, relevant}` lines; pages that are not listed count neither right nor wrong. */
  | { readonly kind: 'labels'; readonly file: string }

/** What to look for. */
export type GoalSpec =
  /** The example web's own event. */
  | { readonly kind: 'own'; readonly seeds: readonly string[] }
  | {
      readonly kind: 'event'
      readonly file: string
      readonly seeds: readonly string[]
      readonly truth: TruthSpec
    }
  | { readonly kind: 'events'; readonly file: string; readonly only: 'all' | 'core' }

/** A strategy as a comparison runs it. */
export interface LabStrategy extends StrategySpec {
  /** What to call it: the name, and the options by which it differs from others of that name. */
  readonly label: string
}

/** Everything that decides what a comparison comes to. Plain data: it crosses to other processes and into the report. */
export interface LabSetup {
  /** Pages each crawl fetches. */
  readonly pages: number
  /** Visits at once. With one, the order of pages is the strategy's alone. */
  readonly concurrency: number
  /** Between two requests to one host, in simulated time. */
  readonly delayMs: number
  /** Further options of the crawls, where they are set. */
  readonly crawl?: Omit<LabSpecification, 'pages' | 'concurrency' | 'delay'>
  readonly web: WebSpec
  readonly goal: GoalSpec
  readonly strategies: readonly LabStrategy[]
  /** One whole comparison each. On the example web another number is another web, elsewhere another order among equals. */
  readonly randomSeeds: readonly number[]
  /** Points of every curve. */
  readonly points: number
}

/** One event with one random seed: all strategies on it share what they read. */
export interface Trial {
  readonly event: number
  readonly randomSeed: number
}

/** The options of each crawl. */
export function specificationOf({ pages, concurrency, delayMs, crawl }: LabSetup): LabSpecification {
  return { ...crawl, pages, concurrency, delay: delayMs }
}
