import { promises as dns } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { BoundedMap } from '../cache/bounded-map.ts'
import { codeOf } from './error-code.ts'
import { bareName } from './resolve-override.ts'

/** Every address of a host name, IPv4 first; none when there is no such name. Rejects when DNS gave no answer. */
export type HostResolver = (host: string) => Promise<readonly string[]>

export interface DnsOptions {
  /** Of one query to one server; a lookup makes at most two attempts. */
  readonly timeoutMs?: number
  /** Addresses of DNS servers. Default: those of the system. */
  readonly servers?: readonly string[]
  /** Names defined by the machine, which take precedence over DNS. */
  readonly hostsFile?: string
  /** Maximum number of cached lookups; the oldest are evicted first. */
  readonly cacheSize?: number
  readonly now?: () => number
}

/** Minimum lifetime of a lookup, so that a TTL of 0 does not cause a lookup per request. */
const MIN_TTL_MS = 1_000
/** Maximum lifetime, so that a long crawl follows a site that moves. */
const MAX_TTL_MS = 300_000
/** Lifetime of the result that a name does not resolve. */
const NEGATIVE_TTL_MS = 10_000

/** Codes of answers: the name, or an address of this kind, does not exist. Every other code means that nobody answered. */
const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA'])

interface Lookup {
  readonly addresses: readonly string[]
  readonly until: number
  /** DNS gave no answer. */
  readonly failure?: unknown
}

/**
 * Resolves A and AAAA records, with a cache that follows their TTL.
 * Queries DNS directly: `getaddrinfo` would block the threads that write files.
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
    if (records.length === 0)
      return { addresses: [], until: now() + NEGATIVE_TTL_MS, failure: failureIn(answers) }
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
    if (known && known.until > now()) return addressesIn(known)
    const asking = pending.get(name) ?? ask(name)
    pending.set(name, asking)
    try {
      const answer = await asking
      cache.set(name, answer)
      return addressesIn(answer)
    } finally {
      pending.delete(name)
    }
  }
}

function addressesIn({ addresses, failure }: Lookup): readonly string[] {
  if (failure !== undefined) throw failure
  return addresses
}

/** Why nobody answered; undefined when every query was answered. */
function failureIn(answers: readonly PromiseSettledResult<unknown>[]): unknown {
  return answers.find(
    (answer): answer is PromiseRejectedResult =>
      answer.status === 'rejected' && !NO_ADDRESS.has(codeOf(answer.reason) ?? ''),
  )?.reason
}

/** `localhost` and its subdomains are this machine, whatever DNS says (RFC 6761). */
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
