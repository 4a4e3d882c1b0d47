import type { Lease } from '../../model/crawl.ts'
import type { ClaimRequest } from '../../store/store.ts'
import type { LiveOptions } from '../live-options.ts'
import type { CrawlParts } from '../parts.ts'
import { sourceLimits } from '../politeness/source-limits.ts'
import type { CrawlEnd } from './crawl-end.ts'
import type { Ending } from './ending.ts'
import { Gathering } from './gathering.ts'
import { RefusedLeases } from './refused-leases.ts'
import type { CrawlStats } from './stats.ts'

/** How long a visit may take in addition to its fetch. A lease held longer belongs to a process that has ended. */
const LEASE_MS = 10 * 60_000

/** An abort reason that is never read: without one, each wake-up would allocate an exception with its stack. */
const WOKEN = 'woken'

type LoopParts = Pick<
  CrawlParts,
  'store' | 'clock' | 'strategy' | 'drawsAt' | 'disk' | 'pauseControl' | 'startedAt'
>

/**
 * Claims URLs and visits them, as many at once as allowed, until nothing is left, a budget is used up or `stop` aborts.
 * Visits that have begun are waited for until `ending` gives them up. The first error a visit throws ends the crawl and is
 * rethrown, except for a full disk: then nothing is claimed until there is space again.
 */
export async function crawlLoop(
  parts: LoopParts,
  options: LiveOptions,
  stats: CrawlStats,
  visit: (lease: Lease) => Promise<void>,
  stop: AbortSignal,
  ending?: Ending,
): Promise<CrawlEnd> {
  const { store, clock, strategy, pauseControl } = parts
  const select = strategy.select?.bind(strategy)
  const choice = () => select && { select, view: strategy.view, random: parts.drawsAt(stats.fetched) }
  const running = new Set<Promise<void>>()
  const failed: unknown[] = []
  const room = new RefusedLeases(parts, options)
  const gathering = new Gathering()
  const startedAt = parts.startedAt ?? clock.now()
  let wake = new AbortController()
  const wakeUp = () => wake.abort(WOKEN)

  const begin = (lease: Lease) => {
    const began = clock.now()
    const visiting: Promise<void> = visit(lease)
      .catch((error: unknown) => void (room.refused(error, lease) || failed.push(error)))
      .finally(() => {
        running.delete(visiting)
        gathering.visited(clock.now() - began)
        wakeUp()
      })
    running.add(visiting)
  }

  /** The time spent paused is not counted. */
  const deadline = (): number => {
    const { time } = options.now
    if (time === undefined) return Number.POSITIVE_INFINITY
    return startedAt + time + (pauseControl?.pausedMs(clock.now()) ?? 0)
  }

  const ended = (): CrawlEnd | null => {
    if (stop.aborted || failed.length > 0) return 'stopped'
    if (stats.fetched >= options.now.pages) return 'pages'
    if (options.now.stopWhenSaturated && strategy.saturated?.()) return 'saturated'
    return clock.now() >= deadline() ? 'time' : null
  }

  /** Every running visit may still become a page: the budget must hold even if all of them do. */
  const freePlaces = (): number => {
    const { concurrency, pages } = options.now
    return Math.min(concurrency, pages - stats.fetched) - running.size
  }

  const leaseMs = () => LEASE_MS + options.now.fetchTimeout + options.now.readingTimeout

  const claim = (request: ClaimRequest): Promise<Lease[]> =>
    store.claim(request).catch((error: unknown) => {
      if (room.refused(error)) return []
      throw error
    })

  stop.addEventListener('abort', wakeUp)
  const unsubscribe = [pauseControl?.onChange(wakeUp), options.onChange(wakeUp)]
  try {
    for (;;) {
      const end = ended()
      if (end && running.size === 0) {
        if (failed.length > 0) throw failed[0]
        return end
      }
      ending?.update(end !== null)
      wake = new AbortController()
      if (!end && (await room.waitForSpace(wake.signal))) continue
      if (!end && pauseControl?.isPaused) {
        if (running.size === 0) await store.compact?.()
        if (wake.signal.aborted) continue
        await clock.wait(Number.POSITIVE_INFINITY, wake.signal)
        continue
      }
      const free = end ? 0 : freePlaces()
      const now = clock.now()
      const gatherMs = gathering.waitMs(free, running.size, options.now.concurrency, now)
      if (gatherMs > 0) {
        await clock.wait(gatherMs, wake.signal)
        continue
      }
      const sources = sourceLimits(options)
      const leases =
        free > 0
          ? await claim({ n: free, leaseMs: leaseMs(), worker: 'crawl', now, sources, ...choice() })
          : []
      for (const lease of leases) begin(lease)
      if (!end && room.isRefused) continue
      if (leases.length === free && free > 0) continue
      const ready = free > 0 ? await store.nextReady(now, sources) : Number.POSITIVE_INFINITY
      if (ready === null && running.size === 0) return 'exhausted'
      if (ready !== null && ready - now > options.now.patience && running.size === 0) return 'waiting'
      const until = Math.min(ready ?? Number.POSITIVE_INFINITY, end ? Number.POSITIVE_INFINITY : deadline())
      // Wait briefly even when something should be ready: a strategy may have chosen none of it.
      await clock.wait(Math.max(until - now, 1), wake.signal)
    }
  } finally {
    await room.giveBack()
    stop.removeEventListener('abort', wakeUp)
    for (const end of unsubscribe) end?.()
  }
}
