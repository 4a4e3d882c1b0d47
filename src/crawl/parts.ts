import type { Archive } from '../archive/warc-writer.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import { POLITENESS, type PolitenessOptions } from '../frontier/politeness.ts'
import type { Scope } from '../frontier/scope/scope.ts'
import type { DaySpan } from '../frontier/traps/url-span.ts'
import type { PageReading } from '../model/page.ts'
import type { PageInput } from '../page/read-page.ts'
import type { Strategy } from '../score/strategy.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { DiskWatch } from './loop/disk-watch.ts'
import type { Valve } from './loop/valve.ts'
import type { VisitWatch } from './loop/visit-watch.ts'
import type { EarlierCopies } from './memory/earlier-copies.ts'
import type { StrategyMemory } from './memory/strategy-memory.ts'
import type { TrapMemory } from './memory/trap-memory.ts'
import type { Rendering } from './reading/page-views.ts'

/** The stages a crawl is wired from. Borrowed: the crawl opens and closes none of them. */
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
  /** Absent: pages that are looked at again are asked for whole. */
  readonly earlier?: Pick<EarlierCopies, 'question'>
  /** Absent: every page is read as it came. */
  readonly rendering?: Rendering
  /** Absent: nobody minds how full the disk is. */
  readonly disk?: Pick<DiskWatch, 'pause' | 'refused'>
  /** Absent: nobody holds the crawl up. */
  readonly valve?: Valve
  /** Absent: nobody looks on. */
  readonly watch?: VisitWatch
  /** Told what the crawl remembers, once, before its first visit. */
  readonly remembered?: (memories: CrawlMemories) => void
  /** Uniform in 0..1; only for the jitter of waits. */
  readonly random: () => number
  /** The same after a restart: which links a strategy is shown at random when so many pages have been fetched. */
  readonly drawsAt: (fetched: number) => () => number
}

/** What a run knows from the pages so far. */
export interface CrawlMemories {
  readonly strategy: StrategyMemory
  readonly traps: TrapMemory
}

export interface CrawlOptions {
  /** Stop when the collection holds this many fetched pages. */
  readonly pages: number
  /** Stop at this moment of the clock. */
  readonly deadline: number
  readonly concurrency: number
  /** How hosts are spared, and how often a URL is tried. */
  readonly politeness: PolitenessOptions
  /**
   * Longest wait for the next host to be ready while nothing else is left to do: a crawl that would wait longer ends,
   * and goes on when it is started again.
   */
  readonly patienceMs: number
  /** `all`: every fetched page is archived, also rejected ones, as evidence; `kept`: only kept ones. */
  readonly archive: 'all' | 'kept'
  /** Links below this score are recorded, not queued. */
  readonly minScore: number
  /** Irrelevant pages in a row through which links are still followed. */
  readonly tunnel: number
  /** Also follow links marked nofollow. */
  readonly followNofollow: boolean
  /** Also keep copies of pages that ask for none. */
  readonly ignoreNoarchive: boolean
  /** Redirects in a row after which a chain leads nowhere. */
  readonly maxRedirects: number
  /** Put the sitemaps that robots.txt files name into the frontier. */
  readonly sitemaps: boolean
  /** End when the strategy says that the event looks exhausted. */
  readonly stopWhenSaturated: boolean
}

export const DEFAULT_CRAWL_OPTIONS: CrawlOptions = {
  pages: 1_000,
  deadline: Number.POSITIVE_INFINITY,
  concurrency: 16,
  politeness: POLITENESS,
  patienceMs: 5 * 60_000,
  archive: 'all',
  minScore: 0,
  tunnel: 10,
  followNofollow: false,
  maxRedirects: 10,
  ignoreNoarchive: false,
  sitemaps: true,
  stopWhenSaturated: false,
}
