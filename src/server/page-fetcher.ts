import { systemClock } from '../crawl/clock.ts'
import { fetchPages } from '../input/fetch-pages.ts'
import { PoliteFetch } from '../input/polite-fetch.ts'
import { PoliteHosts } from '../input/polite-hosts.ts'
import type { FetchPages } from './context.ts'
import { type CrawlNetwork, openNetwork, requireContact } from './crawls/network.ts'

/** Rest between two requests to one host; as `eventide judge` has it. */
const DELAY_MS = 1_000

/** The way to the web for pages that are looked at without being crawled. Hosts are spared across all requests of a server. */
export function createPageFetcher(network: CrawlNetwork): FetchPages {
  const hosts = new PoliteHosts()
  return async function* (urls, { languages, signal }) {
    requireContact(network)
    const fetcher = new PoliteFetch({
      fetcher: openNetwork(network, languages),
      clock: systemClock,
      delayMs: DELAY_MS,
      hosts,
    })
    try {
      yield* fetchPages(urls, fetcher, signal)
    } finally {
      await fetcher.close()
    }
  }
}
