import type { ScopeRule } from './rule.ts'

export interface HostsOptions {
  /** Only these hosts and their subdomains. Default: empty, every host. */
  readonly allow?: readonly string[]
  /** Never these hosts or their subdomains; takes precedence over `allow`. Default: empty. */
  readonly deny?: readonly string[]
}

/** Which hosts may be visited. A name includes its subdomains; a name with a port is exactly that host. */
export function hostsRule(options: HostsOptions = {}): ScopeRule {
  const allow = new Set(options.allow?.map(lower))
  const deny = new Set(options.deny?.map(lower))
  const fence = (host: string): string | undefined => {
    const hostname = host.replace(/:\d+$/, '')
    if (covers(deny, host, hostname)) return 'host-denied'
    return allow.size === 0 || covers(allow, host, hostname) ? undefined : 'host-not-allowed'
  }
  return {
    name: 'hosts',
    codes: ['host-denied', 'host-not-allowed'],
    decide({ host }) {
      const code = fence(host)
      if (code !== undefined) return { reject: code }
      return allow.size === 0 ? 'pass' : 'accept'
    },
    fence,
  }
}

const lower = (name: string) => name.toLowerCase()

function covers(names: ReadonlySet<string>, host: string, hostname: string): boolean {
  if (names.size === 0) return false
  if (names.has(host)) return true
  for (let dot = -1; ; ) {
    if (names.has(hostname.slice(dot + 1))) return true
    dot = hostname.indexOf('.', dot + 1)
    if (dot < 0) return false
  }
}
