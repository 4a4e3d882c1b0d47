import type { NamedStrategy } from '../../../src/model/crawl-options.ts'
import { allowedValues } from '../../../src/model/option-description.ts'
import type { Reply } from '../api/client.ts'
import { labelOf, type OptionDisplay, sentence } from './option-field.tsx'

export type Strategy = Reply<'GET /api/strategies'>['strategies'][number]
type StrategyOption = Strategy['options'][number]

/** What is typed for the options of one strategy, by option; an empty text stands for the default. */
type OptionTexts = Readonly<Record<string, string>>

/** A strategy as a form holds it. What was typed for a strategy stays when another one is chosen. */
export interface StrategyForm {
  /** Empty: the default. */
  readonly name: string
  readonly typed: Readonly<Record<string, OptionTexts>>
}

export const NO_STRATEGY: StrategyForm = { name: '', typed: {} }

export function strategyFormOf(strategy: NamedStrategy | undefined): StrategyForm {
  if (strategy === undefined) return NO_STRATEGY
  if (typeof strategy === 'string') return { name: strategy, typed: {} }
  const { name, ...options } = strategy
  const texts = Object.entries(options).map(([option, value]) => [option, optionText(value)] as const)
  return { name, typed: { [name]: Object.fromEntries(texts) } }
}

const optionText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

export const typedFor = (form: StrategyForm, strategy: string): OptionTexts =>
  Object.hasOwn(form.typed, strategy) ? (form.typed[strategy] ?? {}) : {}

/** The form with the text of one option of the chosen strategy changed. */
export function withOptionText(
  form: StrategyForm,
  strategy: string,
  option: string,
  text: string,
): StrategyForm {
  return { ...form, typed: { ...form.typed, [strategy]: { ...typedFor(form, strategy), [option]: text } } }
}

export interface ReadStrategy {
  /** Undefined when the default is chosen and none of its options is set. */
  readonly strategy: NamedStrategy | undefined
  /** By option: what is wrong with its text. */
  readonly errors: ReadonlyMap<string, string>
}

/**
 * What a form stands for. While the strategies are not loaded, options are kept as they were.
 *
 * @param fallback the strategy that an empty name stands for
 */
export function readStrategyForm(
  form: StrategyForm,
  strategies: readonly Strategy[],
  fallback: string,
): ReadStrategy {
  const name = form.name || fallback
  const options = strategies.find((one) => one.name === name)?.options ?? []
  const errors = new Map<string, string>()
  const values: [string, unknown][] = []
  for (const [key, text] of Object.entries(typedFor(form, name))) {
    if (text.trim() === '') continue
    const option = options.find((one) => one.name === key)
    const value = option ? readValue(option, text.trim()) : (parsed(text) ?? text)
    if (value === undefined) errors.set(key, `Must be ${option ? allowedValues(option) : ''}.`)
    else if (!option || JSON.stringify(value) !== JSON.stringify(option.default)) values.push([key, value])
  }
  if (values.length > 0) return { strategy: { ...Object.fromEntries(values), name }, errors }
  return { strategy: form.name || undefined, errors }
}

/** Undefined when the text is not a value of the option. */
function readValue(option: StrategyOption, text: string): unknown {
  if (text === 'null' && option.nullable) return null
  const { type, min, above, max } = option
  if (type === 'text') return text
  if (type === 'choice') return option.choices?.includes(text) ? text : undefined
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  if (type === 'json') return parsed(text)
  const value = /^-?\d/.test(text) ? Number(text) : Number.NaN
  const fits =
    Number.isFinite(value) &&
    (type === 'number' || Number.isInteger(value)) &&
    (min === undefined || value >= min) &&
    (above === undefined || value > above) &&
    (max === undefined || value <= max)
  return fits ? value : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function displayOf(option: StrategyOption): OptionDisplay {
  const label = labelOf(option.name)
  const initial = optionText(option.default)
  const hint = sentence(option.description)
  if (option.type === 'boolean')
    return { label, hint, input: { kind: 'flag', default: option.default === true } }
  if (option.type === 'choice') {
    const choices = [
      { value: '', label: `${initial} (default)` },
      ...(option.choices ?? [])
        .filter((choice) => choice !== option.default)
        .map((choice) => ({ value: choice, label: choice })),
      ...(option.nullable && option.default !== null ? [{ value: 'null', label: 'null' }] : []),
    ]
    return { label, hint, input: { kind: 'choice', choices } }
  }
  const numeric = option.type === 'number' || option.type === 'integer'
  const allowed = numeric ? ` ${sentence(allowedValues(option))}` : ''
  return { label, hint: hint + allowed, input: { kind: 'text', placeholder: initial, numeric } }
}

/** "shark-search (delta 0.3)" */
export function strategyLabel(strategy: NamedStrategy): string {
  if (typeof strategy === 'string') return strategy
  const { name, ...options } = strategy
  const changed = Object.entries(options).map(([option, value]) => `${option} ${optionText(value)}`)
  return changed.length > 0 ? `${name} (${changed.join(', ')})` : name
}
