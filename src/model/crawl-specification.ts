import {
  type CompleteSpecification,
  CRAWL_OPTION_NAMES,
  CRAWL_OPTIONS,
  type CrawlOption,
  type CrawlOptionName,
  type CrawlSpecification,
  crawlOption,
  DEPRECATED_OPTION_NAMES,
  type ListOption,
  type NamedStrategy,
} from './crawl-options.ts'
import { formatDuration, formatSize, parseDuration, parseSize } from './quantities.ts'
import { formatStrategySpec } from './strategy-spec.ts'

/** Whether a name, from anywhere, is one of the table. */
export function isCrawlOptionName(name: string): name is CrawlOptionName {
  return Object.hasOwn(CRAWL_OPTIONS, name)
}

/** The name of an option as a flag of the command line, without hyphens in front: `hostPages` is `host-pages`. */
export function optionFlag(name: CrawlOptionName): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** A value that was read, or why it was not: the end of a sentence that begins with the option's name. */
export type Read<T> = { readonly value: T; readonly problem?: undefined } | { readonly problem: string }

/** Checks a value in the form in which data holds it: milliseconds, bytes, booleans, lists. */
export function checkOptionValue(name: CrawlOptionName, value: unknown): Read<unknown> {
  const option = crawlOption(name)
  return isValue(option, value) ? { value } : { problem: `must be ${expected(option, 'data')}` }
}

/** Reads one value as people write it on a command line; for a list, one of its items. */
export function readOptionText(name: CrawlOptionName, text: string): Read<unknown> {
  const option = crawlOption(name)
  const value = option.type === 'list' ? [itemOf(option.of, text)] : valueOfText(option, text.trim())
  if (value === null || !isValue(option, value)) return { problem: `must be ${expected(option, 'text')}` }
  return { value: option.type === 'list' ? (value as unknown[])[0] : value }
}

/** Reads a value as an event file writes it: `2h`, `500MB`, a number, true or false, or a list. */
export function readOptionYaml(name: CrawlOptionName, value: unknown): Read<unknown> {
  const option = crawlOption(name)
  const problem = `must be ${expected(option, option.type === 'list' ? 'data' : 'text')}`
  if (option.type === 'list') {
    if (!Array.isArray(value)) return { problem }
    const items = value.map((item) => itemOf(option.of, String(item)))
    return isValue(option, items) ? { value: items } : { problem }
  }
  if (typeof value === 'string') return readOptionText(name, value)
  // Without a unit nobody can tell seconds from milliseconds, or megabytes from bytes.
  const needsUnit = option.type === 'size' || (option.type === 'duration' && !option.plainMs)
  return isValue(option, value) && !(needsUnit && value !== 0) ? { value } : { problem }
}

/** A value as people write it; `readOptionText` reads it back. */
export function optionText(name: CrawlOptionName, value: unknown): string {
  const { type } = crawlOption(name)
  if (type === 'duration' && typeof value === 'number') return formatDuration(value)
  if (type === 'size' && typeof value === 'number') return formatSize(value)
  if (Array.isArray(value)) return value.join(', ')
  if (type === 'strategy') {
    const named = value as NamedStrategy
    if (typeof named === 'string') return named
    const { name: strategy, ...options } = named
    return formatStrategySpec({ name: strategy, options })
  }
  return String(value)
}

/** What an option accepts, for messages: `a whole number from 1 to 1000`. */
export function expectedValue(name: CrawlOptionName): string {
  return expected(crawlOption(name), 'text')
}

/** Settings under their current names. A deprecated name is ignored if the current one is set as well. */
export function withCurrentNames(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const current: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(settings)) {
    if (!Object.hasOwn(DEPRECATED_OPTION_NAMES, name)) current[name] = value
    else {
      const { name: currentName, times } =
        DEPRECATED_OPTION_NAMES[name as keyof typeof DEPRECATED_OPTION_NAMES]
      if (settings[currentName] !== undefined) continue
      current[currentName] = typeof value === 'number' ? Math.round(value * times) : value
    }
  }
  return current
}

/** One specification of several, in order of precedence: of each option the first value that is set. */
export function firstSet(...layers: readonly CrawlSpecification[]): CrawlSpecification {
  const merged: Record<string, unknown> = {}
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer))
      if (value !== undefined && !Object.hasOwn(merged, name)) merged[name] = value
  }
  return merged
}

/** A specification with the defaults of the table where it sets nothing. */
export function withDefaults(specification: CrawlSpecification): CompleteSpecification {
  const complete: Record<string, unknown> = {}
  for (const name of CRAWL_OPTION_NAMES) {
    const value = specification[name] ?? CRAWL_OPTIONS[name].default
    if (value !== null) complete[name] = value
  }
  return complete as CompleteSpecification
}

/** Some of the options of a specification: those whose entry in the table fits, and which are set. */
export function optionsWhere(
  specification: CrawlSpecification,
  fits: (option: CrawlOption) => boolean,
): CrawlSpecification {
  return Object.fromEntries(
    CRAWL_OPTION_NAMES.filter((name) => fits(crawlOption(name)) && specification[name] !== undefined).map(
      (name) => [name, specification[name]],
    ),
  )
}

function itemOf(of: 'host' | 'port' | 'text', text: string): unknown {
  return of === 'port' ? countOf(text) : text.trim()
}

function valueOfText(option: CrawlOption, text: string): unknown {
  if (option.type === 'count') return countOf(text)
  if (option.type === 'share') return /^\d(\.\d{1,6})?$/.test(text) ? Number(text) : null
  if (option.type === 'duration') return parseDuration(text) ?? (option.plainMs ? countOf(text) : null)
  if (option.type === 'size') return parseSize(text)
  if (option.type === 'flag') return text === 'true' ? true : text === 'false' ? false : null
  return text
}

function countOf(text: string): number | null {
  return /^\d{1,15}$/.test(text.trim()) ? Number(text) : null
}

function isValue(option: CrawlOption, value: unknown): boolean {
  if (option.type === 'flag') return typeof value === 'boolean'
  if (option.type === 'choice') return option.choices.some((choice) => choice === value)
  if (option.type === 'text') return isText(value, option.maxLength)
  if (option.type === 'strategy') return isNamedStrategy(value)
  if (option.type === 'list')
    return (
      Array.isArray(value) && value.length <= option.maxItems && value.every((item) => isItem(option, item))
    )
  const whole = option.type !== 'share'
  return (
    typeof value === 'number' &&
    (whole ? Number.isInteger(value) : Number.isFinite(value)) &&
    value >= option.min &&
    value <= option.max
  )
}

function isText(value: unknown, maxLength: number): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= maxLength
}

function isItem({ of, maxLength }: ListOption, item: unknown): boolean {
  if (of === 'port') return isPort(item)
  return isText(item, maxLength) && (of !== 'host' || isHost(item as string))
}

/** A name, with or without a port; not a URL. */
function isHost(text: string): boolean {
  return !/[\s/@?#\\]/.test(text)
}

function isPort(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 65_535
}

/** Whether the strategy exists and takes these options is for the registry to say. */
function isNamedStrategy(value: unknown): value is NamedStrategy {
  if (typeof value === 'string') return isText(value, 1_000)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return isText((value as Readonly<Record<string, unknown>>).name, 100)
}

function expected(option: CrawlOption, form: 'data' | 'text'): string {
  switch (option.type) {
    case 'count':
      return `a whole number from ${option.min} to ${option.max}`
    case 'share':
      return 'a number from 0 to 1'
    case 'duration': {
      const range = `from ${formatDuration(option.min)} to ${formatDuration(option.max)}`
      if (form === 'data') return `milliseconds ${range}`
      return `a duration such as 500ms, 90s, 30m, 2h or 1d, ${range}`
    }
    case 'size': {
      const range = `from ${formatSize(option.min)} to ${formatSize(option.max)}`
      return form === 'data' ? `bytes ${range}` : `a size such as 500MB or 1.5GB, ${range}`
    }
    case 'flag':
      return 'true or false'
    case 'choice':
      return `one of ${option.choices.join(', ')}`
    case 'text':
      return `text of 1 to ${option.maxLength} characters`
    case 'list':
      if (option.of === 'port') return form === 'data' ? 'a list of port numbers' : 'a port from 1 to 65535'
      if (option.of === 'host')
        return form === 'data'
          ? `a list of at most ${option.maxItems} host names such as news.example.org`
          : 'a host name such as news.example.org'
      return form === 'data'
        ? `a list of at most ${option.maxItems} texts of up to ${option.maxLength} characters`
        : `text of 1 to ${option.maxLength} characters`
    case 'strategy':
      return 'the name of a strategy, or a mapping of its name and options'
  }
}
