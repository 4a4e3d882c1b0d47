import { didYouMean } from '../model/closest.ts'
import { EventideError } from '../model/errors.ts'
import type { StrategyContext, StrategyDefinition } from './definition.ts'
import { adaptive } from './strategies/adaptive.ts'
import { annealing } from './strategies/annealing.ts'
import { bestFirst } from './strategies/best-first.ts'
import { breadthFirst } from './strategies/breadth-first.ts'
import { eventModel } from './strategies/event-model.ts'
import { eventModelSources } from './strategies/event-model-sources.ts'
import { fishSearch } from './strategies/fish-search.ts'
import { linkScore } from './strategies/link-score.ts'
import { ontologyAnnealing } from './strategies/ontology-annealing.ts'
import { ontologyAnnealingGlobal } from './strategies/ontology-annealing-global.ts'
import { ontologyTabu } from './strategies/ontology-tabu.ts'
import { placeNames } from './strategies/place-names.ts'
import { sharkSearch } from './strategies/shark-search.ts'
import { tabu } from './strategies/tabu.ts'
import { temporalIntent } from './strategies/temporal-intent.ts'
import { webSpaceEvolution } from './strategies/web-space-evolution.ts'
import type { Strategy } from './strategy.ts'

/** Every strategy there is. Nothing else lists the names: help, docs test and lab read them from here. */
export const STRATEGIES = {
  adaptive,
  annealing,
  'best-first': bestFirst,
  'breadth-first': breadthFirst,
  'event-model': eventModel,
  'event-model-sources': eventModelSources,
  'fish-search': fishSearch,
  'link-score': linkScore,
  'ontology-annealing': ontologyAnnealing,
  'ontology-annealing-global': ontologyAnnealingGlobal,
  'ontology-tabu': ontologyTabu,
  'place-names': placeNames,
  'shark-search': sharkSearch,
  tabu,
  'temporal-intent': temporalIntent,
  'web-space-evolution': webSpaceEvolution,
} as const

export type StrategyName = keyof typeof STRATEGIES

export const DEFAULT_STRATEGY: StrategyName = 'adaptive'

export const STRATEGY_NAMES = Object.keys(STRATEGIES) as StrategyName[]

/** Makes a strategy by name; an unknown name or option is an error that names the known ones. */
export function createStrategy(name: string, context: StrategyContext, options: unknown = {}): Strategy {
  if (!Object.hasOwn(STRATEGIES, name)) {
    const hint = didYouMean(name, STRATEGY_NAMES)
    throw new EventideError(
      'unknown-strategy',
      `unknown strategy "${name}"${hint}; known: ${STRATEGY_NAMES.join(', ')}`,
    )
  }
  const definition: StrategyDefinition = STRATEGIES[name as StrategyName]
  const parsed = definition.options.safeParse(options)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new EventideError(
      'strategy-option',
      `strategy ${name}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    )
  }
  return definition.create(context, parsed.data)
}
