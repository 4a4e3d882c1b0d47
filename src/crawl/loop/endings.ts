import { pauseAfter, retryDecision } from '../../frontier/politeness.ts'
import type { ArchivedResponse, Lease, NewItem, Outcome } from '../../model/crawl.ts'
import type { FetchFailure } from '../../model/errors.ts'
import type { HostPause } from '../../store/store.ts'
import type { LiveOptions } from '../live-options.ts'
import type { CrawlParts } from '../parts.ts'
import { type CrawlStats, countFailure } from './stats.ts'

export interface ResponseFacts {
  /** Null when there was no response. */
  readonly status: number | null
  readonly crawlDelaySeconds?: number | null
  readonly retryAfter?: string
}

/** Every way a visit ends without a page: what is counted, what is stored, and how long the host is not contacted. */
export class Endings {
  readonly #parts: CrawlParts
  readonly #options: LiveOptions
  readonly #stats: CrawlStats

  constructor(parts: CrawlParts, options: LiveOptions, stats: CrawlStats) {
    this.#parts = parts
    this.#options = options
    this.#stats = stats
  }

  /** When the host of a lease may be contacted again, now that a request to it is over. */
  pauseAfter(lease: Lease, response: ResponseFacts): HostPause {
    const end = { now: this.#parts.clock.now(), pace: lease.pace, ...response }
    return pauseAfter(end, this.#options.politeness, this.#parts.random)
  }

  /** Without a pause, the host was not contacted and may be claimed again at once. */
  async complete(
    lease: Lease,
    outcome: Outcome,
    links: readonly NewItem[] = [],
    pause?: HostPause,
  ): Promise<void> {
    await this.#parts.store.complete(lease, outcome, links, pause ?? this.#now())
  }

  async release(
    lease: Lease,
    pause: HostPause,
    options?: { failedTry?: boolean; url?: string },
  ): Promise<void> {
    await this.#parts.store.release(lease, pause, options)
  }

  fail(
    lease: Lease,
    stage: string,
    code: string,
    message: string,
    pause?: HostPause,
    answer?: ArchivedResponse,
  ): Promise<void> {
    this.#count(lease, stage, code)
    const status = answer?.status ?? null
    return this.complete(lease, { kind: 'failed', code, message, status, answer }, [], pause)
  }

  exclude(lease: Lease, stage: string, code: string, message = '', pause?: HostPause): Promise<void> {
    this.#count(lease, stage, code)
    return this.complete(lease, { kind: 'excluded', code, message }, [], pause)
  }

  /** A response that is neither a page nor a redirect. */
  async refused(
    lease: Lease,
    status: number,
    pause: HostPause,
    preserve: () => Promise<ArchivedResponse>,
  ): Promise<void> {
    this.#count(lease, 'http', String(status))
    const next = this.#nextTry(lease, status, false)
    if (next !== 'give-up') return this.release(lease, pause, { failedTry: next === 'try-again' })
    // Campaign and session parameters of a link may have expired; the canonical URL may still work.
    if (lease.url !== lease.canonicalUrl)
      return this.release(lease, pause, { failedTry: true, url: lease.canonicalUrl })
    const message = `the server answered ${status}`
    const answer = await preserve()
    await this.complete(lease, { kind: 'failed', code: `http-${status}`, message, status, answer }, [], pause)
  }

  async failed(lease: Lease, failure: FetchFailure): Promise<void> {
    const pause = failure.contacted ? this.pauseAfter(lease, { status: null }) : this.#now()
    if (this.#nextTry(lease, null, failure.retry) === 'give-up')
      return this.fail(lease, 'fetch', failure.code, failure.message, pause)
    this.#count(lease, 'fetch', failure.code)
    await this.release(lease, pause, { failedTry: true })
  }

  /** RFC 9309: while robots.txt is unreachable, nothing is allowed. The host is tried again later, a few times. */
  async robotsUnreachable(
    lease: Lease,
    { status, until, why }: { readonly status: number | null; readonly until: number; readonly why: string },
  ): Promise<void> {
    const next = this.#nextTry(lease, status, true)
    if (next === 'give-up') return this.exclude(lease, 'robots', 'unreachable', why, { notBefore: until })
    this.#count(lease, 'robots', 'unreachable')
    await this.release(lease, { notBefore: until }, { failedTry: next === 'try-again' })
  }

  #count(lease: Lease, stage: string, code: string): void {
    countFailure(this.#stats, stage, code)
    this.#parts.watch?.failed?.(lease, stage, code)
  }

  #nextTry(lease: Lease, status: number | null, retry: boolean) {
    const failed = { attempts: lease.attempts, status, retry, failures: lease.pace?.failures ?? 0 }
    return retryDecision(failed, this.#options.politeness)
  }

  #now(): HostPause {
    return { notBefore: this.#parts.clock.now() }
  }
}
