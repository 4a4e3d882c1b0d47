import { type Command, Option } from 'commander'
import { systemClock } from '../crawl/clock.ts'
import { createEgress, type EgressOptions } from '../fetch/egress.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { FetchLimits } from '../fetch/limits.ts'
import { PROXY_LOOKUPS, type ProxyLookup } from '../fetch/proxy-names.ts'
import { isUrlList } from '../input/page-source.ts'
import { PoliteFetch } from '../input/polite-fetch.ts'
import { EventideError } from '../model/errors.ts'
import type { CrawlNetwork } from '../server/crawls/network.ts'
import { printable, type Terminal } from './output.ts'
import { several, wholeNumber } from './values.ts'

export interface NetworkOptions {
  readonly contact?: string
  readonly proxy?: string
  readonly resolve?: readonly string[]
  readonly proxyLookup?: ProxyLookup
  readonly allowPrivate?: boolean
  readonly allowNetwork?: readonly string[]
  readonly allowPort?: readonly number[]
}

/** The options of every command that asks the web for something. */
export function withNetworkOptions(command: Command): Command {
  return command
    .option('--contact <address>', 'e-mail or web address for the User-Agent (or set EVENTIDE_CONTACT)')
    .option('--proxy <url>', 'http or https proxy for every request')
    .addOption(
      new Option(
        '--proxy-lookup <who>',
        'who looks names up behind a proxy (docs/fetching.md; default: check)',
      ).choices(PROXY_LOOKUPS),
    )
    .option(
      '--resolve <host:port:addr>',
      'use this address for a host; may be repeated; * stands for any host',
      several,
    )
    .option('--allow-private', 'also ask hosts that are not on the public internet')
    .option(
      '--allow-network <cidr>',
      'also ask this network: 10.1.0.0/16, fd00:1::/48; may be repeated',
      several,
    )
    .option('--allow-port <n>', 'ask only this port; may be repeated', severalPorts)
}

function severalPorts(text: string, before: readonly number[] = []): number[] {
  return [...before, wholeNumber(1, 65_535)(text)]
}

/** Whom sites can write to. */
export function contactOf(options: NetworkOptions): string | undefined {
  return options.contact ?? process.env.EVENTIDE_CONTACT
}

/** The same for the crawls of the application, which run in processes of their own. */
export function networkOf(options: NetworkOptions): CrawlNetwork {
  return {
    contact: contactOf(options),
    proxy: options.proxy,
    resolve: options.resolve,
    proxyLookup: options.proxyLookup,
    allowPrivate: options.allowPrivate,
    allowNetworks: options.allowNetwork,
    ports: options.allowPort,
  }
}

/** The door to the web as the options set it. */
export function openWeb(
  options: NetworkOptions,
  languages: readonly string[],
  limits: Partial<FetchLimits> = {},
): Fetcher {
  const egress: EgressOptions = {
    ...networkOf(options),
    limits,
    languages,
    accept: (type) => type === '' || /html|text\/plain|xml/i.test(type),
  }
  return createEgress(egress)
}

/** A polite way to the web for commands that read pages from files, when one of the files is a list of addresses. */
export function webFor(
  inputs: readonly string[],
  options: NetworkOptions & { readonly delay: number },
  languages: readonly string[],
  terminal: Terminal,
): Fetcher | undefined {
  if (!inputs.some(isUrlList)) return undefined
  refuseAnonymous(options, terminal)
  return new PoliteFetch({ fetcher: openWeb(options, languages), clock: systemClock, delayMs: options.delay })
}

/**
 * Sites must be able to reach whoever crawls them. With --allow-private, or a proxy on this machine, the web may be a
 * private or simulated one, so that the crawl is let through; the egress still refuses public addresses it would dial itself.
 */
export function refuseAnonymous(options: NetworkOptions, terminal: Terminal): void {
  tellAllowed(options, terminal)
  if (contactOf(options) || options.allowPrivate || options.allowNetwork) return
  if (options.proxy && isLocalProxy(options.proxy)) {
    terminal.err.write(
      'no contact is set: fine for a test web behind this proxy, but set --contact before you crawl the public web\n',
    )
    return
  }
  throw new EventideError(
    'no-contact',
    'a crawl of the public web needs a contact, so that sites can reach you: add --contact you@example.org or a web address ' +
      '(or set EVENTIDE_CONTACT); it is sent in the User-Agent. A private test web needs none: use --allow-private',
  )
}

/** What an operator lets the crawler reach besides the public internet is said, so that it is never a surprise. */
function tellAllowed({ allowPrivate, allowNetwork }: NetworkOptions, terminal: Terminal): void {
  if (allowPrivate)
    terminal.err.write('--allow-private: hosts that are not on the public internet may be asked\n')
  else if (allowNetwork)
    terminal.err.write(`--allow-network: ${allowNetwork.map(printable).join(', ')} may be asked\n`)
}

function isLocalProxy(proxy: string): boolean {
  if (!URL.canParse(proxy)) return false
  const { hostname } = new URL(proxy)
  return hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]'
}
