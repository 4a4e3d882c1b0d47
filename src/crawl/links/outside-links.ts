import { canonicalUrl, hostOf } from '../../frontier/canonical-url.ts'
import type { Lease, NewItem } from '../../model/crawl.ts'
import type { LinkReading } from '../../model/page.ts'

/** Addresses remembered as recorded: what the pages of some dozens of sites point to, a few megabytes. */
const REMEMBERED = 16_384

/**
 * Links to hosts that the crawl may not visit, whatever leads there. They are recorded with the first page of a run that
 * has them, and neither scored nor recorded again: pages of one site repeat them on every page.
 */
export class OutsideLinks {
  readonly #fence: (host: string) => string | undefined
  #recorded = new Set<string>()
  #before = new Set<string>()

  constructor(fence: (host: string) => string | undefined) {
    this.#fence = fence
  }

  /** Those of a page that are not recorded yet, each with the reason why it is not followed. */
  items(lease: Lease, links: readonly LinkReading[]): NewItem[] {
    const items: NewItem[] = []
    for (const { url, anchor } of links) {
      if (this.#isRecorded(url)) continue
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

  #isRecorded(url: string): boolean {
    return this.#recorded.has(url) || this.#before.has(url)
  }

  #isNew(url: string): boolean {
    if (this.#isRecorded(url)) return false
    if (this.#recorded.size >= REMEMBERED) {
      this.#before = this.#recorded
      this.#recorded = new Set()
    }
    this.#recorded.add(url)
    return true
  }
}
