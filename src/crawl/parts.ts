import type { Archive } from '../archive/warc-writer.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { Scope } from '../frontier/scope/scope.ts'
import type { DaySpan } from '../frontier/traps/url-span.ts'
import type { PageReading } from '../model/page.ts'
import type { PageInput } from '../page/read-page.ts'
import type { Watchdog } from '../process/watchdog.ts'
import type { Strategy } from '../score/strategy.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { DiskWatch } from './loop/disk-watch.ts'
import type { PauseControl } from './loop/pause-control.ts'
import type { VisitWatch } from './loop/visit-watch.ts'
import type { EarlierCopies } from './memory/earlier-copies.ts'
import type { StrategyMemory } from './memory/strategy-memory.ts'
import type { TrapMemory } from './memory/trap-memory.ts'
import type { Rendering } from './reading/page-views.ts'

/** The parts of a crawl. The caller opens and closes them. */
export interface CrawlParts {
  readonly store: Store
  readonly archive: Archive
  readonly fetcher: Fetcher
  readonly strategy: Strategy
  readonly read: (input: PageInput) => PageReading | Promise<PageReading>
  readonly scope: Scope
  readonly clock: Clock
  /** First and last day of the event, as days since 1970-01-01, where they are known. */
  readonly eventDays?: DaySpan
  /** If omitted, pages that are fetched again are fetched in full, without conditional requests. */
  readonly earlier?: Pick<EarlierCopies, 'requestFor'>
  /** If omitted, no page is rendered. */
  readonly rendering?: Rendering
  /** If omitted, disk space is not monitored. */
  readonly disk?: Pick<DiskWatch, 'pause' | 'refused'>
  /** If omitted, the crawl cannot be paused. */
  readonly pauseControl?: PauseControl
  /** Ends the process when work on a page does not return. */
  readonly watchdog?: Pick<Watchdog, 'during'>
  /** Called with messages for the user. */
  readonly notice?: (text: string) => void
  /** Observes each visit. */
  readonly watch?: VisitWatch
  /** If omitted, they are restored from the store. */
  readonly memory?: CrawlMemory
  /** When the time budget began, in milliseconds of the clock. Default: when the pipeline starts. */
  readonly startedAt?: number
  /** Uniform in 0..1; used only for the jitter of delays. */
  readonly random: () => number
  /** The random numbers for choosing links after a number of fetched pages; the same after a restart. */
  readonly drawsAt: (fetched: number) => () => number
}

/** What a run has learned from the pages so far. */
export interface CrawlMemory {
  readonly strategy: StrategyMemory
  readonly traps: TrapMemory
}
