import { BoundedMap } from '../../cache/bounded-map.ts'
export interface SourceHostsOptions {
  /** Hosts of one source that are tried on trust. Default: 20: more than the editions and sections of a paper. */
  readonly hostsOnTrust?: number
  /** Further hosts for each host that had a page worth keeping. Default: 2. */
  readonly hostsPerYield?: number
}

/** Sources remembered; the one that gave nothing for longest is forgotten first. */
const MAX_SOURCES = 4_096

interface KnownHosts {
  readonly hosts: Set<string>
  readonly yielding: Set<string>
}

type SavedSource = [source: string, hosts: string[], yielding: string[]]

/**
 * A name server can answer for any name under a domain, and a page can link to a new one each time. The hosts of a source
 * therefore grow only as their pages are worth keeping.
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

  /** True when the host is one more of a source whose hosts have not been worth it. */
  isOneTooMany(source: string, host: string): boolean {
    const known = this.#sources.get(source)
    if (!known || known.hosts.has(host)) return false
    return known.hosts.size >= this.#onTrust + this.#perYield * known.yielding.size
  }

  /** Sources that are allowed no further host now, with how many were tried. */
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
