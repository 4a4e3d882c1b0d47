import type { Clock } from '../crawl/clock.ts'
import { RobotsGate } from '../crawl/politeness/robots-gate.ts'
import type { Fetcher, FetchResult } from '../fetch/fetcher.ts'
import { POLITENESS } from '../frontier/politeness.ts'
import { headerValue } from '../http/headers.ts'
import { FetchFailure } from '../model/errors.ts'
import { PoliteHosts } from './polite-hosts.ts'

const MAX_REDIRECTS = 10

export interface PoliteFetchOptions {
  readonly fetcher: Fetcher
  readonly clock: Clock
  /** Delay between two requests to one host. */
  readonly delayMs: number
  /** State of the hosts, shared with other instances. Default: a new one. */
  readonly hosts?: PoliteHosts
}

/**
 * Fetches single pages for commands that do not crawl. Obeys robots.txt, waits between requests to a host, and follows redirects,
 * each under the same rules.
 */
export class PoliteFetch implements Fetcher {
  readonly #options: PoliteFetchOptions
  readonly #gate: RobotsGate
  readonly #hosts: PoliteHosts
  readonly #never = new AbortController().signal

  constructor(options: PoliteFetchOptions) {
    this.#options = options
    const hosts = options.hosts ?? new PoliteHosts()
    this.#hosts = hosts
    this.#gate = new RobotsGate({
      fetcher: options.fetcher,
      archive: null,
      turn: async (held, to, signal) => {
        const ready = sameHost(held, to) ? options.delayMs : this.#restOf(to)
        await options.clock.wait(ready, signal)
        return async (asked) => {
          if (asked) this.#rest(to, options.delayMs)
        }
      },
      store: {
        getRobots: async (origin) => hosts.robots(origin),
        putRobots: async (record) => hosts.putRobots(record),
      },
    })
  }

  async fetch(url: string, signal: AbortSignal = this.#never): Promise<FetchResult> {
    let target = url
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const result = await this.#hop(target, signal)
      const { status, responseHeaders } = result.exchange
      const location = headerValue(responseHeaders, 'location')
      if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, target))
        return result
      target = new URL(location, target).href
    }
    throw new FetchFailure('bad-url', `more than ${MAX_REDIRECTS} redirects`)
  }

  #hop(url: string, signal: AbortSignal): Promise<FetchResult> {
    return this.#hosts.alone(new URL(url).host, async () => {
      const crawlDelayMs = await this.#permitted(url, signal)
      return this.#resting(url, crawlDelayMs, signal, () => this.#options.fetcher.fetch(url, signal))
    })
  }

  close(): Promise<void> {
    return this.#options.fetcher.close()
  }

  /** Waits until robots.txt is known and allows the URL. Returns the delay after the request. */
  async #permitted(url: string, signal: AbortSignal): Promise<number> {
    const decision = await this.#gate.decide(url, this.#options.clock.now(), signal)
    if (decision.kind === 'fetched') {
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

  async #resting<T>(url: string, delayMs: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const { clock } = this.#options
    await clock.wait(this.#hosts.readyAt(new URL(url).host) - clock.now(), signal)
    if (signal.aborted) throw new FetchFailure('timeout', 'the request was cancelled')
    try {
      return await work()
    } finally {
      this.#rest(url, delayMs)
    }
  }

  #restOf(url: string): number {
    return this.#hosts.readyAt(new URL(url).host) - this.#options.clock.now()
  }

  #rest(url: string, delayMs: number): void {
    this.#hosts.rest(new URL(url).host, this.#options.clock.now() + delayMs)
  }
}

function sameHost(a: string, b: string): boolean {
  return new URL(a).host === new URL(b).host
}
