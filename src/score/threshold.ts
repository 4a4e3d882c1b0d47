import type { EventModel } from '../model/event.ts'
import type { StrategySpec } from '../model/strategy-spec.ts'
import { DEFAULT_STRATEGY, findStrategy, type StrategyName, strategyNamed } from './registry.ts'

/** Strategies that use the `judge:` section of the event file. */
const BY_EVENT: ReadonlySet<string> = new Set<StrategyName>([
  'adaptive',
  'event-model',
  'event-model-sources',
])

/**
 * The relevance from which a strategy keeps pages of an event. Options that are no longer valid, such as those stored by another version,
 * count as the defaults, and an unknown strategy as the default one.
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
