import { createEgress } from '../fetch/egress.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { FetchLimits } from '../fetch/limits.ts'
import type { CrawlOptionName, CrawlSpecification, OperatorSpecification } from '../model/crawl-options.ts'
import { EventideError } from '../model/errors.ts'
import type { ReadingLimits } from '../page/limits.ts'
import { mayBePage } from '../page/media-type.ts'

/** Every limit of a fetch has an option: a new one without an option does not compile. */
const FETCH_LIMITS = {
  connectMs: 'connectTimeout',
  headersMs: 'headerTimeout',
  idleMs: 'idleTimeout',
  totalMs: 'fetchTimeout',
  minBytesPerSecond: 'minRate',
  rateWindowMs: 'rateWindow',
  rawBytes: 'maxBody',
  decodedBytes: 'maxDecoded',
  headerBytes: 'maxHeaderSize',
  headerCount: 'maxHeaders',
  contentEncodings: 'maxEncodings',
  urlLength: 'maxUrlLength',
} as const satisfies Readonly<Record<keyof FetchLimits, CrawlOptionName>>

const READING_LIMITS = {
  characters: 'maxCharacters',
  text: 'maxText',
  links: 'maxLinks',
} as const satisfies Readonly<Partial<Record<keyof ReadingLimits, CrawlOptionName>>>

function fetchLimits(specification: CrawlSpecification): Partial<FetchLimits> {
  return limitsFrom(specification, FETCH_LIMITS)
}

export function readingLimits(specification: CrawlSpecification): Partial<ReadingLimits> {
  return limitsFrom(specification, READING_LIMITS)
}

function limitsFrom<K extends string>(
  specification: CrawlSpecification,
  names: Readonly<Record<K, CrawlOptionName>>,
): Partial<Record<K, number>> {
  const limits: Partial<Record<K, number>> = {}
  for (const key of Object.keys(names) as K[]) {
    const value = specification[names[key]]
    if (typeof value === 'number') limits[key] = value
  }
  return limits
}

/** The operator's settings for the network and the machine. Plain data: a server sends it to the processes of its crawls. */
export type CrawlNetwork = OperatorSpecification & Pick<CrawlSpecification, 'contact'>

/** Creates the fetcher for a specification: contact, proxy, permitted networks, and limits. */
export function openFetcher(specification: CrawlSpecification, languages: readonly string[]): Fetcher {
  const { contact, proxy, proxyLookup, resolve, allowPrivate, allowNetwork, allowPort } = specification
  return createEgress({
    ...{ contact, proxy, proxyLookup, resolve, allowPrivate, languages },
    allowNetworks: allowNetwork,
    ports: allowPort && allowPort.length > 0 ? allowPort : undefined,
    limits: fetchLimits(specification),
    accept: mayBePage,
  })
}

/**
 * Whether a crawl has to name a contact. Sites must be able to reach whoever crawls them; a private or simulated web (private networks
 * allowed, or a proxy on this machine) may be crawled without. The egress still refuses public addresses it would connect to itself.
 */
export function lacksContact(specification: CrawlSpecification): boolean {
  const { contact, allowPrivate, allowNetwork = [], proxy } = specification
  return !(contact || allowPrivate || allowNetwork.length > 0 || (proxy && isLocal(proxy)))
}

/** Refuses a crawl of the public web without a contact; `hint` is how one is given from here. */
export function requireContact(specification: CrawlSpecification, hint: string): void {
  if (!lacksContact(specification)) return
  throw new EventideError(
    'no-contact',
    `A crawl of the public web needs a contact, so that sites can reach you: ${hint}. It is sent in the User-Agent`,
  )
}

function isLocal(proxy: string): boolean {
  if (!URL.canParse(proxy)) return false
  const { hostname } = new URL(proxy)
  return hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]'
}
