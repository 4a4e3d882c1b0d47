import type { LinkReading, PageReading } from '../../../model/page.ts'

const ranks = new WeakMap<PageReading, Map<LinkReading, number>>()

/** The position of a link among the links of its page, from 0; 0 for a link that is not among them. */
export function linkRank(page: PageReading, link: LinkReading): number {
  let known = ranks.get(page)
  if (!known) {
    known = new Map()
    for (const [i, one] of page.links.entries()) if (!known.has(one)) known.set(one, i)
    ranks.set(page, known)
  }
  return known.get(link) ?? 0
}
