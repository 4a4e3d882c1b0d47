import type { Fetcher, FetchResult } from '../fetch/fetcher.ts'
import { POLITENESS } from '../frontier/politeness.ts'
import { FetchFailure } from '../model/errors.ts'
import type { RobotsRecord } from '../store/store.ts'
import type { Clock } from './clock.ts'
import { RobotsGate } from './robots-gate.ts'

const MOST_REDIRECTS = 10

export interface PoliteFetchOptions {
  readonly fetcher: Fetcher
  readonly clock: Clock
  /** Rest between two requests to one host. */
  readonly delayMs: number
}

/**
 * Fetches pages one by one for commands that do not crawl: robots.txt is obeyed, hosts rest between requests, and
 * redirects are followed, each hop under the same rules.
 */
export class PoliteFetch implements Fetcher {
  readonly #options: PoliteFetchOptions
  readonly #gate: RobotsGate
  readonly #readyAt = new Map<string, number>()
  readonly #never = new AbortController().signal

  constructor(options: PoliteFetchOptions) {
    this.#options = options
    const records = new Map<string, RobotsRecord>()
    this.#gate = new RobotsGate({
      fetcher: options.fetcher,
      archive: null,
      pause: (signal) => options.clock.wait(options.delayMs, signal),
      store: {
        getRobots: async (origin) => records.get(origin),
        putRobots: async (record) => void records.set(record.origin, record),
      },
    })
  }

  async fetch(url: string, signal: AbortSignal = this.#never): Promise<FetchResult> {
    let target = url
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const crawlDelayMs = await this.#permitted(target, signal)
      const result = await this.#resting(target, crawlDelayMs, () =>
        this.#options.fetcher.fetch(target, signal),
      )
      const { status, responseHeaders } = result.exchange
      const location = responseHeaders.find(([name]) => name.toLowerCase() === 'location')?.[1]
      if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, target))
        return result
      target = new URL(location, target).href
    }
    throw new FetchFailure('bad-url', `more than ${MOST_REDIRECTS} redirects`)
  }

  close(): Promise<void> {
    return this.#options.fetcher.close()
  }

  /** Waits until robots.txt is known and allows the address; the host's own Crawl-delay, if any. */
  async #permitted(url: string, signal: AbortSignal): Promise<number> {
    const decision = await this.#gate.decide(url, this.#options.clock.now(), signal)
    if (decision.kind === 'asked') {
      this.#rest(url, this.#delay(decision.crawlDelaySeconds))
      return this.#permitted(url, signal)
    }
    if (decision.kind === 'allowed') return this.#delay(decision.crawlDelaySeconds)
    throw new FetchFailure('robots', decision.why)
  }

  #delay(crawlDelaySeconds: number | null): number {
    const asked = Math.min((crawlDelaySeconds ?? 0) * 1_000, POLITENESS.maxCrawlDelayMs)
    return Math.max(asked, this.#options.delayMs)
  }

  async #resting<T>(url: string, delayMs: number, work: () => Promise<T>): Promise<T> {
    const { clock } = this.#options
    await clock.wait((this.#readyAt.get(new URL(url).host) ?? 0) - clock.now(), this.#never)
    try {
      return await work()
    } finally {
      this.#rest(url, delayMs)
    }
  }

  #rest(url: string, delayMs: number): void {
    this.#readyAt.set(new URL(url).host, this.#options.clock.now() + delayMs)
  }
}
