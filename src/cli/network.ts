import type { Command } from 'commander'
import { createEgress, type EgressOptions } from '../fetch/egress.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import { EventideError } from '../model/errors.ts'
import type { Terminal } from './output.ts'
import { several } from './values.ts'

export interface NetworkOptions {
  readonly contact?: string
  readonly proxy?: string
  readonly resolve?: readonly string[]
  readonly allowPrivate?: boolean
}

/** The options of every command that asks the web for something. */
export function withNetworkOptions(command: Command): Command {
  return command
    .option('--contact <address>', 'e-mail or web address for the User-Agent (or set EVENTIDE_CONTACT)')
    .option('--proxy <url>', 'http proxy; it looks host names up')
    .option(
      '--resolve <host:port:addr>',
      'use this address for a host; may be repeated; * stands for any host',
      several,
    )
    .option('--allow-private', 'also ask hosts that are not on the public internet')
}

/** The door to the web as the options set it. Refuses to ask the public web anonymously. */
export function openWeb(options: NetworkOptions, languages: readonly string[], terminal: Terminal): Fetcher {
  const contact = options.contact ?? process.env.EVENTIDE_CONTACT
  if (!contact) refuseAnonymous(options, terminal)
  const egress: EgressOptions = {
    contact,
    proxy: options.proxy,
    resolve: options.resolve,
    allowPrivate: options.allowPrivate,
    languages,
    accept: (type) => type === '' || /html|text\/plain|xml/i.test(type),
  }
  return createEgress(egress)
}

/**
 * Sites must be able to reach whoever crawls them. With --allow-private, or a proxy on this machine, the web may be a
 * private or simulated one, so that the crawl is let through; the egress still refuses public addresses it would dial itself.
 */
function refuseAnonymous(options: NetworkOptions, terminal: Terminal): void {
  if (options.allowPrivate) return
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

function isLocalProxy(proxy: string): boolean {
  if (!URL.canParse(proxy)) return false
  const { hostname } = new URL(proxy)
  return hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]'
}
