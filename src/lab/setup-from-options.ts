import { existsSync } from 'node:fs'
import { EventideError } from '../model/errors.ts'
import { missing } from '../model/unreadable-file.ts'
import { strategyNamed, strategyNames } from '../score/registry.ts'
import { checkStrategySpec, parseStrategySpec, withOptionPairs } from '../score/strategy-spec.ts'
import type { GoalSpec, LabStrategy, TruthSpec, WebSpec } from './setup.ts'
import { readUrls } from './truth/labels-file.ts'

/** Small enough to compare in minutes, large enough that no strategy finds everything. */
const EXAMPLE_PAGES = 20_000
const MIN_EXAMPLE_PAGES = 1000
const MAX_EXAMPLE_PAGES = 10_000_000

/** Reads `example`, `example:200000`, or the name of a JSON Lines file. */
export function webSpecOf(text: string): WebSpec {
  const example = /^example(?::(\d{1,8}))?$/.exec(text)
  if (example) {
    const pages = Number(example[1] ?? EXAMPLE_PAGES)
    if (pages < MIN_EXAMPLE_PAGES || pages > MAX_EXAMPLE_PAGES)
      throw new EventideError(
        'usage',
        `--web example:${pages}: the example web can have ${MIN_EXAMPLE_PAGES} to ${MAX_EXAMPLE_PAGES} pages`,
      )
    return { kind: 'example', pages }
  }
  if (!/\.(jsonl|ndjson)(\.gz)?$/i.test(text))
    throw new EventideError(
      'usage',
      `--web ${text.slice(0, 200)}: use example, example:200000 or a file such as pages.jsonl.gz. For WARC files use --warc`,
    )
  requireFile(text)
  return { kind: 'jsonl', file: text }
}

export function requireFile(file: string): void {
  if (!existsSync(file)) throw missing(file)
}

/** Reads `all`, or names with optional options: `best-first,shark-search:delta=0.3;beta=0.7`. */
export function strategySpecsOf(text: string, given: readonly string[]): LabStrategy[] {
  const items = text.trim() === 'all' ? strategyNames() : text.split(',').map((item) => item.trim())
  const shared = given.map(sharedOption)
  const specs = labStrategies(
    items.map((label) => {
      const { name, options } = parseStrategySpec(label)
      const pairs = shared.filter(({ strategy }) => strategy === name).map(({ pair }) => pair)
      return {
        name,
        options: { ...withOptionPairs({ name, options: {} }, pairs).options, ...options },
        label,
      }
    }),
  )
  const unused = shared.find(({ strategy }) => !specs.some(({ name }) => name === strategy))
  if (unused)
    throw new EventideError(
      'usage',
      `--option ${unused.strategy}.${unused.pair}: ${unused.strategy} is not among the strategies compared`,
    )
  return specs
}

/** The strategies of a comparison, once each can be created and no two have the same label. */
export function labStrategies(strategies: readonly LabStrategy[]): LabStrategy[] {
  for (const strategy of strategies) checkStrategySpec(strategy)
  const labels = strategies.map(({ label }) => label)
  const repeated = labels.find((label, i) => labels.indexOf(label) < i)
  if (repeated !== undefined)
    throw new EventideError(
      'usage',
      `The strategy ${repeated} is given twice: compare it once, or with other options`,
    )
  return [...strategies]
}

function sharedOption(text: string): { strategy: string; pair: string } {
  const match = /^([a-z0-9-]{1,60})\.([^=]{1,100}=.{0,1000})$/s.exec(text)
  if (!match)
    throw new EventideError(
      'usage',
      `--option ${text.slice(0, 80)}: write strategy.key=value, such as best-first.threshold=0.3`,
    )
  const [, strategy = '', pair = ''] = match
  strategyNamed(strategy)
  return { strategy, pair }
}

export interface GoalOptions {
  readonly event?: string
  readonly events?: string
  readonly core?: boolean
  readonly seeds?: readonly string[]
  readonly relevant?: string
  readonly labels?: string
}

/** The events and labels for a web; conflicting options are refused. */
export async function goalSpecOf(web: WebSpec, options: GoalOptions): Promise<GoalSpec> {
  const seeds: string[] = []
  for (const file of options.seeds ?? []) {
    if (/^\d+$/.test(file) && !existsSync(file))
      throw new EventideError(
        'usage',
        `--seeds takes a file of URLs. To repeat with ${file} random seeds, use --random-seeds ${file}`,
      )
    seeds.push(...(await readUrls(file)))
  }
  if (web.kind === 'example') {
    const given = (['event', 'events', 'core', 'relevant', 'labels'] as const).find(
      (key) => options[key] !== undefined,
    )
    if (given) throw new EventideError('usage', `--${given}: the example web has its own event and labels`)
    return { kind: 'own', seeds }
  }
  if (options.events !== undefined) {
    if (
      options.event !== undefined ||
      options.relevant !== undefined ||
      options.labels !== undefined ||
      seeds.length > 0
    )
      throw new EventideError(
        'usage',
        '--events includes seeds and labels: omit --event, --seeds, --relevant and --labels',
      )
    requireFile(options.events)
    return { kind: 'events', file: options.events, only: options.core ? 'core' : 'all' }
  }
  if (options.core)
    throw new EventideError('usage', '--core selects events of a list: give the list with --events')
  if (options.event === undefined)
    throw new EventideError(
      'usage',
      'Specify an event for this web: --event event.yaml, or --events events.json for several',
    )
  requireFile(options.event)
  return { kind: 'event', file: options.event, seeds, truth: truthSpecOf(web, options) }
}

function truthSpecOf(web: WebSpec, { relevant, labels }: GoalOptions): TruthSpec {
  if (relevant !== undefined && labels !== undefined)
    throw new EventideError('usage', 'Use either --relevant or --labels, not both')
  if (labels !== undefined) {
    requireFile(labels)
    return { kind: 'labels', file: labels }
  }
  if (relevant === undefined) return { kind: 'none' }
  if (existsSync(relevant)) return { kind: 'urls', file: relevant }
  if (web.kind === 'jsonl') return { kind: 'label', label: relevant }
  throw missing(relevant, ', and pages of WARC files have no labels')
}
