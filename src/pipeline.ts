import { FetchTally } from './crawl/fetch-tally.ts'
import { linkItems, redirectItem } from './crawl/link-items.ts'
import { type CrawlEnd, crawlLoop } from './crawl/loop.ts'
import type { CrawlOptions, CrawlParts } from './crawl/parts.ts'
import { RobotsGate } from './crawl/robots-gate.ts'
import { type CrawlStats, countFailure } from './crawl/stats.ts'
import { StrategyMemory } from './crawl/strategy-memory.ts'
import type { FetchResult } from './fetch/fetcher.ts'
import { anotherTry, restAfter } from './frontier/politeness.ts'
import type { Lease, NewItem, Outcome } from './model/crawl.ts'
import { FetchFailure } from './model/errors.ts'
import { summaryOf, textDigest } from './page/page-facts.ts'
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
  const pipeline = new Pipeline(parts, options, stats, stop.abandon, {
    robots: new RobotsGate(parts),
    memory: await StrategyMemory.restore(parts.strategy, parts.store),
    tally: await FetchTally.of(parts.store),
  })
  try {
    return await crawlLoop(parts, options, stats, (lease) => pipeline.visit(lease), stop.drain)
  } finally {
    await pipeline.memory.save()
  }
}

interface Memories {
  readonly robots: RobotsGate
  readonly memory: StrategyMemory
  readonly tally: FetchTally
}

class Pipeline {
  readonly memory: StrategyMemory
  readonly #parts: CrawlParts
  readonly #options: CrawlOptions
  readonly #stats: CrawlStats
  readonly #abandon: AbortSignal
  readonly #robots: RobotsGate
  readonly #tally: FetchTally

  constructor(
    parts: CrawlParts,
    options: CrawlOptions,
    stats: CrawlStats,
    abandon: AbortSignal,
    memories: Memories,
  ) {
    this.#parts = parts
    this.#options = options
    this.#stats = stats
    this.#abandon = abandon
    this.memory = memories.memory
    this.#robots = memories.robots
    this.#tally = memories.tally
  }

  /** One claimed URL, from the frontier through every stage back to the frontier. */
  async visit(lease: Lease): Promise<void> {
    if (lease.lost >= this.#options.politeness.maxLost)
      return this.#fail(lease, 'lease', 'lost', 'every try ended without an answer')
    const outOfScope = this.#tally.whyNot(lease, this.#parts.scope)
    if (outOfScope && lease.depth > 0) return this.#exclude(lease, 'scope', outOfScope)
    try {
      const decision = await this.#robots.decide(lease.url, this.#now(), this.#abandon)
      if (decision.kind === 'asked') return this.#release(lease, this.#rest(lease, 200))
      if (decision.kind === 'disallowed') return this.#exclude(lease, 'robots', 'disallowed')
      if (decision.kind === 'unreachable') return this.#waitForRobots(lease, decision.until)
      const result = await this.#parts.fetcher.fetch(lease.url, this.#abandon)
      await this.#receive(lease, result, decision.crawlDelaySeconds)
    } catch (error) {
      if (error instanceof FetchFailure) await this.#failed(lease, error)
      else if (this.#abandon.aborted) await this.#release(lease, this.#rest(lease, null))
      else throw error
    }
  }

  async #receive(lease: Lease, result: FetchResult, crawlDelaySeconds: number | null): Promise<void> {
    const { status, responseHeaders, truncated } = result.exchange
    const header = (name: string) => responseHeaders.find(([key]) => key.toLowerCase() === name)?.[1]
    const pause = this.#rest(lease, status, crawlDelaySeconds, header('retry-after'))
    this.#stats.bytes += result.exchange.body.length
    const location = header('location')
    if (status >= 300 && status < 400 && location !== undefined)
      return this.#redirect(lease, result, location, pause)
    if (status !== 200) return this.#refused(lease, status, pause)
    const contentType = header('content-type') ?? ''
    if (contentType !== '' && !isReadable(contentType))
      return this.#exclude(lease, 'read', 'content-type', contentType, pause)
    if (truncated === 'disconnect' && result.body.length === 0) throw new FetchFailure('disconnect')
    await this.#page(lease, result, contentType, header('last-modified'), pause)
  }

  async #page(
    lease: Lease,
    result: FetchResult,
    contentType: string,
    lastModified: string | undefined,
    pause: HostPause,
  ): Promise<void> {
    const { strategy, archive, store, read } = this.#parts
    const page = read({ url: lease.url, body: result.body, contentType, lastModified })
    const verdict = strategy.judge(page)
    const archived = verdict.relevant || this.#options.archive === 'all'
    const capture = archived ? await archive.append(result.exchange) : null
    const links = linkItems(lease, page, verdict, this.#deciders(), this.#options)
    const { status, startedAt } = result.exchange
    const facts = { textDigest: textDigest(page), summary: summaryOf(page) }
    const outcome: Outcome = {
      kind: 'page',
      page,
      verdict,
      status,
      contentType,
      fetchedAt: startedAt,
      capture,
      ...facts,
    }
    if ((await store.complete(lease, outcome, links, pause)) === 'lost-lease') return
    this.#stats.fetched++
    this.#stats.fetchedThisRun++
    if (verdict.relevant) this.#stats.kept++
    this.#tally.count(lease)
    const { url, source, host, depth, score } = lease
    const { relevance, relevant } = verdict
    await this.memory.observe({
      url,
      source,
      host,
      depth,
      score,
      relevance,
      relevant,
      published: page.published,
    })
  }

  async #redirect(lease: Lease, result: FetchResult, location: string, pause: HostPause): Promise<void> {
    const target = URL.canParse(location, lease.url) ? new URL(location, lease.url).href : null
    const item = target === null ? null : redirectItem(lease, target, this.#deciders())
    if (!item || target === null)
      return this.#fail(
        lease,
        'http',
        'bad-redirect',
        `redirects to ${location.slice(0, 200)}`,
        pause,
        result.exchange.status,
      )
    if (item.canonicalUrl === lease.canonicalUrl) {
      // The same page under another spelling is asked for by that spelling, once; to itself it leads nowhere.
      if (target === lease.url)
        return this.#fail(
          lease,
          'http',
          'redirect-loop',
          'redirects to itself',
          pause,
          result.exchange.status,
        )
      return this.#release(lease, pause, { failedTry: true, url: item.url })
    }
    const capture = await this.#parts.archive.append(result.exchange)
    const { status, startedAt } = result.exchange
    this.#stats.redirects++
    await this.#complete(
      lease,
      { kind: 'redirect', status, target, fetchedAt: startedAt, capture },
      [item],
      pause,
    )
  }

  /** An answer that is neither a page nor a redirect. */
  async #refused(lease: Lease, status: number, pause: HostPause): Promise<void> {
    const next = anotherTry(
      { attempts: lease.attempts, status, retry: false, failures: lease.pace?.failures ?? 0 },
      this.#options.politeness,
    )
    countFailure(this.#stats, 'http', String(status))
    if (next === 'give-up')
      return this.#complete(
        lease,
        { kind: 'failed', code: `http-${status}`, message: `the server answered ${status}`, status },
        [],
        pause,
      )
    await this.#release(lease, pause, { failedTry: next === 'try-again' })
  }

  async #failed(lease: Lease, failure: FetchFailure): Promise<void> {
    const next = anotherTry(
      { attempts: lease.attempts, status: null, retry: failure.retry, failures: lease.pace?.failures ?? 0 },
      this.#options.politeness,
    )
    const pause = failure.asked ? this.#rest(lease, null) : { notBefore: this.#now() }
    if (next === 'give-up') return this.#fail(lease, 'fetch', failure.code, failure.message, pause)
    countFailure(this.#stats, 'fetch', failure.code)
    await this.#release(lease, pause, { failedTry: true })
  }

  /** RFC 9309: while a server cannot say what it allows, it allows nothing. The host is asked again later, a few times. */
  async #waitForRobots(lease: Lease, until: number): Promise<void> {
    countFailure(this.#stats, 'robots', 'unreachable')
    await this.#release(lease, { notBefore: until }, { failedTry: true })
  }

  #fail(
    lease: Lease,
    stage: string,
    code: string,
    message: string,
    pause?: HostPause,
    status: number | null = null,
  ): Promise<void> {
    countFailure(this.#stats, stage, code)
    return this.#complete(lease, { kind: 'failed', code, message, status }, [], pause)
  }

  #exclude(lease: Lease, stage: string, code: string, detail = '', pause?: HostPause): Promise<void> {
    countFailure(this.#stats, stage, code)
    return this.#complete(lease, { kind: 'excluded', code, message: detail }, [], pause)
  }

  /** Without a pause nothing was asked of the host: it may be claimed again at once. */
  async #complete(
    lease: Lease,
    outcome: Outcome,
    links: readonly NewItem[],
    pause?: HostPause,
  ): Promise<void> {
    await this.#parts.store.complete(lease, outcome, links, pause ?? { notBefore: this.#now() })
  }

  async #release(
    lease: Lease,
    pause: HostPause,
    options?: { failedTry?: boolean; url?: string },
  ): Promise<void> {
    await this.#parts.store.release(lease, pause, options)
  }

  #rest(
    lease: Lease,
    status: number | null,
    crawlDelaySeconds?: number | null,
    retryAfter?: string,
  ): HostPause {
    const end = { now: this.#now(), status, pace: lease.pace, crawlDelaySeconds, retryAfter }
    return restAfter(end, this.#options.politeness, this.#parts.random)
  }

  #deciders() {
    const { scope, strategy } = this.#parts
    return { strategy, whyNot: (item: NewItem) => this.#tally.whyNot(item, scope) }
  }

  #now(): number {
    return this.#parts.clock.now()
  }
}

function isReadable(contentType: string): boolean {
  return /^(text\/(html|plain|xml)|application\/(xhtml\+xml|xml))\b/i.test(contentType.trim())
}
