import type { Fetcher } from '../../fetch/fetcher.ts'
import { addressDelayOf } from '../../frontier/politeness.ts'
import type { LinkDeciders } from '../links/link-items.ts'
import { OutsideLinks } from '../links/outside-links.ts'
import type { LiveOptions } from '../live-options.ts'
import { Endings } from '../loop/endings.ts'
import type { CrawlStats } from '../loop/stats.ts'
import { Turns } from '../loop/turns.ts'
import { FetchTally } from '../memory/fetch-tally.ts'
import { restoreMemory } from '../memory/restore-memory.ts'
import type { CrawlMemory, CrawlParts } from '../parts.ts'
import { AddressPace } from '../politeness/address-pace.ts'
import { HostTurns } from '../politeness/host-turns.ts'
import { RobotsGate } from '../politeness/robots-gate.ts'
import { PageViews } from '../reading/page-views.ts'
import { StrategyFailures } from './strategy-failures.ts'

/** How a run is stopped: `drain` ends it after the pages in progress, `abandon` at once. */
export interface StopSignals {
  readonly drain: AbortSignal
  readonly abandon?: AbortSignal
}

/** What all visits of a run share. */
export interface VisitContext {
  readonly parts: CrawlParts
  readonly options: LiveOptions
  readonly stats: CrawlStats
  /** Aborts when the pages in progress are to be given up. */
  readonly abandon: AbortSignal
  /** Spaces requests to one IP address. */
  readonly addresses: AddressPace
  readonly fetcher: Fetcher
  readonly robots: RobotsGate
  readonly views: PageViews
  readonly endings: Endings
  readonly turns: Turns
  readonly failures: StrategyFailures
  readonly memory: CrawlMemory
  readonly tally: FetchTally
  readonly outside: OutsideLinks
  readonly deciders: LinkDeciders
}

export async function openVisits(
  parts: CrawlParts,
  options: LiveOptions,
  stats: CrawlStats,
  abandon: AbortSignal,
): Promise<VisitContext> {
  const addresses = new AddressPace(() => addressDelayOf(options.politeness), parts.clock)
  const fetcher = addresses.watching(parts.fetcher)
  const { take: turn } = new HostTurns({ ...parts, delay: () => options.now.delay })
  const robots = new RobotsGate({ ...parts, fetcher, turn })
  const memory = parts.memory ?? (await restoreMemory(parts))
  const tally = await FetchTally.of(parts.store)
  const { scope, strategy } = parts
  const whyNot: LinkDeciders['whyNot'] = (item) => tally.whyNot(item, scope) ?? memory.traps.whyNot(item)
  return {
    ...{ parts, options, stats, abandon, addresses, fetcher, robots, memory, tally },
    views: new PageViews(parts, robots, stats),
    endings: new Endings(parts, options, stats),
    turns: new Turns(),
    failures: new StrategyFailures(strategy.name, parts.notice),
    outside: new OutsideLinks(scope.fence),
    deciders: { strategy, whyNot, fence: scope.fence },
  }
}
