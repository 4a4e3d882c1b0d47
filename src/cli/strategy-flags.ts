import { type Command, Option } from 'commander'
import type { NamedStrategy } from '../model/crawl-options.ts'
import { EventideError } from '../model/errors.ts'
import type { StrategySpec } from '../model/strategy-spec.ts'
import { strategyNames } from '../score/registry.ts'
import {
  checkStrategySpec,
  parseStrategySpec,
  strategyOf,
  strategySpecFrom,
  withOptionPairs,
} from '../score/strategy-spec.ts'
import { several } from './values.ts'

/** Adds `--strategy` and `--option`, which sets an option of the strategy. */
export function withStrategyFlags(command: Command, fallback: string): Command {
  const names = strategyNames().join(', ')
  const help = `how pages are judged and links are chosen: ${names} (default: ${fallback})`
  return command
    .addOption(new Option('--strategy <name>', help).helpGroup('Strategy:'))
    .addOption(
      new Option('--option <key=value>', 'set an option of the strategy; may be repeated')
        .argParser(several)
        .helpGroup('Strategy:'),
    )
}

/**
 * The strategy that the command line names, with its options, checked; undefined when it names none and sets no option.
 * Options alone apply to the strategy in effect.
 */
export async function givenStrategy(
  command: Command,
  inEffect: () => Promise<StrategySpec | undefined> = async () => undefined,
): Promise<NamedStrategy | undefined> {
  const name: string | undefined = command.getOptionValue('strategy')
  const pairs: readonly string[] = command.getOptionValue('option') ?? []
  if (name === undefined && pairs.length === 0) return undefined
  const named = name === undefined ? await inEffect() : parseStrategySpec(name)
  if (!named)
    throw new EventideError(
      'usage',
      '--option sets an option of a strategy: name the strategy with --strategy',
    )
  const spec = withOptionPairs(named, pairs)
  checkStrategySpec(spec)
  return Object.keys(spec.options).length === 0 ? spec.name : { name: spec.name, ...spec.options }
}

/** The strategy that a command works with: the one the command line names, else `inEffect`, each with the options that were set. */
export async function strategyFor(
  command: Command,
  inEffect: StrategySpec,
  event: Parameters<typeof strategyOf>[0] = {},
): Promise<StrategySpec> {
  const named = await givenStrategy(command, async () => inEffect)
  return named === undefined ? inEffect : strategyOf(event, strategySpecFrom(named))
}
