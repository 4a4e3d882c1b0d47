import { Endings } from './crawl/endings.ts'
import { FetchTally } from './crawl/fetch-tally.ts'
import { linkItems, redirectItem } from './crawl/link-items.ts'
import { type CrawlEnd, crawlLoop } from './crawl/loop.ts'
import type { CrawlOptions, CrawlParts } from './crawl/parts.ts'
import { RobotsGate } from './crawl/robots-gate.ts'
import { sitemapItems } from './crawl/sitemap-items.ts'
import type { CrawlStats } from './crawl/stats.ts'
import { StrategyMemory } from './crawl/strategy-memory.ts'
import { Turns } from './crawl/turns.ts'
import type { FetchResult } from './fetch/fetcher.ts'
import type { Lease, NewItem, Outcome } from './model/crawl.ts'
import { FetchFailure } from './model/errors.ts'
import { isReadable } from './page/media-type.ts'
import { summaryOf, textDigest, whoOf } from './page/page-facts.ts'
import { verdictOn } from './score/verdict-on.ts'
import type { HostPause } from './store/store.ts'

/** How a run is stopped: `drain` ends it after the pages in hand, `abandon` lets go of those too. */
export interface StopSignals {
  readonly drain: AbortSignal
  readonly abandon: AbortSignal
}

/**
 * The crawl, stage by stage:
 * claim → robots → fetch → page reading → verdict → archive (WARC, synced) → store, index and links in one transaction.
 */
export async function runPipeline(
  parts: CrawlParts,
  options: CrawlOptions,
  stats: CrawlStats,
  stop: StopSignals,
): Promise<CrawlEnd> {
  const robots = new RobotsGate(parts)
  const endings = new Endings(parts, options, stats)
  const turns = new Turns()
  const memory = await StrategyMemory.restore(parts.strategy, parts.store)
  const tally = await FetchTally.of(parts.store)
  const deciders = { strategy: parts.strategy, whyNot: (item: NewItem) => tally.whyNot(item, parts.scope) }

  /** One claimed URL, from the frontier through every stage back to the frontier. */
  const visit = async (lease: Lease): Promise<void> => {
    const { clock, fetcher, scope } = parts
    if (lease.lost >= options.politeness.maxLost)
      return endings.fail(lease, 'lease', 'lost', 'every visit to it was cut short')
    const outOfScope = lease.depth > 0 ? tally.whyNot(lease, scope) : undefined
    if (outOfScope) return endings.exclude(lease, 'scope', outOfScope)
    try {
      const decision = await robots.decide(lease.url, clock.now(), stop.abandon, async ({ sitemaps }) => {
        if (options.sitemaps) await parts.store.add(sitemapItems(lease, sitemaps, deciders, options))
      })
      if (decision.kind === 'asked') {
        const { crawlDelaySeconds } = decision
        return endings.release(lease, endings.rest(lease, { status: 200, crawlDelaySeconds }))
      }
      if (decision.kind === 'disallowed') return endings.exclude(lease, 'robots', 'disallowed')
      if (decision.kind === 'unreachable') return endings.robotsUnreachable(lease, decision.until)
      const result = await fetcher.fetch(lease.url, stop.abandon)
      await receive(lease, result, decision.crawlDelaySeconds)
    } catch (error) {
      if (error instanceof FetchFailure) await endings.failed(lease, error)
      else if (stop.abandon.aborted) await endings.release(lease, endings.rest(lease, { status: null }))
      else throw error
    }
  }

  const receive = async (
    lease: Lease,
    result: FetchResult,
    crawlDelaySeconds: number | null,
  ): Promise<void> => {
    const { status, responseHeaders, truncated, body } = result.exchange
    const header = (name: string) => responseHeaders.find(([key]) => key.toLowerCase() === name)?.[1]
    const pause = endings.rest(lease, { status, crawlDelaySeconds, retryAfter: header('retry-after') })
    stats.bytes += body.length
    const location = header('location')
    if (status >= 300 && status < 400 && location !== undefined)
      return redirect(lease, result, location, pause)
    if (status !== 200) return endings.refused(lease, status, pause)
    const contentType = header('content-type') ?? ''
    if (contentType !== '' && !isReadable(contentType, result.body))
      return endings.exclude(lease, 'read', 'content-type', contentType, pause)
    if (truncated === 'disconnect' && result.body.length === 0) throw new FetchFailure('disconnect')
    await keep(lease, result, { contentType, lastModified: header('last-modified') }, pause)
  }

  const keep = async (
    lease: Lease,
    result: FetchResult,
    about: { contentType: string; lastModified?: string },
    pause: HostPause,
  ) => {
    const { strategy, archive, store, read } = parts
    await turns.take()
    const page = await read({ url: lease.url, body: result.body, ...about })
    const verdict = verdictOn(page, strategy)
    const { id, canonicalUrl, url, source, host, depth, score, evidence, bestParent } = lease
    const judged = { id, canonicalUrl, page, verdict, depth, source, link: { score, evidence } }
    const links = linkItems(lease, judged, deciders, options)
    const memo = strategy.remember?.(judged, links) ?? null
    const who = verdict.relevant ? whoOf(page) : []
    const facts = { textDigest: textDigest(page), summary: summaryOf(page), who }
    const { status, startedAt: fetchedAt } = result.exchange
    const wanted = verdict.relevant || options.archive === 'all'
    const capture = wanted ? await archive.append(result.exchange) : null
    // Pages that were synced together are stored one by one.
    await turns.take()
    const outcome: Outcome = {
      kind: 'page',
      page,
      verdict,
      status,
      contentType: about.contentType,
      fetchedAt,
      capture,
      ...facts,
      memo,
    }
    if ((await store.complete(lease, outcome, links, pause)) === 'lost-lease') return
    stats.fetched++
    stats.fetchedThisRun++
    if (verdict.relevant) stats.kept++
    tally.count(lease)
    const { relevance, relevant } = verdict
    const found = { id, url, canonicalUrl, source, host, depth, score, evidence, bestParent }
    await memory.observe({ ...found, memo, relevance, relevant, published: page.published })
  }

  const redirect = async (
    lease: Lease,
    { exchange }: FetchResult,
    location: string,
    pause: HostPause,
  ): Promise<void> => {
    const { status, startedAt: fetchedAt } = exchange
    const target = URL.canParse(location, lease.url) ? new URL(location, lease.url).href : ''
    const item = redirectItem(lease, target, deciders)
    if (!item)
      return endings.fail(
        lease,
        'http',
        'bad-redirect',
        `redirects to ${location.slice(0, 200)}`,
        pause,
        status,
      )
    if (item.canonicalUrl === lease.canonicalUrl) {
      // The same page under another spelling is asked for by that spelling; to itself it leads nowhere.
      if (target === lease.url)
        return endings.fail(lease, 'http', 'redirect-loop', 'redirects to itself', pause, status)
      return endings.release(lease, pause, { failedTry: true, url: item.url })
    }
    const capture = await parts.archive.append(exchange)
    stats.redirects++
    await endings.complete(lease, { kind: 'redirect', status, target, fetchedAt, capture }, [item], pause)
  }

  try {
    return await crawlLoop(parts, options, stats, visit, stop.drain)
  } finally {
    await memory.save()
  }
}
