import { FetchFailure } from '../model/errors.ts'
import type { HostResolver } from './dns-resolver.ts'
import { lookUp } from './egress-route.ts'
import { literalAddress } from './ip-address.ts'

/**
 * Who resolves names when a proxy is used. `check`: the proxy, and we do as well, to refuse names of private addresses.
 * `pin`: we do, and request exactly the checked address from the proxy. `proxy`: the proxy alone.
 */
export type ProxyLookup = 'check' | 'pin' | 'proxy'

export interface ProxyNames {
  readonly lookup: ProxyLookup
  readonly resolver: HostResolver
  /** Throws when any of the addresses must not be contacted. */
  readonly vet: (addresses: readonly string[]) => void
  /** Timeout of the lookups that `check` makes. Default: 1,500. */
  readonly waitMs?: number
}

const WAIT_MS = 1_500
/** After so many timeouts without any answer there is no resolver: behind some proxies there is no DNS. */
const MAX_SILENCES = 3

/** The address to request from the proxy, or null for the name itself. Rejects with `FetchFailure` when the host must not be contacted. */
export function createProxyNames({ lookup, resolver, vet, waitMs = WAIT_MS }: ProxyNames) {
  let timeouts = 0
  let answered = false

  async function pin(host: string, signal: AbortSignal): Promise<string> {
    const [first, ...others] = await lookUp(resolver, host, signal)
    if (first === undefined) throw new FetchFailure('dns', host)
    vet([first, ...others])
    return first
  }

  async function check(host: string, signal: AbortSignal): Promise<null> {
    if (!answered && timeouts >= MAX_SILENCES) return null
    const stop = new AbortController()
    const onAbort = () => stop.abort(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    const timer = setTimeout(() => stop.abort(), waitMs)
    try {
      const addresses = await lookUp(resolver, host, stop.signal).catch((): string[] => [])
      if (signal.aborted) throw signal.reason
      if (stop.signal.aborted) timeouts += 1
      else answered = true
      vet(addresses)
      return null
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }

  return async (url: URL, signal: AbortSignal): Promise<string | null> => {
    if (literalAddress(url.hostname) !== null || lookup === 'proxy') return null
    return lookup === 'pin' ? pin(url.hostname, signal) : check(url.hostname, signal)
  }
}
