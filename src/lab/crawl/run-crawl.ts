import type { CrawlEnd } from '../../crawl/loop/crawl-end.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import type { Observation } from '../../model/crawl.ts'
import type { CrawlSpecification, LabSpecification } from '../../model/crawl-options.ts'
import type { EventModel } from '../../model/event.ts'
import type { StrategySpec } from '../../model/strategy-spec.ts'
import { openRun } from '../../open-run.ts'
import { openScratchStore } from '../../store/sqlite/scratch-store.ts'
import type { LabMachine } from '../setup.ts'
import { NO_ARCHIVE } from './no-archive.ts'
import type { PageCache } from './page-cache.ts'
import { shuffledLinks } from './shuffled-links.ts'
import { timed } from './timed-strategy.ts'
import { VirtualClock } from './virtual-clock.ts'

/** Simulated response time of a news site. It takes no real time. */
const LATENCY_MS = 250

/** Simulated time costs nothing, no page is rendered, and there are no IP addresses to delay. */
const FIXED: CrawlSpecification = { patience: Number.POSITIVE_INFINITY, render: 'never', addressDelay: 0 }

export interface CrawlTask {
  readonly event: EventModel
  readonly seeds: readonly string[]
  readonly strategy: StrategySpec
  /** Seed for the random number generator. */
  readonly randomSeed: number
  /** Shuffles the links of each page, so that ties are broken differently. */
  readonly shuffle: boolean
  /** Simulated start time of the crawl. */
  readonly now: number
}

export interface CrawlResult {
  readonly end: CrawlEnd
  /** In the order in which the pages were fetched. */
  readonly pages: readonly Observation[]
  /** All requests, including redirects, errors and robots.txt files. */
  readonly requests: number
  /** Why the strategy is saturated; null if it is not. */
  readonly exhausted: readonly string[] | null
  readonly timing: CrawlTiming
}

/** Differs from run to run, unlike everything else in a result. */
export interface CrawlTiming {
  readonly wallMs: number
  readonly cpuMs: number
  /** In the strategy's own methods. */
  readonly strategyMs: number
}

export interface CrawlObserver {
  /** Stops the crawl. */
  readonly signal: AbortSignal
  /** Called with the pages fetched since the last call. */
  readonly onPages?: (pages: number) => void
  /** Called with messages for the user. */
  readonly onNotice?: (text: string) => void
  readonly machine?: LabMachine
  /** See `RunOptions`. */
  readonly whenStuck?: string
}

/** Pages between two calls of `onPages`. */
const PROGRESS_INTERVAL = 50

/** Crawls with one strategy through the real pipeline and store, without a network. */
export async function runCrawl(
  task: CrawlTask,
  cache: PageCache,
  specification: LabSpecification,
  { signal, onPages, onNotice, machine, whenStuck }: CrawlObserver,
): Promise<CrawlResult> {
  const clock = new VirtualClock(task.now)
  const scratch = openScratchStore()
  const time = { ms: 0 }
  let reported = 0
  const reportPages = (fetched: number) => {
    if (fetched > reported) onPages?.(fetched - reported)
    reported = fetched
  }
  const requests = { count: 0 }
  const read = task.shuffle ? shuffledLinks(cache.read, task.randomSeed) : cache.read
  const { name, options } = task.strategy
  try {
    const run = await openRun(
      { event: { ...task.event, seeds: [], crawl: undefined }, store: clock.trackVisits(scratch) },
      {
        ...specification,
        ...FIXED,
        strategy: { name, ...options },
        randomSeed: task.randomSeed,
        strategyTimeout: machine?.strategyTimeout,
      },
      {
        seeds: task.seeds,
        clock,
        archive: NO_ARCHIVE,
        fetcher: delayed(
          cache.fetcher(() => new Date(clock.now())),
          clock,
          requests,
        ),
        read: (input) => {
          const { fetched } = run.stats
          if (fetched > 0 && fetched % PROGRESS_INTERVAL === 0) reportPages(fetched)
          return read(input)
        },
        wrapStrategy: (strategy) => timed(strategy, time),
        ...{ onNotice, whenStuck },
      },
    )
    const cpu = process.cpuUsage()
    const begun = performance.now()
    const { end, saturated } = await run.crawl({ drain: signal, abandon: signal }).finally(() => run.close())
    const wallMs = performance.now() - begun
    const used = process.cpuUsage(cpu)
    reportPages(run.stats.fetched)
    const pages: Observation[] = []
    for await (const observation of scratch.observations(0)) pages.push(observation)
    return {
      end,
      pages,
      requests: requests.count,
      exhausted: saturated,
      timing: { wallMs, cpuMs: (used.user + used.system) / 1000, strategyMs: time.ms },
    }
  } finally {
    await scratch.close()
  }
}

function delayed(fetcher: Fetcher, clock: VirtualClock, requests: { count: number }): Fetcher {
  return {
    fetch: async (url, signal, options) => {
      requests.count++
      await clock.wait(LATENCY_MS)
      return fetcher.fetch(url, signal, options)
    },
    close: () => fetcher.close(),
  }
}
