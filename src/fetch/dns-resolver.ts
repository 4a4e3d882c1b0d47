import { promises as dns } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { BoundedMap } from '../cache/bounded-map.ts'
import { bareName } from './resolve-override.ts'

/** Every address of a host name, IPv4 first. Rejects or answers with none when the name does not resolve. */
export type HostResolver = (host: string) => Promise<readonly string[]>

export interface DnsOptions {
  /** For one query to one server; a lookup makes at most two tries. */
  readonly timeoutMs?: number
  /** Addresses of DNS servers; the system's own by default. */
  readonly servers?: readonly string[]
  /** Names the machine itself defines, read before DNS is asked. */
  readonly hostsFile?: string
  /** Answers kept; the oldest are forgotten first. */
  readonly cacheSize?: number
  readonly now?: () => number
}

/** An answer is believed at least this long, so that a time to live of 0 does not mean a lookup per request. */
const MIN_TTL_MS = 1_000
/** Long answers are asked again after this, so that a crawl of days follows a site that moves. */
const MAX_TTL_MS = 300_000
/** A name that did not resolve is not asked again before this. */
const NEGATIVE_TTL_MS = 10_000

interface Lookup {
  readonly addresses: readonly string[]
  readonly until: number
}

/**
 * A and AAAA records of a name, with a small cache that follows their time to live.
 * Uses the network directly rather than `getaddrinfo`, whose calls would block the threads that write files.
 */
export function createDnsResolver(options: DnsOptions = {}): HostResolver {
  const { timeoutMs = 3_000, hostsFile = '/etc/hosts', cacheSize = 10_000, now = Date.now } = options
  const client = new dns.Resolver({ timeout: timeoutMs, tries: 2 })
  if (options.servers) client.setServers(options.servers)
  const cache = new BoundedMap<string, Lookup>(cacheSize)
  const pending = new Map<string, Promise<Lookup>>()
  let hosts: Promise<Map<string, string[]>> | undefined

  async function ask(name: string): Promise<Lookup> {
    hosts ??= readFile(hostsFile, 'utf8').then(parseHosts, () => new Map<string, string[]>())
    const local = (await hosts).get(name)
    if (local) return { addresses: local, until: now() + MAX_TTL_MS }
    const answers = await Promise.allSettled([
      client.resolve4(name, { ttl: true }),
      client.resolve6(name, { ttl: true }),
    ])
    const records = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (records.length === 0) return { addresses: [], until: now() + NEGATIVE_TTL_MS }
    const ttl = Math.min(...records.map((record) => record.ttl)) * 1000
    return {
      addresses: records.map((record) => record.address),
      until: now() + Math.min(MAX_TTL_MS, Math.max(MIN_TTL_MS, ttl)),
    }
  }

  return async (host) => {
    const name = bareName(host)
    if (isLoopbackName(name)) return ['127.0.0.1', '::1']
    const known = cache.get(name)
    if (known && known.until > now()) return known.addresses
    const asking = pending.get(name) ?? ask(name)
    pending.set(name, asking)
    try {
      const answer = await asking
      cache.set(name, answer)
      return answer.addresses
    } finally {
      pending.delete(name)
    }
  }
}

/** `localhost` and what lies under it mean this machine whatever DNS says (RFC 6761). */
export function isLoopbackName(host: string): boolean {
  const name = bareName(host)
  return name === 'localhost' || name.endsWith('.localhost')
}

function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address, ...names] = (line.split('#', 1)[0] ?? '').trim().split(/\s+/)
    if (!address) continue
    for (const name of names) {
      const key = bareName(name)
      hosts.set(key, [...(hosts.get(key) ?? []), address])
    }
  }
  return hosts
}
