import { captureNote } from './crawl/capture-note.ts'
import { linkItems, redirectItem } from './crawl/links/link-items.ts'
import { OutsideLinks } from './crawl/links/outside-links.ts'
import { sitemapItems } from './crawl/links/sitemap-items.ts'
import { Endings } from './crawl/loop/endings.ts'
import { type CrawlEnd, crawlLoop } from './crawl/loop/loop.ts'
import type { CrawlStats } from './crawl/loop/stats.ts'
import { Turns } from './crawl/loop/turns.ts'
import type { Question } from './crawl/memory/earlier-copies.ts'
import { FetchTally } from './crawl/memory/fetch-tally.ts'
import { StrategyMemory } from './crawl/memory/strategy-memory.ts'
import { TrapMemory } from './crawl/memory/trap-memory.ts'
import type { CrawlOptions, CrawlParts } from './crawl/parts.ts'
import { AddressBusy, AddressPace } from './crawl/politeness/address-pace.ts'
import { HostTurns } from './crawl/politeness/host-turns.ts'
import { RobotsGate, type RobotsLeave } from './crawl/politeness/robots-gate.ts'
import { PageViews } from './crawl/reading/page-views.ts'
import type { FetchResult } from './fetch/fetcher.ts'
import { addressDelayOf } from './frontier/politeness.ts'
import { headerValue } from './http/headers.ts'
import type { ArchivedResponse, Lease, NewItem, Outcome } from './model/crawl.ts'
import { FetchFailure } from './model/errors.ts'
import type { Exchange } from './model/exchange.ts'
import { isReadable } from './page/media-type.ts'
import { unlessNotFound } from './page/not-found.ts'
import { summaryOf, textDigest, whoOf } from './page/page-facts.ts'
import { asksForNoCopy, robotsTagsOf } from './page/robots-directives.ts'
import { specOf } from './score/registry.ts'
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
  const addresses = new AddressPace(addressDelayOf(options.politeness), parts.clock)
  const fetcher = addresses.watching(parts.fetcher)
  const { take: turn } = new HostTurns({ ...parts, delayMs: options.politeness.delayMs })
  const robots = new RobotsGate({ ...parts, fetcher, turn })
  const views = new PageViews(parts, robots, stats)
  const endings = new Endings(parts, options, stats)
  const turns = new Turns()
  const memory = await StrategyMemory.restore(parts.strategy, parts.store)
  const tally = await FetchTally.of(parts.store)
  const traps = await TrapMemory.restore(parts.store, { eventDays: parts.eventDays })
  parts.remembered?.({ strategy: memory, traps })
  const whyNot = (item: NewItem | Lease) => tally.whyNot(item, parts.scope) ?? traps.whyNot(item)
  const { fence } = parts.scope
  // People chose the seeds: only a host that must never be asked keeps one out.
  const deniedSeed = ({ host }: Lease) => [fence(host)].find((code) => code === 'host-denied')
  const outside = new OutsideLinks(fence)
  const deciders = { strategy: parts.strategy, whyNot, fence, maxRedirects: options.maxRedirects }

  /** One claimed URL, from the frontier through every stage back to the frontier. */
  const visit = async (lease: Lease): Promise<void> => {
    const { clock } = parts
    if (lease.lost >= options.politeness.maxLost)
      return endings.fail(lease, 'lease', 'lost', 'every visit to it was cut short')
    const outOfScope = lease.depth > 0 ? whyNot(lease) : deniedSeed(lease)
    if (outOfScope) return endings.exclude(lease, 'scope', outOfScope, traps.because(lease))
    const busyUntil = addresses.busyUntil(lease.host)
    if (busyUntil !== null) return endings.release(lease, { notBefore: busyUntil })
    try {
      parts.watch?.doing(lease, 'robots')
      const decision = await robots.decide(lease.url, clock.now(), stop.abandon, async ({ sitemaps }) => {
        if (options.sitemaps) await parts.store.add(sitemapItems(lease, sitemaps, deciders, options))
      })
      if (decision.kind === 'asked') return endings.release(lease, endings.rest(lease, decision))
      if (decision.kind === 'disallowed') return endings.exclude(lease, 'robots', 'disallowed', decision.why)
      if (decision.kind === 'unreachable') return endings.robotsUnreachable(lease, decision)
      parts.watch?.doing(lease, 'fetching')
      const question = await parts.earlier?.question(lease)
      const result = await fetcher.fetch(lease.url, stop.abandon, { headers: question?.headers })
      if (question && result.exchange.status === 304)
        await unchanged(lease, result.exchange, question, decision)
      else await receive(lease, result, decision)
    } catch (error) {
      if (error instanceof FetchFailure) await endings.failed(lease, error)
      else if (error instanceof AddressBusy) await endings.release(lease, { notBefore: error.until })
      else if (stop.abandon.aborted) await endings.release(lease, endings.rest(lease, { status: null }))
      else throw error
    } finally {
      parts.watch?.over(lease)
    }
  }

  const receive = async (
    lease: Lease,
    result: FetchResult,
    { crawlDelaySeconds, allowedBy }: RobotsLeave,
  ): Promise<void> => {
    const { status, responseHeaders, truncated, body } = result.exchange
    const header = (name: string) => headerValue(responseHeaders, name)
    const pause = endings.rest(lease, { status, crawlDelaySeconds, retryAfter: header('retry-after') })
    stats.bytes += body.length
    const location = header('location')
    if (status >= 300 && status < 400 && location !== undefined)
      return redirect(lease, result, location, pause)
    if (status !== 200) return endings.refused(lease, status, pause, () => preserve(lease, result.exchange))
    const contentType = header('content-type') ?? ''
    if (contentType !== '' && !isReadable(contentType, result.body))
      return endings.exclude(lease, 'read', 'content-type', contentType, pause)
    if (truncated === 'disconnect' && result.body.length === 0) throw new FetchFailure('disconnect')
    const robotsTags = robotsTagsOf(responseHeaders)
    const about = { contentType, lastModified: header('last-modified'), robotsTags }
    await keep(lease, result, about, pause, allowedBy)
  }

  const keep = async (
    lease: Lease,
    result: FetchResult,
    about: { contentType: string; lastModified?: string; robotsTags: string[] },
    pause: HostPause,
    allowedBy: string | null,
  ) => {
    const { strategy, archive, store } = parts
    await turns.take()
    parts.watch?.doing(lease, 'reading')
    const drawing = () => parts.watch?.doing(lease, 'rendering')
    const view = await views.of(
      { url: lease.url, body: result.body, ...about },
      result,
      stop.abandon,
      drawing,
    )
    const { page } = view
    parts.watch?.doing(lease, 'judging')
    const verdict = unlessNotFound(page, verdictOn(page, strategy))
    const { id, canonicalUrl, url, source, host, depth, score, evidence, bestParent } = lease
    const judged = { id, canonicalUrl, page, verdict, depth, source, link: { score, evidence } }
    const links = traps.marked(lease, verdict, linkItems(lease, judged, deciders, options))
    const memo = strategy.remember?.(judged, links) ?? null
    const who = verdict.relevant ? whoOf(page) : []
    const withheld = page.robots.noarchive && !options.ignoreNoarchive
    const summary = summaryOf(withheld ? { ...page, text: '', mainText: '' } : page)
    const facts = { textDigest: textDigest(page), summary, who, allowedBy, withheld }
    const { status, startedAt: fetchedAt } = result.exchange
    const wanted = !withheld && (verdict.relevant || options.archive === 'all')
    const note = () =>
      captureNote(lease, store, { page, verdict, strategy: specOf(strategy), shown: view.shown, allowedBy })
    parts.watch?.doing(lease, 'archiving')
    const resources = wanted ? await views.preserve(view) : []
    const capture = wanted ? await archive.append(result.exchange, note, view.conversion) : null
    // Pages that were synced together are stored one by one.
    await turns.take()
    parts.watch?.doing(lease, 'storing')
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
      resources,
    }
    // A page shown in a browser goes on asking its host; the rest begins when it is done.
    const rest = { ...pause, notBefore: pause.notBefore + view.tookMs }
    const found = [...links, ...outside.items(lease, page.links)]
    if ((await store.complete(lease, outcome, found, rest)) !== 'done') return
    stats.fetched++
    stats.fetchedThisRun++
    const noted = await traps.note(id)
    const duplicateOf = noted?.duplicateOf ?? null
    // Of a source that a curator rejected nothing is kept, whatever the verdict says.
    const relevant = noted?.relevant ?? verdict.relevant
    const relevance = relevant === verdict.relevant ? verdict.relevance : Number(relevant)
    if (relevant) stats[duplicateOf === null ? 'kept' : 'copies']++
    if (withheld) stats.withheld++
    tally.count(lease)
    const lead = { id, url, canonicalUrl, source, host, depth, score, evidence, bestParent }
    await memory.observe({ ...lead, memo, relevance, relevant, published: page.published, duplicateOf })
    parts.watch?.judged(lease, page.title, verdict, noted)
  }

  const unchanged = async (
    lease: Lease,
    exchange: Exchange,
    { of }: Question,
    { crawlDelaySeconds }: RobotsLeave,
  ): Promise<void> => {
    const pause = endings.rest(lease, { status: exchange.status, crawlDelaySeconds })
    const answer = await preserve(lease, { ...exchange, unchanged: of })
    stats.unchanged++
    await endings.complete(lease, { kind: 'unchanged', ...answer }, [], pause)
  }

  /** An answer that ends a URL without a page is evidence too. */
  const preserve = async (lease: Lease, exchange: Exchange): Promise<ArchivedResponse> => {
    const { status, startedAt: fetchedAt } = exchange
    const note = () => captureNote(lease, parts.store)
    const wanted = options.archive === 'all' && (options.ignoreNoarchive || !asksForNoCopy(exchange))
    const capture = wanted ? await parts.archive.append(exchange, note) : null
    return { status, fetchedAt, capture }
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
        await preserve(lease, exchange),
      )
    if (item.canonicalUrl === lease.canonicalUrl) {
      // The same page under another spelling is asked for by that spelling; to itself it leads nowhere.
      if (target === lease.url)
        return endings.fail(
          lease,
          'http',
          'redirect-loop',
          'redirects to itself',
          pause,
          await preserve(lease, exchange),
        )
      return endings.release(lease, pause, { failedTry: true, url: item.url })
    }
    const capture = await parts.archive.append(exchange, () => captureNote(lease, parts.store))
    stats.redirects++
    await endings.complete(lease, { kind: 'redirect', status, target, fetchedAt, capture }, [item], pause)
  }

  try {
    return await crawlLoop(parts, options, stats, visit, stop.drain)
  } finally {
    await memory.saveIfPossible()
    await traps.saveIfPossible()
  }
}
