import { BoundedMap } from '../../cache/bounded-map.ts'
import { canonicalUrl, hostOf } from '../../frontier/canonical-url.ts'
import type { Lease, NewItem } from '../../model/crawl.ts'
import type { LinkReading } from '../../model/page.ts'

/** Addresses remembered as recorded: what the pages of some dozens of sites point to, a few megabytes. */
const REMEMBERED = 32_768

/**
 * Links to hosts that the crawl may not visit, whatever leads there. They are recorded with the first page of a run that
 * has them, and neither scored nor recorded again: pages of one site repeat them on every page.
 */
export class OutsideLinks {
  readonly #fence: (host: string) => string | undefined
  readonly #recorded = new BoundedMap<string, true>(REMEMBERED)

  constructor(fence: (host: string) => string | undefined) {
    this.#fence = fence
  }

  /** Those of a page that are not recorded yet, each with the reason why it is not followed. */
  items(lease: Lease, links: readonly LinkReading[]): NewItem[] {
    const items: NewItem[] = []
    for (const { url, anchor } of links) {
      if (this.#recorded.has(url)) continue
      const host = hostOf(url)
      const excluded = host === null ? undefined : this.#fence(host)
      if (excluded === undefined || !this.#isNew(url)) continue
      const known = canonicalUrl(url)
      if (!known || (known.canonicalUrl !== url && !this.#isNew(known.canonicalUrl))) continue
      // Named one by one: spreading the address took eight tenths of all this.
      items.push({
        url: known.url,
        canonicalUrl: known.canonicalUrl,
        host: known.host,
        source: known.source,
        score: 0,
        evidence: {},
        parent: lease.id,
        depth: lease.depth + 1,
        redirects: 0,
        tunnel: lease.tunnel,
        anchor,
        excluded,
      })
    }
    return items
  }

  #isNew(url: string): boolean {
    if (this.#recorded.has(url)) return false
    this.#recorded.set(url, true)
    return true
  }
}
