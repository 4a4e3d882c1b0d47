import type { EventModel } from '../model/event.ts'
import type { StrategySpec } from '../model/strategy-spec.ts'
import { DEFAULT_STRATEGY, findStrategy, type StrategyName, strategyNamed } from './registry.ts'

/** Strategies that judge by the event's own settings, where it has some. */
const BY_EVENT: ReadonlySet<string> = new Set<StrategyName>([
  'adaptive',
  'event-model',
  'event-model-sources',
])

/**
 * From which relevance on a strategy keeps a page of an event. A specification that cannot be used any more, such as one
 * stored by another version, counts as the default strategy with its default options.
 */
export function thresholdOf({ name, options }: StrategySpec, { judge }: EventModel): number {
  const known = findStrategy(name) ? name : DEFAULT_STRATEGY
  const schema = strategyNamed(known).options
  const { threshold, sigma } = (schema.safeParse(options).data ?? schema.parse({})) as Thresholds
  return (BY_EVENT.has(known) ? judge?.threshold : undefined) ?? threshold ?? sigma ?? 0
}

interface Thresholds {
  readonly threshold?: number
  readonly sigma?: number
}
