import { createEgress, type EgressOptions } from '../../fetch/egress.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import { EventideError } from '../../model/errors.ts'

/** How the crawls of a server reach the web: what `eventide serve` was told. Plain data: it is sent to the crawls' own processes. */
export type CrawlNetwork = Pick<
  EgressOptions,
  'contact' | 'proxy' | 'resolve' | 'proxyLookup' | 'allowPrivate' | 'allowNetworks' | 'ports'
>

export function openNetwork(network: CrawlNetwork, languages: readonly string[]): Fetcher {
  return createEgress({
    ...network,
    languages,
    accept: (type) => type === '' || /html|text\/plain|xml/i.test(type),
  })
}

/** Sites must be able to reach whoever crawls them; a private or simulated web may be crawled without. */
export function requireContact({ contact, proxy, allowPrivate, allowNetworks }: CrawlNetwork): void {
  if (contact || allowPrivate || allowNetworks || (proxy && isLocal(proxy))) return
  throw new EventideError(
    'no-contact',
    'a crawl of the public web needs a contact, so that sites can reach you: set one in the settings of the crawl, or start ' +
      'the server with --contact you@example.org (or set EVENTIDE_CONTACT); it is sent in the User-Agent',
  )
}

function isLocal(proxy: string): boolean {
  if (!URL.canParse(proxy)) return false
  const { hostname } = new URL(proxy)
  return hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]'
}
