import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  CRAWL_OPTION_NAMES,
  type CrawlOption,
  type CrawlOptionName,
  type CrawlSpecification,
  crawlOption,
} from '../model/crawl-options.ts'
import { expectedValue, optionFlag, optionText, readOptionText } from '../model/crawl-specification.ts'
import type { StrategySpec } from '../model/strategy-spec.ts'
import { givenStrategy, withStrategyFlags } from './strategy-flags.ts'

/** Earlier spellings that are still accepted, by option. */
const FORMER_FLAGS: Readonly<Partial<Record<CrawlOptionName, string>>> = {
  stopWhenSaturated: 'stop-when-exhausted',
}

export interface FlagOptions {
  /** Which options; default: all of the table. */
  readonly names?: readonly CrawlOptionName[]
  /** Defaults of this command, where they differ from those of the table. */
  readonly defaults?: CrawlSpecification
  /** Show no defaults: omitted options are decided elsewhere. */
  readonly withoutDefaults?: boolean
}

/** Adds a flag for each crawl option, with help, default and checks from the table. */
export function withCrawlFlags(command: Command, options: FlagOptions = {}): Command {
  for (const name of options.names ?? CRAWL_OPTION_NAMES) {
    if (name === 'strategy') withStrategyFlags(command, 'the event’s, else adaptive')
    else for (const flag of flagsOf(name, options)) command.addOption(flag)
  }
  return command
}

/** The options that the command line sets, without the strategy. */
export function crawlOptionsGiven(command: Command): CrawlSpecification {
  const given: Record<string, unknown> = {}
  for (const name of CRAWL_OPTION_NAMES) {
    const former = FORMER_FLAGS[name]
    for (const attribute of [former === undefined ? name : camelCase(former), name])
      if (command.getOptionValueSource(attribute) === 'cli') given[name] = command.getOptionValue(attribute)
  }
  delete given.strategy
  return given
}

/**
 * The options that the command line sets, without defaults. `inEffect` is the strategy to which `--option` applies if
 * the command line names none.
 */
export async function givenOptions(
  command: Command,
  inEffect?: () => Promise<StrategySpec | undefined>,
): Promise<CrawlSpecification> {
  const given = crawlOptionsGiven(command)
  const strategy = await givenStrategy(command, inEffect)
  return strategy === undefined ? given : { ...given, strategy }
}

function camelCase(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function flagsOf(name: CrawlOptionName, { defaults = {}, withoutDefaults }: FlagOptions): Option[] {
  const option = crawlOption(name)
  const heading = `${option.group}:`
  const long = optionFlag(name)
  const hidden = (flag: string) => new Option(`--${flag}`).hideHelp()
  if (option.type === 'flag') {
    const [shown, other] = option.default ? [`no-${long}`, long] : [long, `no-${long}`]
    const help = option.default ? `do not ${option.help}` : option.help
    const former = FORMER_FLAGS[name]
    return [
      new Option(`--${shown}`, help).helpGroup(heading),
      hidden(other),
      ...(former === undefined ? [] : [hidden(former)]),
    ]
  }
  const flag = new Option(`--${long} <${placeholderOf(option)}>`, helpOf(option, withoutDefaults))
  flag.helpGroup(heading)
  if (option.type === 'choice') flag.choices([...option.choices])
  else flag.argParser<unknown>(parserOf(name, option))
  const value = defaults[name] ?? option.default
  if (!withoutDefaults && value !== null && option.type !== 'list')
    flag.default(value, optionText(name, value))
  return [flag]
}

function placeholderOf(option: CrawlOption): string {
  if (option.type === 'count') return 'n'
  if (option.type === 'share') return 'x'
  if (option.type === 'duration' || option.type === 'size') return option.type
  if (option.type === 'choice') return 'which'
  return 'placeholder' in option ? option.placeholder : 'value'
}

function helpOf(option: CrawlOption, withoutDefaults = false): string {
  const repeated = option.type === 'list' ? '; may be repeated' : ''
  const unset = option.default === null && !withoutDefaults ? ` (default: ${option.unset})` : ''
  return `${option.help}${repeated}${unset}`
}

function parserOf(name: CrawlOptionName, option: CrawlOption): (text: string, before: unknown) => unknown {
  const read = (text: string): unknown => {
    const { problem, ...result } = readOptionText(name, text)
    if (problem === undefined && 'value' in result) return result.value
    throw new InvalidArgumentError(`It must be ${expectedValue(name)}.`)
  }
  if (option.type !== 'list') return read
  return (text, before) => [...(Array.isArray(before) ? before : []), read(text)]
}
