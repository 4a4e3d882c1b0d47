import type { EventModel } from '../model/event.ts'
import { DEFAULT_STRATEGY, STRATEGIES, type StrategyName } from './registry.ts'

/** Strategies that judge by the event's own settings, where it has some. */
const BY_EVENT: ReadonlySet<string> = new Set<StrategyName>([
  'adaptive',
  'event-model',
  'event-model-sources',
])

/** From which relevance on a strategy keeps a page of an event, with its default options. */
export function thresholdOf(strategy: string, { judge }: EventModel): number {
  const name = Object.hasOwn(STRATEGIES, strategy) ? (strategy as StrategyName) : DEFAULT_STRATEGY
  const { threshold, sigma } = STRATEGIES[name].options.parse({}) as { threshold?: number; sigma?: number }
  return (BY_EVENT.has(name) ? judge?.threshold : undefined) ?? threshold ?? sigma ?? 0
}
