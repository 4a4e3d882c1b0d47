import type { z } from 'zod'
import type { EventModel } from '../model/event.ts'
import type { Strategy } from './strategy.ts'

/** What every strategy is created from. */
export interface StrategyContext {
  readonly event: EventModel
  /** Uniform in 0..1, seeded: the only source of randomness that a strategy may use. */
  readonly random: () => number
  /** The canonical form of a URL, as in `NewItem.canonicalUrl`. If omitted, every URL is canonical. */
  readonly canonical?: (url: string) => string
  /** How many pages the crawl may fetch in all; may change while it runs. If omitted, there is no limit. */
  readonly pageBudget?: number
}

/** One entry of the registry: the description of a strategy, its typed options, and how to create it. */
export interface StrategyDefinition<Options = unknown> {
  readonly summary: string
  /** The paper and formula it comes from. */
  readonly from: string
  /** Every parameter with its default and a description; `schema.parse({})` gives the defaults. */
  readonly options: z.ZodType<Options>
  create(context: StrategyContext, options: Options): Strategy
}

/** Infers the type of the options of a definition. */
export function defineStrategy<Options>(
  definition: StrategyDefinition<Options>,
): StrategyDefinition<Options> {
  return definition
}
