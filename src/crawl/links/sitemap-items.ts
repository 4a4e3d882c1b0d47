import type { Lease, NewItem } from '../../model/crawl.ts'
import type { LinkReading } from '../../model/page.ts'
import { readPage } from '../../page/read-page.ts'
import { type LinkDeciders, type LinkOptions, linkItems } from './link-items.ts'

/** Sitemaps taken from one robots.txt. Large newspapers list a few dozen, most of them through an index. */
const MAX_SITEMAPS = 50

/**
 * The sitemaps listed in the robots.txt of a lease's host, as frontier items. The strategy scores them like links of a
 * page whose relevance equals the score of the link that led to this host, so that a sitemap scores no higher than that
 * link.
 */
export function sitemapItems(
  lease: Lease,
  sitemaps: readonly string[],
  parts: LinkDeciders,
  options: LinkOptions,
): NewItem[] {
  if (sitemaps.length === 0) return []
  const { id, score, evidence, depth, source, host } = lease
  const url = new URL('/robots.txt', lease.url).href
  const named = `robots.txt of ${host}`
  const links = sitemaps.slice(0, MAX_SITEMAPS).map((address): LinkReading => {
    return { url: address, anchor: '', context: '', division: 0, rel: ['sitemap'], position: 0 }
  })
  const empty = readPage({ url, body: new Uint8Array(0), contentType: '' })
  const from = {
    id,
    canonicalUrl: url,
    page: { ...empty, title: named, links, form: 'sitemap' as const },
    verdict: { relevance: score, relevant: false, evidence },
    depth,
    source,
    link: { score, evidence },
  }
  const discovery = { value: null, weight: 0, because: [named] }
  return linkItems(lease, from, parts, options).map((item) => ({
    ...item,
    evidence: { ...item.evidence, discovery },
  }))
}
