import {
  CRAWL_OPTION_NAMES,
  type CrawlSpecification,
  crawlOption,
  type LabSpecification,
} from '../model/crawl-options.ts'
import { optionFlag, optionsWhere, withDefaults } from '../model/crawl-specification.ts'
import { EventideError } from '../model/errors.ts'
import type { StrategySpec } from '../model/strategy-spec.ts'

/** A web to crawl. */
export type WebSpec =
  | { readonly kind: 'example'; readonly pages: number }
  | { readonly kind: 'jsonl'; readonly file: string }
  | { readonly kind: 'warc'; readonly files: readonly string[]; readonly capture: 'latest' | 'first' }

/** The labels of a web that has none of its own. */
export type TruthSpec =
  | { readonly kind: 'none' }
  /** Pages with this label are relevant, all others are not. */
  | { readonly kind: 'label'; readonly label: string }
  /** Listed pages are relevant, all others are not. */
  | { readonly kind: 'urls'; readonly file: string }
  /** `{url, relevant}` lines; unlisted pages are not counted. */
  | { readonly kind: 'labels'; readonly file: string }

/** The events to crawl for. */
export type GoalSpec =
  /** The example web's own event. */
  | { readonly kind: 'own'; readonly seeds: readonly string[] }
  | {
      readonly kind: 'event'
      readonly file: string
      readonly seeds: readonly string[]
      readonly truth: TruthSpec
    }
  | { readonly kind: 'events'; readonly file: string; readonly only: 'all' | 'core' }

/** A strategy as a comparison runs it. */
export interface LabStrategy extends StrategySpec {
  /** The name, with the options that distinguish it from others of the same name. */
  readonly label: string
}

/** Everything that determines the figures of a comparison. Plain data, which is sent to other processes and included in the report. */
export interface LabSetup {
  /** Pages each crawl fetches. */
  readonly pages: number
  /** Concurrent visits. With 1, the order of pages depends on the strategy alone. */
  readonly concurrency: number
  /** Between two requests to one host, in simulated time. */
  readonly delayMs: number
  /** Further options of the crawls, where they are set. */
  readonly crawl?: Omit<LabSpecification, 'pages' | 'concurrency' | 'delay'>
  readonly web: WebSpec
  readonly goal: GoalSpec
  readonly strategies: readonly LabStrategy[]
  /** One comparison each. On the example web each seed gives another web; on other webs it breaks ties differently. */
  readonly randomSeeds: readonly number[]
  /** Points of each curve. */
  readonly points: number
}

/** Crawl options that do not change the figures of a comparison. A comparison reads pages in one process more per job, or in none. */
export type LabMachine = Pick<CrawlSpecification, 'readingWorkers' | 'readingTimeout' | 'strategyTimeout'>

/** One event with one random seed; all strategies share the pages that were read. */
export interface Trial {
  readonly event: number
  readonly randomSeed: number
}

/** The options of each crawl. */
export function specificationOf({ pages, concurrency, delayMs, crawl }: LabSetup): LabSpecification {
  return { ...crawl, pages, concurrency, delay: delayMs }
}

/** The crawl options that a comparison takes. */
export const LAB_OPTION_NAMES = CRAWL_OPTION_NAMES.filter((name) => crawlOption(name).lab)

/** What differs from the defaults of a crawl: one visit at a time, so that the order of pages is the strategy's alone, and no delay. */
export const LAB_DEFAULTS: LabSpecification = Object.fromEntries(
  LAB_OPTION_NAMES.flatMap((name) => {
    const { labDefault } = crawlOption(name)
    return labDefault === undefined ? [] : [[name, labDefault]]
  }),
)

/** The part of a setup that the given crawl options decide. */
export function crawlPart(
  given: CrawlSpecification,
): Pick<LabSetup, 'pages' | 'concurrency' | 'delayMs' | 'crawl'> {
  const set = optionsWhere({ ...LAB_DEFAULTS, ...given }, ({ lab }) => lab === true)
  for (const name of LAB_OPTION_NAMES) {
    const { labMax } = crawlOption(name)
    if (labMax !== undefined && Number(set[name]) > labMax)
      throw new EventideError('usage', `--${optionFlag(name)}: at most ${labMax} in the lab`)
  }
  const { pages, concurrency, delay } = withDefaults(set)
  const { pages: _pages, concurrency: _concurrency, delay: _delay, ...crawl } = set
  return { pages, concurrency, delayMs: delay, ...(Object.keys(crawl).length > 0 && { crawl }) }
}
