/** One option of a strategy as plain data, for help texts, forms, the API and docs. */
export interface OptionDescription {
  readonly name: string
  /** `json` is anything else that a strategy from outside the project may accept. */
  readonly type: 'number' | 'integer' | 'boolean' | 'choice' | 'text' | 'json'
  readonly default: unknown
  /** Smallest value allowed. */
  readonly min?: number
  /** The value must be larger than this. */
  readonly above?: number
  /** Largest value allowed. */
  readonly max?: number
  /** The values of a `choice`. */
  readonly choices?: readonly string[]
  /** Whether `null` is allowed; the description says what it means. */
  readonly nullable: boolean
  readonly description: string
}

/** Which values an option takes, in words: `a number from 0 to 1`, `one of site, host`. */
export function allowedValues(option: OptionDescription): string {
  return option.nullable ? `${valuesInWords(option)} or null` : valuesInWords(option)
}

function valuesInWords({ type, choices = [], min, above, max }: OptionDescription): string {
  switch (type) {
    case 'boolean':
      return 'true or false'
    case 'choice':
      return `one of ${choices.join(', ')}`
    case 'text':
      return 'text'
    case 'json':
      return 'a value that the strategy accepts'
    default:
      return `${type === 'integer' ? 'a whole number' : 'a number'}${rangeInWords(min, above, max)}`
  }
}

function rangeInWords(min: number | undefined, above: number | undefined, max: number | undefined): string {
  if (above !== undefined) return max === undefined ? ` above ${above}` : ` above ${above} and at most ${max}`
  if (min === undefined) return max === undefined ? '' : ` of at most ${max}`
  return max === undefined ? ` of at least ${min}` : ` from ${min} to ${max}`
}
