import { BoundedMap } from '../../cache/bounded-map.ts'
import { canonicalUrl, hostOf } from '../../frontier/canonical-url.ts'
import type { Lease, NewItem } from '../../model/crawl.ts'
import type { LinkReading } from '../../model/page.ts'

/** URLs remembered as recorded: the outside links of a few dozen sites, a few megabytes. */
const REMEMBERED = 32_768

/**
 * Links to hosts that the crawl may never visit. Each is recorded with the first page of a run that has it, and neither
 * scored nor recorded again, because the pages of a site repeat the same links.
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
      // Listed one by one: spreading the address took 80 % of the time of this method.
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
