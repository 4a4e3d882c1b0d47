import type { CrawlEnd } from '../crawl/loop/crawl-end.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { Observation } from '../model/crawl.ts'
import type { CrawlSpecification, LabSpecification } from '../model/crawl-options.ts'
import type { EventModel } from '../model/event.ts'
import type { StrategySpec } from '../model/strategy-spec.ts'
import { openRun } from '../open-run.ts'
import { openScratchStore } from '../store/sqlite/scratch-store.ts'
import { NO_ARCHIVE } from './crawl/no-archive.ts'
import type { PageMemory } from './crawl/page-cache.ts'
import { shuffledLinks } from './crawl/shuffled-links.ts'
import { timed } from './crawl/timed-strategy.ts'
import { VirtualClock } from './crawl/virtual-clock.ts'

/** How long the simulated answer to a request takes: what a news site needs. It costs no real time. */
const LATENCY_MS = 250

/** Nobody waits in simulated time, no page is rendered, and there is no IP address to spare. */
const FIXED: CrawlSpecification = { patience: Number.POSITIVE_INFINITY, render: 'never', addressDelay: 0 }

export interface CrawlTask {
  readonly event: EventModel
  readonly seeds: readonly string[]
  readonly strategy: StrategySpec
  /** Seed for the random number generator. */
  readonly randomSeed: number
  /** Takes links of a page in another order, so that ties fall otherwise. */
  readonly shuffle: boolean
  /** When the crawl is said to begin. */
  readonly now: number
}

export interface CrawlResult {
  readonly end: CrawlEnd
  /** In the order in which the pages were fetched. */
  readonly pages: readonly Observation[]
  /** Everything asked of the web: pages, redirects, errors and robots.txt files. */
  readonly requests: number
  /** Why the strategy expects nothing more; null when it does. */
  readonly exhausted: readonly string[] | null
  readonly timing: CrawlTiming
}

/** Differs from run to run, and is kept apart from all that does not. */
export interface CrawlTiming {
  readonly wallMs: number
  readonly cpuMs: number
  /** In the strategy's own methods. */
  readonly strategyMs: number
}

export interface CrawlWatch {
  readonly stop: AbortSignal
  /** Called now and then with the pages fetched so far. */
  readonly progress?: (fetched: number) => void
}

const PROGRESS_EVERY = 50

/** One crawl of one strategy through the real pipeline and the real store, offline. */
export async function runCrawl(
  task: CrawlTask,
  memory: PageMemory,
  specification: LabSpecification,
  { stop, progress }: CrawlWatch,
): Promise<CrawlResult> {
  const clock = new VirtualClock(task.now)
  const scratch = openScratchStore()
  const time = { ms: 0 }
  const requests = { count: 0 }
  const read = task.shuffle ? shuffledLinks(memory.read, task.randomSeed) : memory.read
  const { name, options } = task.strategy
  try {
    const run = await openRun(
      { event: { ...task.event, seeds: [], crawl: undefined }, store: clock.watching(scratch) },
      {
        ...specification,
        ...FIXED,
        strategy: { name, ...options },
        randomSeed: task.randomSeed,
      },
      {
        seeds: task.seeds,
        clock,
        archive: NO_ARCHIVE,
        fetcher: slow(
          memory.fetcher(() => new Date(clock.now())),
          clock,
          requests,
        ),
        read: (input) => {
          if (run.stats.fetched % PROGRESS_EVERY === 0) progress?.(run.stats.fetched)
          return read(input)
        },
        wrapStrategy: (strategy) => timed(strategy, time),
      },
    )
    const cpu = process.cpuUsage()
    const begun = performance.now()
    const { end, saturated } = await run.crawl({ drain: stop, abandon: stop })
    const wallMs = performance.now() - begun
    const used = process.cpuUsage(cpu)
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

function slow(fetcher: Fetcher, clock: VirtualClock, requests: { count: number }): Fetcher {
  return {
    fetch: async (url, signal, options) => {
      requests.count++
      await clock.wait(LATENCY_MS)
      return fetcher.fetch(url, signal, options)
    },
    close: () => fetcher.close(),
  }
}
