import { seedItem } from '../crawl/links/link-items.ts'
import type { CrawlEnd } from '../crawl/loop/loop.ts'
import { emptyStats } from '../crawl/loop/stats.ts'
import { DEFAULT_CRAWL_OPTIONS } from '../crawl/parts.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import { identityOf } from '../frontier/canonical-url.ts'
import { createScope, defaultRules } from '../frontier/scope/scope.ts'
import { spanOf } from '../frontier/traps/url-span.ts'
import type { Observation } from '../model/crawl.ts'
import { EventideError } from '../model/errors.ts'
import type { EventModel } from '../model/event.ts'
import { runPipeline } from '../pipeline.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { createStrategy } from '../score/registry.ts'
import { openScratchStore } from '../store/sqlite/scratch-store.ts'
import type { Store } from '../store/store.ts'
import { NO_ARCHIVE } from './crawl/no-archive.ts'
import type { PageMemory } from './crawl/page-cache.ts'
import { shuffledLinks } from './crawl/shuffled-links.ts'
import { timed } from './crawl/timed-strategy.ts'
import { VirtualClock } from './crawl/virtual-clock.ts'

/** How long the simulated answer to a request takes: what a news site needs. It costs no real time. */
const LATENCY_MS = 250

export interface CrawlSettings {
  /** Pages to fetch. */
  readonly pages: number
  /** Visits at once. With one the order of pages is the strategy's alone. */
  readonly concurrency: number
  /** Rest between two requests to one host, in simulated time. */
  readonly delayMs: number
}

export interface CrawlTask {
  readonly event: EventModel
  readonly seeds: readonly string[]
  readonly strategy: string
  readonly options: Readonly<Record<string, unknown>>
  /** Whatever chance decides follows from it. */
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
  settings: CrawlSettings,
  { stop, progress }: CrawlWatch,
): Promise<CrawlResult> {
  const clock = new VirtualClock(task.now)
  const scratch = openScratchStore()
  const store = clock.watching(scratch)
  try {
    await addSeeds(store, task.seeds)
    const time = { ms: 0 }
    const random = seededRandom(task.randomSeed)
    const strategy = createStrategy(
      task.strategy,
      { event: task.event, random, canonical: identityOf },
      task.options,
    )
    const asked = { requests: 0 }
    const stats = emptyStats(0, 0)
    const read = task.shuffle ? shuffledLinks(memory.read, task.randomSeed) : memory.read
    const parts = {
      store,
      archive: NO_ARCHIVE,
      fetcher: slow(
        memory.fetcher(() => new Date(clock.now())),
        clock,
        asked,
      ),
      strategy: timed(strategy, time),
      read: (input: Parameters<typeof read>[0]) => {
        if (stats.fetched % PROGRESS_EVERY === 0) progress?.(stats.fetched)
        return read(input)
      },
      scope: createScope(defaultRules()),
      eventDays: eventDaysOf(task.event),
      clock,
      random: seededRandom(task.randomSeed + 1),
      drawsAt: (fetched: number) => seededRandom(task.randomSeed + fetched),
    }
    const options = {
      ...DEFAULT_CRAWL_OPTIONS,
      pages: settings.pages,
      concurrency: settings.concurrency,
      politeness: { ...DEFAULT_CRAWL_OPTIONS.politeness, delayMs: settings.delayMs },
      // Waiting costs nothing here.
      patienceMs: Number.POSITIVE_INFINITY,
    }
    const cpu = process.cpuUsage()
    const begun = performance.now()
    const end = await runPipeline(parts, options, stats, { drain: stop, abandon: stop })
    const wallMs = performance.now() - begun
    const used = process.cpuUsage(cpu)
    const pages: Observation[] = []
    for await (const observation of scratch.observations(0)) pages.push(observation)
    return {
      end,
      pages,
      requests: asked.requests,
      exhausted: strategy.exhausted?.() ?? null,
      timing: { wallMs, cpuMs: (used.user + used.system) / 1000, strategyMs: time.ms },
    }
  } finally {
    await scratch.close()
  }
}

/** The days whose lists no calendar closes, as a session sets them. */
function eventDaysOf({ when: { start, end } }: EventModel) {
  return start === undefined ? undefined : (spanOf(start, end ?? start) ?? undefined)
}

async function addSeeds(store: Store, seeds: readonly string[]): Promise<void> {
  const items = seeds.map((url) => {
    const item = seedItem(url)
    if (!item) throw new EventideError('bad-seed', `the seed ${url.slice(0, 200)} cannot be crawled`)
    return item
  })
  await store.add(items)
}

function slow(fetcher: Fetcher, clock: VirtualClock, asked: { requests: number }): Fetcher {
  return {
    fetch: async (url, signal, options) => {
      asked.requests++
      await clock.wait(LATENCY_MS)
      return fetcher.fetch(url, signal, options)
    },
    close: () => fetcher.close(),
  }
}
