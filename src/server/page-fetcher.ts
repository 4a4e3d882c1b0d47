import { systemClock } from '../crawl/clock.ts'
import { type CrawlNetwork, openFetcher, requireContact } from '../crawl/network.ts'
import { fetchPages } from '../input/fetch-pages.ts'
import { PoliteFetch } from '../input/polite-fetch.ts'
import { PoliteHosts } from '../input/polite-hosts.ts'
import type { FetchPages } from './context.ts'
import { CONTACT_HINT } from './crawls/settings.ts'

/** Delay between two requests to one host, as in `eventide judge`. */
const DELAY_MS = 1_000

/** Fetches pages outside a crawl. The delay per host is shared by all requests to this server. */
export function createPageFetcher(network: CrawlNetwork): FetchPages {
  const hosts = new PoliteHosts()
  return async function* (urls, { languages, signal }) {
    requireContact(network, CONTACT_HINT)
    const fetcher = new PoliteFetch({
      fetcher: openFetcher(network, languages),
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
