import {
  CRAWL_OPTION_NAMES,
  type CrawlOptionName,
  crawlOption,
  type NamedStrategy,
  type StoredSpecification,
} from '../../../../src/model/crawl-options.ts'
import { expectedValue, optionText, readOptionText } from '../../../../src/model/crawl-specification.ts'
import {
  readStrategyForm,
  type Strategy,
  type StrategyForm,
  strategyFormOf,
} from '../../options/strategy-form.ts'

export type FormOption = Exclude<keyof StoredSpecification, 'strategy'>

const isFormOption = (name: CrawlOptionName): name is FormOption => {
  const { operator, singleRun, type } = crawlOption(name)
  return !operator && !singleRun && type !== 'strategy'
}

/** The options of the form: those that are stored with a collection, in the order of the table. */
export const FORM_OPTIONS: readonly FormOption[] = CRAWL_OPTION_NAMES.filter(isFormOption)

/** The settings as a form holds them: texts as typed, valid or not. An empty text stands for the default. */
export interface SettingsForm {
  readonly texts: Readonly<Record<FormOption, string>>
  readonly strategy: StrategyForm
}

export function formOf(settings: StoredSpecification): SettingsForm {
  const texts = FORM_OPTIONS.map((name) => [name, textOf(name, settings[name])] as const)
  return {
    texts: Object.fromEntries(texts) as Record<FormOption, string>,
    strategy: strategyFormOf(settings.strategy),
  }
}

function textOf(name: FormOption, value: unknown): string {
  if (value === undefined || isDefault(name, value)) return ''
  return Array.isArray(value) ? value.join('\n') : optionText(name, value)
}

const isDefault = (name: CrawlOptionName, value: unknown): boolean =>
  JSON.stringify(value) === JSON.stringify(crawlOption(name).default)

/** Settings as they are sent; null sets an option back to its default. */
type SettingsChange = { readonly [K in keyof StoredSpecification]: StoredSpecification[K] | null }

export interface ReadSettings {
  /** Only what differs from `stored`. */
  readonly change: SettingsChange
  readonly errors: ReadonlyMap<FormOption, string>
  /** By option of the strategy. */
  readonly strategyErrors: ReadonlyMap<string, string>
}

interface StrategyChoice {
  readonly list: readonly Strategy[]
  /** The strategy that an empty choice stands for. */
  readonly fallback: string
}

/** What a form changes about the stored settings. */
export function readSettings(
  form: SettingsForm,
  stored: StoredSpecification,
  strategies: StrategyChoice,
): ReadSettings {
  const errors = new Map<FormOption, string>()
  const change: Record<string, unknown> = {}
  const note = (name: keyof StoredSpecification, value: unknown) => {
    const before = stored[name]
    const unset = before === undefined || isDefault(name, before)
    if (value === undefined ? !unset : JSON.stringify(value) !== JSON.stringify(before))
      change[name] = value ?? null
  }
  for (const name of FORM_OPTIONS) {
    const text = form.texts[name].trim()
    const read = text === '' ? { value: undefined } : readText(name, text)
    if ('problem' in read) errors.set(name, read.problem)
    else note(name, read.value)
  }
  const { strategy, errors: strategyErrors } = readStrategyForm(
    form.strategy,
    strategies.list,
    strategies.fallback,
  )
  if (!sameStrategy(strategy, stored.strategy)) note('strategy', strategy)
  return { change, errors, strategyErrors }
}

/** A mapping without options is the same as its name. */
const sameStrategy = (a: NamedStrategy | undefined, b: NamedStrategy | undefined) =>
  JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

function sorted(strategy: NamedStrategy | undefined) {
  const entries = typeof strategy === 'string' ? [['name', strategy]] : Object.entries(strategy ?? {})
  return entries.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
}

export type ReadOption = { readonly value: unknown } | { readonly problem: string }

/** Reads the text of one option; the problem is a sentence. */
export function readText(name: CrawlOptionName, text: string): ReadOption {
  const option = crawlOption(name)
  if (option.type !== 'list') return asSentence(readOptionText(name, text))
  const items = [...new Set(text.split(/[\s,]+/).filter(Boolean))]
  const bad = items.find(
    (item) => 'problem' in readOptionText(name, item) || (option.of === 'host' && !isHost(item)),
  )
  if (bad !== undefined)
    return {
      problem: `“${bad.slice(0, 60)}” is not a host name. Enter names such as news.example, one per line.`,
    }
  if (items.length > option.maxItems) return { problem: `Must be ${expectedValue(name)}.` }
  return { value: items }
}

const asSentence = (read: ReturnType<typeof readOptionText>): ReadOption =>
  'value' in read ? read : { problem: `${read.problem.charAt(0).toUpperCase()}${read.problem.slice(1)}.` }

/** A host with or without a port, not a whole URL. */
function isHost(text: string): boolean {
  return !/[/@?#\\]/.test(text) && URL.canParse(`http://${text}/`)
}
