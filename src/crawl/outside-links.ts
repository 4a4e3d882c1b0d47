import type { Lease, NewItem } from '../model/crawl.ts'
import type { LinkReading } from '../model/page.ts'
import { addressOf } from './link-items.ts'

/** Addresses remembered as recorded: what the pages of a few hundred sites point to, a few megabytes. */
const REMEMBERED = 32_768

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
      const known = addressOf(url)
      const excluded = known && this.#fence(known.host)
      if (!excluded || !this.#isNew(known.canonicalUrl)) continue
      items.push({
        ...known,
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

  #isNew(canonicalUrl: string): boolean {
    if (this.#recorded.has(canonicalUrl) || this.#before.has(canonicalUrl)) return false
    if (this.#recorded.size >= REMEMBERED) {
      this.#before = this.#recorded
      this.#recorded = new Set()
    }
    this.#recorded.add(canonicalUrl)
    return true
  }
}
