import { BoundedMap } from '../../cache/bounded-map.ts'
export interface SourceHostsOptions {
  /** Hosts of one source that may be visited before any yields. Default: 20, more than the editions and sections of a newspaper. */
  readonly hostsOnTrust?: number
  /** Further hosts for each host with a kept page. Default: 2. */
  readonly hostsPerYield?: number
}

/** Maximum number of sources; the one visited least recently is evicted first. */
const MAX_SOURCES = 4_096

interface KnownHosts {
  readonly hosts: Set<string>
  readonly yielding: Set<string>
}

type SavedSource = [source: string, hosts: string[], yielding: string[]]

/**
 * A name server can resolve any name under a domain, and a page can link to a new one each time. The number of hosts of a source
 * therefore grows only with its kept pages.
 */
export class SourceHosts {
  readonly #onTrust: number
  readonly #perYield: number
  readonly #sources = new BoundedMap<string, KnownHosts>(MAX_SOURCES)

  constructor({ hostsOnTrust = 20, hostsPerYield = 2 }: SourceHostsOptions = {}) {
    this.#onTrust = hostsOnTrust
    this.#perYield = hostsPerYield
  }

  count(source: string, host: string, yielded: boolean): void {
    const known = this.#sources.get(source) ?? { hosts: new Set(), yielding: new Set() }
    this.#sources.set(source, known)
    known.hosts.add(host)
    if (yielded) known.yielding.add(host)
  }

  /** True for a new host of a source whose hosts have yielded too little. */
  isOneTooMany(source: string, host: string): boolean {
    const known = this.#sources.get(source)
    if (!known || known.hosts.has(host)) return false
    return known.hosts.size >= this.#onTrust + this.#perYield * known.yielding.size
  }

  /** Sources that may not get a further host now, with the number of hosts visited. */
  full(): { source: string; hosts: number }[] {
    return [...this.#sources]
      .filter(([source]) => this.isOneTooMany(source, ''))
      .map(([source, { hosts }]) => ({ source, hosts: hosts.size }))
  }

  snapshot(): SavedSource[] {
    return [...this.#sources].map(([source, { hosts, yielding }]) => [source, [...hosts], [...yielding]])
  }

  restore(saved: readonly SavedSource[]): void {
    this.#sources.clear()
    for (const [source, hosts, yielding] of saved)
      this.#sources.set(source, { hosts: new Set(hosts), yielding: new Set(yielding) })
  }
}
