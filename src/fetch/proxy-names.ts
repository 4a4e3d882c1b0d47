import { FetchFailure } from '../model/errors.ts'
import { literalAddress } from './address.ts'
import type { HostResolver } from './dns-resolver.ts'
import { lookUp } from './egress-route.ts'

/**
 * Who looks names up when there is a proxy. `check`: the proxy does, and we look too, to refuse names that lead to private
 * addresses. `pin`: we do, and the proxy is asked for exactly the address that was judged. `proxy`: the proxy alone.
 */
export const PROXY_LOOKUPS = ['check', 'pin', 'proxy'] as const
export type ProxyLookup = (typeof PROXY_LOOKUPS)[number]

export interface ProxyNames {
  readonly lookup: ProxyLookup
  readonly resolver: HostResolver
  /** Throws when any of the addresses must not be asked. */
  readonly vet: (addresses: readonly string[]) => void
  /** Longest wait for an answer that is only a second opinion. */
  readonly waitMs?: number
}

const WAIT_MS = 1_500
/** A resolver that has never answered and was silent this often is not there: behind some proxies there is no DNS at all. */
const SILENCES = 3

/** The address a proxy is to be asked for, or null for the name itself. Rejects with `FetchFailure` when it must not be asked. */
export function createProxyNames({ lookup, resolver, vet, waitMs = WAIT_MS }: ProxyNames) {
  let silences = 0
  let answered = false

  async function pin(host: string, signal: AbortSignal): Promise<string> {
    const [first, ...others] = await lookUp(resolver, host, signal)
    if (first === undefined) throw new FetchFailure('dns', host)
    vet([first, ...others])
    return first
  }

  async function check(host: string, signal: AbortSignal): Promise<null> {
    if (!answered && silences >= SILENCES) return null
    const stop = new AbortController()
    const onAbort = () => stop.abort(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    const timer = setTimeout(() => stop.abort(), waitMs)
    try {
      const addresses = await lookUp(resolver, host, stop.signal).catch((): string[] => [])
      if (signal.aborted) throw signal.reason
      if (stop.signal.aborted) silences += 1
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
