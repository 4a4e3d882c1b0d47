import { EventideError } from '../model/errors.ts'
import type { EventModel } from '../model/event.ts'
import type { StrategyCatalog, StrategyProblem, StrategySpec } from '../model/strategy-spec.ts'
import {
  changedFrom,
  DEFAULT_STRATEGY,
  findStrategy,
  strategyNamed,
  strategyNames,
  strategyOptionError,
  unknownStrategy,
} from './registry.ts'
import { describeOptions, optionProblems } from './strategy-options.ts'

/** Reads `name` or `name:key=value;key=value`. The result is not checked yet. */
export function parseStrategySpec(text: string): StrategySpec {
  const colon = text.indexOf(':')
  const name = (colon < 0 ? text : text.slice(0, colon)).trim()
  const pairs = colon < 0 ? [] : text.slice(colon + 1).split(';')
  return withOptionPairs(
    { name, options: {} },
    pairs.map((pair) => pair.trim()).filter((pair) => pair !== ''),
  )
}

/** Reads a strategy from a file or request: text as above, or `{ name, ...options }`. The result is not checked yet. */
export function strategySpecFrom(value: unknown): StrategySpec {
  if (typeof value === 'string') return parseStrategySpec(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new EventideError(
      'strategy-option',
      'A strategy is a name, or a mapping of "name" and its options, such as { name: best-first, threshold: 0.3 }',
    )
  const { name, ...options } = value as Record<string, unknown>
  if (typeof name !== 'string' || name.trim() === '')
    throw new EventideError(
      'strategy-option',
      `A strategy with options needs a "name"; known strategies: ${strategyNames().join(', ')}`,
    )
  return { name: name.trim(), options }
}

/** The specification with `key=value` pairs set, which replace options of the same name. */
export function withOptionPairs(spec: StrategySpec, pairs: readonly string[]): StrategySpec {
  const entries = pairs.map((pair) => optionPair(spec.name, pair))
  const twice = entries.find(([key], i) => entries.findIndex(([other]) => other === key) < i)
  if (twice) throw new EventideError('strategy-option', `Option ${twice[0]} of ${spec.name} is given twice`)
  // Built from entries, because a key may be any text, such as `__proto__`.
  return {
    name: spec.name,
    options: Object.fromEntries([...Object.entries(spec.options), ...entries]),
  }
}

/** A value is JSON where it can be (`0.3`, `true`, `null`) and the option is not one of text. */
function optionPair(strategy: string, pair: string): readonly [string, unknown] {
  const at = pair.indexOf('=')
  const key = pair.slice(0, Math.max(0, at)).trim()
  const text = pair.slice(at + 1).trim()
  if (key === '')
    throw new EventideError(
      'strategy-option',
      `"${pair.slice(0, 80)}" is not an option of a strategy: write key=value, such as threshold=0.3`,
    )
  const definition = findStrategy(strategy)
  const option = definition && describeOptions(definition).find(({ name }) => name === key)
  if (option?.type === 'text' || (option?.type === 'choice' && text !== 'null')) return [key, text]
  try {
    return [key, JSON.parse(text)]
  } catch {
    return [key, text]
  }
}

/** Everything wrong with a specification: an unknown strategy, unknown options, values out of range. */
export function strategyProblems({ name, options }: StrategySpec): readonly StrategyProblem[] {
  const definition = findStrategy(name)
  return definition
    ? optionProblems(name, definition, options)
    : [{ option: null, message: unknownStrategy(name) }]
}

/** Throws unless a strategy can be created from the specification. */
export function checkStrategySpec(spec: StrategySpec): void {
  strategyNamed(spec.name)
  const problems = strategyProblems(spec)
  if (problems.length > 0) throw strategyOptionError(problems)
}

/** The strategies as a reader of event files sees them. */
export const strategyCatalog: StrategyCatalog = { names: strategyNames, problems: strategyProblems }

/**
 * The strategy of a run: the one given, else that of the event file, else the default. Options of the event file hold for the
 * strategy they were written for and for no other; options given replace them one by one.
 */
export function strategyOf(
  event: Pick<EventModel, 'strategy' | 'strategyOptions'>,
  given: { readonly name?: string | undefined; readonly options?: StrategySpec['options'] | undefined } = {},
): StrategySpec {
  const ofEvent = event.strategy ?? DEFAULT_STRATEGY
  const name = given.name ?? ofEvent
  return { name, options: { ...(name === ofEvent ? event.strategyOptions : {}), ...given.options } }
}

/** The value of every option, defaults filled in. */
export function effectiveOptions(spec: StrategySpec): Readonly<Record<string, unknown>> {
  checkStrategySpec(spec)
  return strategyNamed(spec.name).options.parse(spec.options) as Record<string, unknown>
}

/** The options whose value differs from the default: what distinguishes a run from an ordinary one. */
export function changedOptions(spec: StrategySpec): Readonly<Record<string, unknown>> {
  return changedFrom(effectiveOptions({ name: spec.name, options: {} }), effectiveOptions(spec))
}
