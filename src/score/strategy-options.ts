import { z } from 'zod'
import type { Json } from '../model/json.ts'
import { allowedValues, type OptionDescription } from '../model/option-description.ts'
import type { StrategyProblem } from '../model/strategy-spec.ts'
import { didYouMean } from '../text/did-you-mean.ts'
import type { StrategyDefinition } from './definition.ts'

interface JsonSchema {
  readonly type?: string
  readonly default?: Json
  readonly description?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly enum?: readonly Json[]
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

const described = new WeakMap<z.ZodType, readonly OptionDescription[]>()

/** Every option of a strategy, in the order of its schema. */
export function describeOptions({ options: schema }: StrategyDefinition): readonly OptionDescription[] {
  let options = described.get(schema)
  if (!options) {
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    options = Object.entries(properties).map(([name, property]) => describeOption(name, property))
    described.set(schema, options)
  }
  return options
}

function describeOption(name: string, property: JsonSchema): OptionDescription {
  const variants = property.anyOf ?? [property]
  const values = variants.filter(({ type }) => type !== 'null')
  const value = values.length === 1 ? (values[0] ?? {}) : {}
  const bounds = {
    min: value.minimum,
    above: value.exclusiveMinimum,
    // Zod bounds every integer by the largest safe one, which tells a user nothing.
    max: value.maximum === Number.MAX_SAFE_INTEGER ? undefined : value.maximum,
    choices: value.enum?.map(String),
  }
  return {
    name,
    type: typeOf(value),
    default: property.default ?? null,
    ...Object.fromEntries(Object.entries(bounds).filter(([, bound]) => bound !== undefined)),
    nullable: values.length < variants.length,
    description: property.description ?? '',
  }
}

function typeOf({ type, enum: choices }: JsonSchema): OptionDescription['type'] {
  if (choices) return 'choice'
  if (type === 'number' || type === 'integer' || type === 'boolean') return type
  return type === 'string' ? 'text' : 'json'
}

/** Everything wrong with the options given to a strategy, never in the words of the schema library. */
export function optionProblems(
  name: string,
  definition: StrategyDefinition,
  given: unknown,
): readonly StrategyProblem[] {
  const parsed = definition.options.safeParse(given)
  if (parsed.success) return []
  const options = describeOptions(definition)
  return parsed.error.issues.flatMap((issue) =>
    textsOf(issue, options, given).map(({ option, text }) => ({
      option,
      message: `strategy ${name}: ${text}`,
    })),
  )
}

interface ProblemText {
  readonly option: string | null
  readonly text: string
}

function textsOf(
  issue: z.core.$ZodIssue,
  options: readonly OptionDescription[],
  given: unknown,
): readonly ProblemText[] {
  const names = options.map(({ name }) => name)
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0)
    return issue.keys.map((key) => ({ option: key, text: unknownOption(key, names) }))
  const option = options.find(({ name }) => name === issue.path[0])
  // A custom issue comes from a check of the strategy itself and has its message.
  if (issue.code === 'custom') return [{ option: option?.name ?? null, text: issue.message }]
  if (!option) return [{ option: null, text: 'its options must be a mapping of names to values' }]
  const value = (given as Record<string, unknown>)[option.name]
  const hint = typeof value === 'string' ? didYouMean(value, option.choices ?? []) : ''
  return [
    {
      option: option.name,
      text: `option ${option.name} must be ${allowedValues(option)}, not ${shortValue(value)}${hint}`,
    },
  ]
}

function unknownOption(key: string, known: readonly string[]): string {
  const name = JSON.stringify(key.slice(0, 60))
  if (known.length === 0) return `unknown option ${name}; it has no options`
  return `unknown option ${name}${didYouMean(key, known)}; known options: ${known.join(', ')}`
}

function shortValue(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value))
  return text.length > 60 ? `${text.slice(0, 60)}...` : text
}
