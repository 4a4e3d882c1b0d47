import { sitemapItems } from './crawl/links/sitemap-items.ts'
import type { LiveOptions } from './crawl/live-options.ts'
import type { CrawlEnd } from './crawl/loop/crawl-end.ts'
import { Ending } from './crawl/loop/ending.ts'
import { crawlLoop } from './crawl/loop/loop.ts'
import type { CrawlStats } from './crawl/loop/stats.ts'
import type { CrawlParts } from './crawl/parts.ts'
import { AddressBusy } from './crawl/politeness/address-pace.ts'
import type { RobotsPermission } from './crawl/politeness/robots-gate.ts'
import { admit } from './crawl/visit/admission.ts'
import { archivePage, judge, type Received, readView } from './crawl/visit/judged-visit.ts'
import { learnFrom } from './crawl/visit/learn.ts'
import { completeRedirect, completeUnchanged, preserve } from './crawl/visit/responses.ts'
import { openVisits, type StopSignals, type VisitContext } from './crawl/visit/visit-context.ts'
import type { FetchResult } from './fetch/fetcher.ts'
import { headerValue, redirectLocation } from './http/headers.ts'
import type { Lease } from './model/crawl.ts'
import { FetchFailure } from './model/errors.ts'
import { isReadable } from './page/media-type.ts'
import { robotsTagsOf } from './page/robots-directives.ts'

/**
 * The crawl, stage by stage:
 * claim → robots → fetch → page reading → verdict → archive (WARC, synced) → store, index and links in one transaction.
 */
export async function runPipeline(
  parts: CrawlParts,
  options: LiveOptions,
  stats: CrawlStats,
  stop: StopSignals,
): Promise<CrawlEnd> {
  const ending = new Ending(stop.abandon)
  const context = await openVisits(parts, options, stats, ending.abandon)
  try {
    return await crawlLoop(parts, options, stats, (lease) => visit(context, lease), stop.drain, ending)
  } finally {
    ending.over()
    await context.memory.strategy.saveIfPossible()
    await context.memory.traps.saveIfPossible()
  }
}

/** A visit that took place before: the URL, what was received and what robots.txt said. */
export interface PastVisit {
  readonly lease: Lease
  readonly result: FetchResult
  readonly permission: RobotsPermission
  /** Sitemaps that the robots.txt of the host named before this visit. */
  readonly sitemaps: readonly string[]
}

/** Takes visits in that took place before, one by one: the stages from page reading on, and the same learning. */
export async function replayPipeline(
  parts: CrawlParts,
  options: LiveOptions,
  stats: CrawlStats,
  visits: AsyncIterable<PastVisit>,
): Promise<void> {
  const context = await openVisits(parts, options, stats, new AbortController().signal)
  const { deciders, memory } = context
  for await (const { lease, result, permission, sitemaps } of visits) {
    if (options.now.sitemaps) await parts.store.add(sitemapItems(lease, sitemaps, deciders, options.now))
    const { unchanged: of } = result.exchange
    try {
      if (of) await completeUnchanged(context, lease, result.exchange, { of, headers: [] }, permission)
      else await receive(context, lease, result, permission)
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      await context.endings.failed(lease, error)
    }
  }
  await memory.strategy.saveIfPossible()
  await memory.traps.saveIfPossible()
}

/** One claimed URL, from the frontier through every stage back to the frontier. */
async function visit(context: VisitContext, lease: Lease): Promise<void> {
  const { parts, endings, abandon } = context
  try {
    const permission = await admit(context, lease)
    if (!permission) return
    parts.watch?.doing(lease, 'fetching')
    const conditional = await parts.earlier?.requestFor(lease)
    const result = await context.fetcher.fetch(lease.url, abandon, { headers: conditional?.headers })
    if (conditional && result.exchange.status === 304)
      await completeUnchanged(context, lease, result.exchange, conditional, permission)
    else await receive(context, lease, result, permission)
  } catch (error) {
    if (error instanceof FetchFailure) await endings.failed(lease, error)
    else if (error instanceof AddressBusy) await endings.release(lease, { notBefore: error.until })
    else if (abandon.aborted) await endings.release(lease, endings.pauseAfter(lease, { status: null }))
    else throw error
  } finally {
    parts.watch?.over(lease)
  }
}

/** Distinguishes pages from redirects, errors and unreadable files. */
async function receive(
  context: VisitContext,
  lease: Lease,
  result: FetchResult,
  { crawlDelaySeconds, allowedBy }: RobotsPermission,
): Promise<void> {
  const { parts, endings, stats } = context
  await parts.store.received(lease)
  const { status, responseHeaders, truncated, body } = result.exchange
  const header = (name: string) => headerValue(responseHeaders, name)
  const pause = endings.pauseAfter(lease, { status, crawlDelaySeconds, retryAfter: header('retry-after') })
  stats.bytes += body.length
  const location = redirectLocation(responseHeaders)
  if (status >= 300 && status < 400 && location !== undefined)
    return completeRedirect(context, lease, result, location, pause)
  if (status !== 200)
    return endings.refused(lease, status, pause, () => preserve(context, lease, result.exchange))
  const contentType = header('content-type') ?? ''
  if (contentType !== '' && !isReadable(contentType, result.body))
    return endings.exclude(lease, 'read', 'content-type', contentType, pause)
  if (truncated === 'disconnect' && result.body.length === 0) throw new FetchFailure('disconnect')
  const robotsTags = robotsTagsOf(responseHeaders)
  const lastModified = header('last-modified')
  await keep(context, lease, { result, contentType, lastModified, robotsTags, allowedBy, pause })
}

/** Reads, judges, archives and stores a page, then learns from it. */
async function keep(context: VisitContext, lease: Lease, received: Received): Promise<void> {
  const { parts, turns, outside } = context
  const { pause } = received
  const view = await readView(context, lease, received)
  const judged = judge(context, lease, view)
  const outcome = await archivePage(context, lease, received, judged)
  // Pages that were synced together are stored one by one.
  await turns.take()
  parts.watch?.doing(lease, 'storing')
  const links = [...judged.links, ...outside.items(lease, judged.page.links)]
  // Rendering sends further requests to the host: its pause begins when the browser is done.
  const afterRendering = { ...pause, notBefore: pause.notBefore + view.tookMs }
  const { visit: stored } = await parts.store.complete(lease, outcome, links, afterRendering)
  if (!stored) return
  await learnFrom(context, lease, judged, stored)
  parts.watch?.judged(lease, judged.page.title, judged.verdict, stored)
}
