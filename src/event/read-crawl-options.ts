import type { Node } from 'yaml'
import {
  CRAWL_OPTION_NAMES,
  type CrawlOptionName,
  crawlOption,
  type SharedSpecification,
} from '../model/crawl-options.ts'
import { optionFlag, readOptionYaml } from '../model/crawl-specification.ts'
import type { StrategyCatalog, StrategySpec } from '../model/strategy-spec.ts'
import type { Field, StrictYaml } from '../yaml/strict-yaml.ts'
import { readStrategy } from './read-strategy.ts'

interface CrawlSection {
  readonly crawl: SharedSpecification
  /** A strategy that stands here instead of at the top level. */
  readonly strategy: StrategySpec | undefined
}

/** Reads `crawl:`, a mapping with any of the crawl options. */
export function readCrawlOptions(
  yaml: StrictYaml,
  node: Node | null,
  strategies: StrategyCatalog,
): CrawlSection {
  const crawl: Record<string, unknown> = {}
  let strategy: StrategySpec | undefined
  for (const field of yaml.fields(node, 'crawl', CRAWL_OPTION_NAMES).values()) {
    const name = field.key as CrawlOptionName
    if (name === 'strategy') strategy = readStrategy(yaml, field.node, strategies)
    else if (crawlOption(name).operator) refuseOperatorOption(yaml, name, field)
    else crawl[name] = optionValue(yaml, name, field)
  }
  return { crawl, strategy }
}

function optionValue(yaml: StrictYaml, name: CrawlOptionName, { node, keyNode }: Field): unknown {
  const read = readOptionYaml(name, node?.toJSON())
  if (read.problem === undefined) return read.value
  yaml.problem(node ?? keyNode, `crawl.${name} ${read.problem}`)
  return undefined
}

/** An event file may come from elsewhere: it must not choose a proxy, a private network or a program to run. */
function refuseOperatorOption(yaml: StrictYaml, name: CrawlOptionName, { keyNode }: Field): void {
  yaml.problem(
    keyNode,
    `crawl.${name} cannot be set in an event file; set it on the command line with --${optionFlag(name)}`,
  )
}
