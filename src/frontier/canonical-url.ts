import { getDomain } from 'tldts'
import { memoize } from '../cache/memo.ts'
import { normaliseEscapes } from './escapes.ts'
import { normaliseQuery, type QueryRules } from './query.ts'
import { dropPathSessions } from './session-ids.ts'

export interface CanonicalUrl {
  /** As it is requested: absolute, without fragment and credentials, otherwise as written. */
  readonly url: string
  /** Identity: two addresses with one canonical URL are one page. */
  readonly canonicalUrl: string
  /** Politeness unit: name and port. */
  readonly host: string
  /** Registrable domain; the host name itself for IP addresses, single labels and public suffixes. */
  readonly source: string
}

export interface CanonicalUrlOptions extends QueryRules {
  /** Longer addresses are no addresses: they are cut off here so that nothing later has to be careful. Default: 8192. */
  readonly maxLength?: number
}

const MAX_LENGTH = 8192

/**
 * The address and its identity, or null when it is not one that can be fetched (malformed, too long, not http or
 * https). Never throws. Canonical URLs are fixed points: the canonical URL of one is itself.
 */
export function canonicalUrl(
  url: string,
  base?: string,
  options: CanonicalUrlOptions = {},
): CanonicalUrl | null {
  const longest = options.maxLength ?? MAX_LENGTH
  if (url.length > longest) return null
  const parsed = parse(url, base)
  if (!parsed) return null
  // A name with an empty label resolves nowhere; the last dot only says that the name is complete.
  if (parsed.hostname.startsWith('.') || parsed.hostname.includes('..')) return null
  const hostname = parsed.hostname.endsWith('.') ? parsed.hostname.slice(0, -1) : parsed.hostname
  const host = parsed.port ? `${hostname}:${parsed.port}` : hostname
  const origin = `${parsed.protocol}//${host}`
  const path = dropPathSessions(normaliseEscapes(parsed.pathname))
  const canonical = `${origin}${path}${normaliseQuery(parsed.search, hostname, options)}`
  const requested = `${origin}${parsed.pathname}${parsed.search}`
  if (canonical.length > longest || requested.length > longest) return null
  return { url: requested, canonicalUrl: canonical, host, source: sourceOf(hostname) }
}

/** What a parsed address begins with when nothing about its host has to be put right. */
const PLAIN_HOST = /^https?:\/\/([a-z\d-]+(?:\.[a-z\d-]+)*(?::\d+)?)\//

/** The host of an address as a parser writes it (`href`), for a tenth of what its identity costs; null when it cannot be fetched. */
export function hostOf(address: string): string | null {
  return PLAIN_HOST.exec(address)?.[1] ?? canonicalUrl(address)?.host ?? null
}

/** Scheme and host of an address as far as its first slash, when all addresses that begin so have one host; null when that takes a closer look. */
export function originOf(address: string): string | null {
  return PLAIN_HOST.exec(address)?.[0] ?? null
}

/** The identity of any address: its canonical URL, or the address itself when it cannot be fetched. */
export function identityOf(url: string): string {
  return canonicalUrl(url)?.canonicalUrl ?? url
}

function parse(url: string, base?: string): URL | null {
  try {
    const parsed = new URL(url, base)
    return parsed.protocol === 'http:' || parsed.protocol === 'https:' ? parsed : null
  } catch {
    return null
  }
}

/** The hosts that the last hundreds of pages led to. */
const REMEMBERED_HOSTS = 4_096

/** Sites that let anyone have a name under theirs (the list's private part) count as many sources, not one. */
const sourceOf = memoize(
  REMEMBERED_HOSTS,
  (hostname) => getDomain(hostname, { allowPrivateDomains: true }) ?? hostname,
)
