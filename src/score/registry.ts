import { EventideError } from '../model/errors.ts'
import type { StrategyProblem, StrategySpec } from '../model/strategy-spec.ts'
import { didYouMean } from '../text/did-you-mean.ts'
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
import { optionProblems } from './strategy-options.ts'

/** Every strategy that ships with Eventide. Nothing else lists the names: help, docs and lab read them from here. */
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

/** The strategies that ship with Eventide; `strategyNames` also has those that were registered. */
export const STRATEGY_NAMES = Object.keys(STRATEGIES) as StrategyName[]

const registered = new Map<string, StrategyDefinition>()

/** The names of all strategies: those that ship with Eventide, then those that were registered. */
export function strategyNames(): readonly string[] {
  return [...STRATEGY_NAMES, ...registered.keys()]
}

/** The definition of a strategy; undefined if there is none of that name. */
export function findStrategy(name: string): StrategyDefinition | undefined {
  return Object.hasOwn(STRATEGIES, name) ? STRATEGIES[name as StrategyName] : registered.get(name)
}

/** The definition of a strategy; an unknown name is an error that lists the known ones. */
export function strategyNamed(name: string): StrategyDefinition {
  const definition = findStrategy(name)
  if (!definition) throw new EventideError('unknown-strategy', capitalized(unknownStrategy(name)))
  return definition
}

export function unknownStrategy(name: string): string {
  const known = strategyNames()
  return `unknown strategy "${name.slice(0, 80)}"${didYouMean(name, known)}; known: ${known.join(', ')}`
}

/** Names that fit wherever a strategy is named: on a command line, in an event file, in a file name. */
const STRATEGY_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
const MAX_NAME_LENGTH = 60

/** Adds a strategy from outside the project, for this process. Refuses a name that is taken. */
export function registerStrategy<Options>(name: string, definition: StrategyDefinition<Options>): void {
  if (!STRATEGY_NAME.test(name) || name.length > MAX_NAME_LENGTH)
    throw new EventideError(
      'strategy-name',
      `"${name.slice(0, 80)}" cannot be the name of a strategy: use lower-case letters, digits and hyphens, such as my-strategy`,
    )
  if (findStrategy(name))
    throw new EventideError('strategy-name', `There is a strategy "${name}" already: choose another name`)
  if (typeof definition?.create !== 'function' || typeof definition.options?.safeParse !== 'function')
    throw new EventideError(
      'strategy-definition',
      `Strategy ${name} cannot be registered: a definition needs create() and, as options, a schema of zod`,
    )
  const problems = optionProblems(name, definition as StrategyDefinition, {})
  if (problems.length > 0)
    throw new EventideError(
      'strategy-option',
      `Strategy ${name} cannot be registered: every option needs a default (${problems.map(({ message }) => message).join('; ')})`,
    )
  registered.set(name, definition as StrategyDefinition)
}

/** Creates a strategy by name; an unknown name or option is an error that lists the known ones. */
export function createStrategy(name: string, context: StrategyContext, options: unknown = {}): Strategy {
  const definition = strategyNamed(name)
  const problems = optionProblems(name, definition, options)
  if (problems.length > 0) throw strategyOptionError(problems)
  const effective = definition.options.parse(options)
  const strategy = definition.create(context, effective)
  specs.set(strategy, { name, options: changedFrom(definition.options.parse({}), effective) })
  return strategy
}

const specs = new WeakMap<Strategy, StrategySpec>()

/** What a strategy was created from: its name, and the options that differ from their defaults. */
export function specOf(strategy: Strategy): StrategySpec {
  return specs.get(strategy) ?? { name: strategy.name, options: {} }
}

/** `wrapper` counts as created from the same name and options as `strategy`. */
export function likeSpecOf(strategy: Strategy, wrapper: Strategy): Strategy {
  specs.set(wrapper, specOf(strategy))
  return wrapper
}

/** The options whose value is not the default. */
export function changedFrom(defaults: unknown, effective: unknown): StrategySpec['options'] {
  const before = defaults as Record<string, unknown>
  const changed = Object.entries(effective as Record<string, unknown>).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]),
  )
  return Object.fromEntries(changed)
}

export function strategyOptionError(problems: readonly StrategyProblem[]): EventideError {
  const message = problems.map((problem) => problem.message).join('; ')
  return new EventideError('strategy-option', capitalized(message), {
    issues: problems.map((problem) => ({ path: problem.option ?? '', message: problem.message })),
  })
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
