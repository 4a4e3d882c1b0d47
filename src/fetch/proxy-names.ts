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
/**
 * After so many failed lookups without any answer nobody waits for the resolver: behind some proxies there is no DNS. It is still asked, because
 * the first names may all belong to someone who keeps them silent.
 */
const MAX_FAILURES = 3
const UNCHECKED =
  'The proxy was not asked, because the name could not be checked here; --proxy-lookup proxy leaves names to the proxy'

/** The address to request from the proxy, or null for the name itself. Rejects with `FetchFailure` when the host must not be contacted. */
export function createProxyNames({ lookup, resolver, vet, waitMs = WAIT_MS }: ProxyNames) {
  /** Lookups without an answer, before the first answer. */
  let failures = 0
  let answered = false
  let probing = false

  async function pin(host: string, signal: AbortSignal): Promise<string> {
    const [first, ...others] = await lookUp(resolver, host, signal)
    if (first === undefined) throw new FetchFailure('dns', host)
    vet([first, ...others])
    return first
  }

  /** Asks without anyone waiting, one name at a time. */
  async function probe(host: string): Promise<void> {
    if (probing) return
    probing = true
    try {
      await lookUp(resolver, host, AbortSignal.timeout(waitMs))
      answered = true
    } catch {
      // Still no answer.
    } finally {
      probing = false
    }
  }

  async function check(host: string, signal: AbortSignal): Promise<null> {
    if (!answered && failures >= MAX_FAILURES) {
      void probe(host)
      return null
    }
    const stop = new AbortController()
    const onAbort = () => stop.abort(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    const timer = setTimeout(() => stop.abort(), waitMs)
    try {
      vet(await lookUp(resolver, host, stop.signal))
      answered = true
      return null
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (error instanceof FetchFailure && error.code !== 'dns') {
        answered = true
        throw error
      }
      // Whoever runs the DNS server of a name can keep it silent here and give the proxy a private address.
      if (answered) throw new FetchFailure('dns', `${host}. ${UNCHECKED}`, error)
      failures += 1
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
