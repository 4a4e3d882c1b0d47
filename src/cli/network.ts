import type { Command } from 'commander'
import { systemClock } from '../crawl/clock.ts'
import { type CrawlNetwork, lacksContact, openFetcher, requireContact } from '../crawl/network.ts'
import type { PagePoolOptions } from '../crawl/reading/page-pool.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import { isUrlList } from '../input/page-source.ts'
import { PoliteFetch } from '../input/polite-fetch.ts'
import type { CrawlOptionName, CrawlSpecification } from '../model/crawl-options.ts'
import { withCrawlFlags } from './crawl-flags.ts'
import { printable, type Terminal } from './output.ts'

const NAMES = [
  'contact',
  'proxy',
  'proxyLookup',
  'resolve',
  'allowPrivate',
  'allowNetwork',
  'allowPort',
] as const satisfies readonly CrawlOptionName[]

export type NetworkOptions = Pick<CrawlSpecification, (typeof NAMES)[number]>

/** The options of every command that sends requests to the web. */
export function withNetworkOptions(command: Command): Command {
  return withCrawlFlags(command, { names: NAMES })
}

const READING_NAMES = ['readingWorkers', 'readingTimeout'] as const satisfies readonly CrawlOptionName[]

export type ReadingFlags = Pick<CrawlSpecification, (typeof READING_NAMES)[number]>

/** The options of every command that reads pages. */
export function withReadingFlags(command: Command): Command {
  return withCrawlFlags(command, { names: READING_NAMES })
}

/** Processes start with the first page, so that a command that reads none starts none. */
export function readerOptions({ readingWorkers, readingTimeout }: ReadingFlags): PagePoolOptions {
  return { workers: readingWorkers, deadlineMs: readingTimeout, onDemand: true }
}

/** Adds the options that only the operator of a server can set for its crawls. */
export function withOperatorOptions(command: Command): Command {
  return withCrawlFlags(withNetworkOptions(command), {
    names: ['chromium', 'readingWorkers', 'strategyTimeout'],
  })
}

/** The contact that sites can use to reach the operator. */
export function contactOf({ contact }: CrawlSpecification): string | undefined {
  return contact ?? (process.env.EVENTIDE_CONTACT || undefined)
}

/** How the crawls of a server reach the web. Plain data: it is sent to their processes. */
export function networkOf(options: CrawlNetwork): CrawlNetwork {
  const { proxy, proxyLookup, resolve, allowPrivate, allowNetwork, allowPort } = options
  const { chromium, readingWorkers, strategyTimeout } = options
  return {
    contact: contactOf(options),
    ...{ proxy, proxyLookup, resolve, allowPrivate, allowNetwork, allowPort },
    ...{ chromium, readingWorkers, strategyTimeout },
  }
}

/** A polite fetcher for commands that read pages from files, if one of the files is a list of URLs. */
export function webFor(
  inputs: readonly string[],
  options: NetworkOptions & { readonly delay: number },
  languages: readonly string[],
  terminal: Terminal,
): Fetcher | undefined {
  if (!inputs.some(isUrlList)) return undefined
  refuseAnonymous(options, terminal)
  const fetcher = openFetcher({ ...options, contact: contactOf(options) }, languages)
  return new PoliteFetch({ fetcher, clock: systemClock, delayMs: options.delay })
}

/** Refuses to crawl the public web without a contact, and reports permitted networks beyond the public internet. */
export function refuseAnonymous(options: CrawlSpecification, terminal: Terminal): void {
  const { allowPrivate, allowNetwork = [], proxy } = options
  const contact = contactOf(options)
  if (allowPrivate)
    terminal.err.write('--allow-private: hosts that are not on the public internet may be visited\n')
  else if (allowNetwork.length > 0)
    terminal.err.write(`--allow-network: hosts in ${allowNetwork.map(printable).join(', ')} may be visited\n`)
  requireContact(
    { ...options, contact },
    'add --contact you@example.org or a URL (or set EVENTIDE_CONTACT); a private test web needs none: use --allow-private',
  )
  if (proxy && lacksContact({ allowPrivate, allowNetwork, contact }))
    terminal.err.write(
      'No contact is set: fine for a test web behind this proxy, but set --contact before you crawl the public web\n',
    )
}
