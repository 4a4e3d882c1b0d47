import type { Archive } from './archive/warc-writer.ts'
import type { Collection } from './collection.ts'
import { type Clock, systemClock } from './crawl/clock.ts'
import { eventDays, eventSpan } from './crawl/event-days.ts'
import { guarded } from './crawl/guarded-strategy.ts'
import { LiveScope } from './crawl/links/live-scope.ts'
import { followScope } from './crawl/links/scope-change.ts'
import { LiveOptions } from './crawl/live-options.ts'
import type { CrawlEnd } from './crawl/loop/crawl-end.ts'
import { type DiskPause, DiskWatch } from './crawl/loop/disk-watch.ts'
import type { PauseControl } from './crawl/loop/pause-control.ts'
import { type CrawlStats, emptyStats } from './crawl/loop/stats.ts'
import type { VisitWatch } from './crawl/loop/visit-watch.ts'
import { Curator } from './crawl/memory/curator.ts'
import { EarlierCopies } from './crawl/memory/earlier-copies.ts'
import { restoreMemory } from './crawl/memory/restore-memory.ts'
import { recordStrategy } from './crawl/memory/strategy-memory.ts'
import { openFetcher, readingLimits } from './crawl/network.ts'
import type { CrawlParts } from './crawl/parts.ts'
import { openPageReader, type PageReader } from './crawl/reading/page-reader.ts'
import {
  lookAgain,
  openCollectionArchive,
  repairArchive,
  repeatNoted,
  reportLostSeeds,
  retryFailed,
} from './crawl/run-preparation.ts'
import { seedItems } from './crawl/seeds.ts'
import type { StopSignals } from './crawl/visit/visit-context.ts'
import type { Fetcher } from './fetch/fetcher.ts'
import { userAgent } from './fetch/user-agent.ts'
import { identityOf } from './frontier/canonical-url.ts'
import type { ScopeRule } from './frontier/scope/rule.ts'
import type { ScopeOptions } from './frontier/scope/scope.ts'
import {
  type CompleteSpecification,
  type CrawlOptionName,
  type CrawlSpecification,
  crawlOption,
} from './model/crawl-options.ts'
import { firstSet } from './model/crawl-specification.ts'
import { EventideError } from './model/errors.ts'
import type { StrategySpec } from './model/strategy-spec.ts'
import { type PastVisit, replayPipeline, runPipeline } from './pipeline.ts'
import { gazetteerPath } from './place/gazetteer-path.ts'
import { Watchdog } from './process/watchdog.ts'
import { seededRandom } from './random/seeded-random.ts'
import { createRenderer } from './render/renderer.ts'
import type { PageRenderer } from './render/rendering.ts'
import { createStrategy } from './score/registry.ts'
import type { Strategy } from './score/strategy.ts'
import { strategyOf, strategySpecFrom } from './score/strategy-spec.ts'
import type { CurationEntry, CurationRequest } from './store/records.ts'

/** The input of a run. Without a folder, nothing is archived unless an archive is given, and disk space is not monitored. */
export type RunCollection = Pick<Collection, 'event' | 'store'> &
  Partial<Pick<Collection, 'dir' | 'archiveDir'>>

/** Replacements for parts of a run, and its observers. The run closes only what it opened itself. */
export interface RunOptions {
  /** URLs to start from, in addition to those of the event. */
  readonly seeds?: readonly string[]
  /** Used where neither the specification nor the event sets an option, before the defaults of the table. */
  readonly defaults?: CrawlSpecification
  /** Rules in addition to those of the specification; they have the final say. */
  readonly scopeRules?: readonly ScopeRule[]
  /** Default: the system's. */
  readonly clock?: Clock
  /** Default: the one of the specification. */
  readonly fetcher?: Fetcher
  /** Default: WARC files in the folder of the collection. */
  readonly archive?: Archive
  /** Default: processes that read pages. */
  readonly read?: CrawlParts['read']
  /** Default: Chromium. */
  readonly renderer?: PageRenderer
  /** Wraps the strategy, to measure it or to replace its verdicts. */
  readonly wrapStrategy?: (strategy: Strategy) => Strategy
  /**
   * For a process that does nothing but this run. It is ended when the strategy, or other work on a page, does not return, with this text
   * about what that means and what to do. Default: nothing ends it.
   */
  readonly whenStuck?: string
  /** Pauses and resumes the run. */
  readonly pauseControl?: PauseControl
  /** When the time budget began. Default: now. */
  readonly startedAt?: number
  /** Called with messages for the user. */
  readonly onNotice?: (text: string) => void
  /** Called when the disk is too full, and with null when there is room again. */
  readonly onDiskPause?: (pause: DiskPause | null) => void
  /** Observes each visit. */
  readonly visits?: VisitWatch
}

export interface RunEnd {
  readonly end: CrawlEnd
  readonly stats: CrawlStats
  /** Why the strategy expects no further relevant pages; null while it does. */
  readonly saturated: readonly string[] | null
}

/** The result of changing the specification. */
interface RunChange {
  /** Links queued again because the new scope includes them. */
  readonly requeued: number
  /** Options that this run does not follow: they take effect when a run is opened again. */
  readonly needReopening: readonly CrawlOptionName[]
}

/** A run of a crawl whose parts are open. */
export interface Run {
  /** Numbers that change while the crawl runs. */
  readonly stats: CrawlStats
  /** The options in effect. */
  readonly specification: CompleteSpecification
  readonly strategy: StrategySpec
  /** Carries out a decision of a curator while the crawl runs. */
  curate(order: CurationRequest): Promise<CurationEntry>
  /** True if the strategy learned something that could not be stored: the run must be reopened. */
  readonly isTainted: boolean
  /** Replaces the specification. */
  change(specification: CrawlSpecification): Promise<RunChange>
  /** Crawls until nothing is left, a budget is used up or a signal aborts. */
  crawl(stop: StopSignals): Promise<RunEnd>
  /** Takes visits in that took place before, instead of crawling. */
  replay(visits: AsyncIterable<PastVisit>): Promise<void>
  /** Closes what the run opened; the store stays open. */
  close(): Promise<void>
}

/**
 * Opens everything one run of a crawl needs, for the command line, the server, the lab and the library API alike. Of each option the first
 * value counts that is set: in `specification` (command line before stored settings), in the event file, in `defaults`, in the table.
 */
export async function openRun(
  collection: RunCollection,
  specification: CrawlSpecification,
  options: RunOptions = {},
): Promise<Run> {
  const { store, event } = collection
  const resolved = (given: CrawlSpecification) => firstSet(given, event.crawl ?? {}, options.defaults ?? {})
  const { clock = systemClock, onNotice: notice } = options
  const before = await store.counts()
  const live = new LiveOptions(withMorePages(resolved(specification), before.fetched))
  const seeds = seedItems([...event.seeds, ...(options.seeds ?? [])])
  await store.add(seeds)
  await repairArchive(collection, notice)
  await lookAgain(store, live.now.lookAgain, clock, notice)
  await retryFailed(store, live.now.retryFailed, notice)
  await reportLostSeeds(store, seeds, notice)
  const sources = await store.curatedSources()
  const scope = new LiveScope(scopeOptions(live.now), { sources, extraRules: options.scopeRules })
  await followScope(store, scope)
  const { strategy: named } = live.now
  const spec = strategyOf(event, named === undefined ? {} : strategySpecFrom(named))
  const { randomSeed } = live.now
  const context = {
    ...{ event, canonical: identityOf, random: seededRandom(randomSeed) },
    get pageBudget() {
      return live.now.pages
    },
  }
  const created = createStrategy(spec.name, context, spec.options)
  await recordStrategy(store, created)
  const opened = new Opened()
  const watchdog = openWatchdog(live.now, opened, options)
  const strategy = guarded(options.wrapStrategy?.(created) ?? created, watchdog)
  const counts = await store.counts()
  const stats = emptyStats(counts.fetched, counts.kept, counts.copies)
  try {
    const fetcher = options.fetcher ?? opened.add(openFetcher(live.now, event.languages))
    const archive = options.archive ?? opened.add(await openArchiveOf(collection, live.now, spec))
    const parts: CrawlParts = {
      ...{ store, scope, clock, fetcher, archive, strategy, watchdog, notice },
      read: options.read ?? readerOf(opened.add(openReader(collection, live.now)), clock),
      eventDays: eventDays(event),
      earlier:
        collection.archiveDir === undefined
          ? undefined
          : await EarlierCopies.of(store, collection.archiveDir),
      disk: watchDisk(collection, live, stats, options),
      rendering: openRendering(collection, live.now, fetcher, opened, options),
      pauseControl: options.pauseControl,
      watch: options.visits,
      startedAt: options.startedAt,
      random: seededRandom(randomSeed + 1),
      drawsAt: (fetched) => seededRandom(randomSeed + fetched),
    }
    const memory = await restoreMemory(parts)
    const curator = new Curator({ store, scope, stats, ...memory })
    await repeatNoted(store, (order) => curator.curate(order), notice)
    return {
      stats,
      get specification() {
        return live.now
      },
      strategy: spec,
      async curate(order) {
        try {
          return await curator.curate(order)
        } finally {
          live.notify()
        }
      },
      get isTainted() {
        return curator.isTainted
      },
      async change(changed) {
        const names = live.change(withMorePages(resolved(changed), stats.fetched))
        scope.change(scopeOptions(live.now))
        const requeued = names.some(isScopeOption) ? await followScope(store, scope) : 0
        if (requeued > 0) live.notify()
        return { requeued, needReopening: names.filter((name) => !crawlOption(name).live) }
      },
      async crawl(stop) {
        const end = await runPipeline({ ...parts, memory }, live, stats, stop)
        return { end, stats, saturated: strategy.saturated?.() ?? null }
      },
      replay: (visits) => replayPipeline({ ...parts, memory }, live, stats, visits),
      close: () => opened.close(),
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** The page budget that `morePages` means for a collection with this many pages. */
export function withMorePages(specification: CrawlSpecification, fetched: number): CrawlSpecification {
  const { morePages, ...others } = specification
  return morePages === undefined ? specification : { ...others, pages: fetched + morePages }
}

/** Closes what was opened, last first. */
class Opened {
  readonly #parts: { close(): Promise<void> }[] = []

  add<T extends { close(): Promise<void> }>(part: T): T {
    this.#parts.unshift(part)
    return part
  }

  async close(): Promise<void> {
    for (const part of this.#parts) await part.close()
  }
}

const SCOPE_OPTIONS = ['depth', 'hostPages', 'allowHost', 'denyHost'] as const

function isScopeOption(name: CrawlOptionName): boolean {
  return SCOPE_OPTIONS.some((option) => option === name)
}

function scopeOptions({ depth, hostPages, allowHost, denyHost }: CompleteSpecification): ScopeOptions {
  return { maxDepth: depth, maxPerHost: hostPages, allow: allowHost, deny: denyHost }
}

function openArchiveOf(
  { archiveDir, event, store }: RunCollection,
  specification: CompleteSpecification,
  strategy: StrategySpec,
): Promise<Archive> {
  if (archiveDir === undefined)
    throw new EventideError('no-archive', 'A run without a folder needs an archive of the caller')
  return openCollectionArchive({ archiveDir, event, store }, specification, strategy)
}

function openReader({ event }: RunCollection, specification: CompleteSpecification) {
  const favour = event.where.map((where) => where.place)
  const limits = readingLimits(specification)
  const setup = { gazetteer: gazetteerPath(), favour, near: eventSpan(event), limits }
  const { readingWorkers: workers, readingTimeout: deadlineMs } = specification
  return openPageReader(setup, { workers, deadlineMs })
}

/** Dates after the fetch are ignored. */
function readerOf(reader: PageReader, clock: Clock): CrawlParts['read'] {
  return (input) => reader.read(input, { now: clock.now() })
}

/** The browser is started by the first page that needs it. */
function openRendering(
  { event: { languages } }: RunCollection,
  { render: when, chromium, contact }: CompleteSpecification,
  fetcher: Fetcher,
  opened: Opened,
  { renderer, onNotice: notice }: RunOptions,
): CrawlParts['rendering'] {
  if (when === 'never') return undefined
  if (renderer) return { renderer, when }
  const agent = userAgent(contact)
  return { renderer: opened.add(createRenderer({ fetcher, agent, languages, chromium, notice })), when }
}

function openWatchdog(
  { strategyTimeout }: CompleteSpecification,
  opened: Opened,
  { whenStuck }: RunOptions,
): Watchdog | undefined {
  const watchdog = whenStuck === undefined ? null : Watchdog.start(strategyTimeout, whenStuck)
  return watchdog ? opened.add(watchdog) : undefined
}

function watchDisk(
  { dir }: RunCollection,
  live: LiveOptions,
  stats: CrawlStats,
  { onDiskPause }: RunOptions,
): DiskWatch | undefined {
  if (dir === undefined) return undefined
  const onPause = (pause: DiskPause | null) => {
    stats.paused = pause && 'disk low'
    onDiskPause?.(pause)
  }
  return new DiskWatch({ path: dir, minFree: () => live.now.minFree, now: systemClock.now, onPause })
}
