import { getDomain } from 'tldts'
import { memoize } from '../cache/memo.ts'
import { normaliseEscapes } from './escapes.ts'
import { normaliseQuery, type QueryRules } from './query.ts'
import { dropPathSessions } from './session-ids.ts'

export interface CanonicalUrl {
  /** As requested: absolute, without fragment and credentials, otherwise as written. */
  readonly url: string
  /** Identity: URLs with the same canonical URL are one page. */
  readonly canonicalUrl: string
  /** Name and port: the unit of politeness. */
  readonly host: string
  /** Registrable domain; the host name itself for IP addresses, single labels and public suffixes. */
  readonly source: string
}

export interface CanonicalUrlOptions extends QueryRules {
  /** Longer URLs are rejected. Default: 8192. */
  readonly maxLength?: number
}

const MAX_LENGTH = 8192

/**
 * A URL and its identity, or null when it cannot be fetched (malformed, too long, not http or https). Never throws.
 * Canonical URLs are fixed points: the canonical URL of one is itself.
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
  // A name with an empty label never resolves; a final dot makes no difference.
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

/** The start of a parsed URL whose host needs no correction. */
const PLAIN_HOST = /^https?:\/\/([a-z\d-]+(?:\.[a-z\d-]+)*(?::\d+)?)\//

/** The host of a parsed URL (`href`), at a tenth of the cost of `canonicalUrl`; null when it cannot be fetched. */
export function hostOf(address: string): string | null {
  return PLAIN_HOST.exec(address)?.[1] ?? canonicalUrl(address)?.host ?? null
}

/** Scheme and host of a URL up to its first slash, when every URL with this start has the same host; otherwise null. */
export function originOf(address: string): string | null {
  return PLAIN_HOST.exec(address)?.[0] ?? null
}

/** The canonical URL, or the URL itself when it cannot be fetched. */
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

/** About as many hosts as the last hundreds of pages link to. */
const REMEMBERED_HOSTS = 4_096

/** Includes the private part of the list: each subdomain of a hosting platform is a source. */
const sourceOf = memoize(
  REMEMBERED_HOSTS,
  (hostname) => getDomain(hostname, { allowPrivateDomains: true }) ?? hostname,
)
