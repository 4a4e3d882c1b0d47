import type { z } from 'zod'
import type { EventModel } from '../model/event.ts'
import type { Strategy } from './strategy.ts'

/** What every strategy is made from. */
export interface StrategyContext {
  readonly event: EventModel
  /** Uniform in 0..1, seeded: the only source of chance a strategy may use. */
  readonly random: () => number
  /** The identity of a URL, as `NewItem.canonicalUrl` has it; without it a URL stands for itself. */
  readonly canonical?: (url: string) => string
  /** How many pages the crawl may fetch in all; may change while it runs. If omitted, there is no limit. */
  readonly pageBudget?: number
}

/** One entry of the registry: what a user reads about a strategy, its typed options, and how to make one. */
export interface StrategyDefinition<Options = unknown> {
  readonly summary: string
  /** The paper and formula it comes from. */
  readonly from: string
  /** Every parameter with its default and a description; `schema.parse({})` gives the defaults. */
  readonly options: z.ZodType<Options>
  create(context: StrategyContext, options: Options): Strategy
}

/** Keeps the option type of a definition while it is written. */
export function defineStrategy<Options>(
  definition: StrategyDefinition<Options>,
): StrategyDefinition<Options> {
  return definition
}
