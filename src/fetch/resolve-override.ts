import { EventideError } from '../model/errors.ts'
import { literalAddress } from './ip-address.ts'

/** Fixed results of name lookups, in the syntax of curl's `--resolve`. */
export interface ResolveOverrides {
  /** The addresses for this host and port, or null when the name must be resolved. */
  addresses(host: string, port: number): readonly string[] | null
}

/** Reads `host:port:addr[,addr...]`; the host may be `*`, IPv6 addresses are in brackets. Throws `EventideError`. */
export function parseResolveOverrides(specs: readonly string[]): ResolveOverrides {
  const table = new Map<string, readonly string[]>()
  for (const spec of specs) {
    const [host, port, addresses] = parseSpec(spec)
    table.set(keyOf(host, port), addresses)
  }
  return {
    addresses: (host, port) => table.get(keyOf(host, port)) ?? table.get(keyOf('*', port)) ?? null,
  }
}

/** The name without its final dot, which makes no difference. */
export function bareName(host: string): string {
  const lower = host.toLowerCase()
  return lower.endsWith('.') ? lower.slice(0, -1) : lower
}

function keyOf(host: string, port: number): string {
  return `${bareName(host)}:${port}`
}

function parseSpec(spec: string): [string, number, string[]] {
  const first = spec.indexOf(':')
  const second = spec.indexOf(':', first + 1)
  const host = spec.slice(0, Math.max(first, 0)).trim()
  const port = Number(spec.slice(first + 1, second))
  const addresses = spec
    .slice(second + 1)
    .split(',')
    .map((address) => literalAddress(address.trim()))
  const valid = first > 0 && second > first + 1 && Number.isInteger(port) && port > 0 && port < 65_536
  if (!valid || host === '' || !addresses.every((address) => address !== null)) {
    throw new EventideError(
      'resolve-override',
      `--resolve "${spec}" is not host:port:address; write for example example.org:80:192.0.2.7 or *:443:[2001:db8::7]`,
    )
  }
  return [host, port, addresses]
}
