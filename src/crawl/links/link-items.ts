import { memoize } from '../../cache/memo.ts'
import { type CanonicalUrl, canonicalUrl, hostOf, originOf } from '../../frontier/canonical-url.ts'
import type { JudgedPage, Lease, NewItem } from '../../model/crawl.ts'
import type { CompleteSpecification } from '../../model/crawl-options.ts'
import type { LinkReading, PageReading } from '../../model/page.ts'
import type { LinkScore } from '../../model/verdict.ts'
import type { Strategy } from '../../score/strategy.ts'

/** Pages of one site share most of their links: the links of a few dozen pages are cached, about 8 MB. */
const REMEMBERED = 8_192

/** A link's URL and identity, or null when it cannot be fetched. */
const addressOf: (url: string) => CanonicalUrl | null = memoize(REMEMBERED, (url) => canonicalUrl(url))

/** The options of a crawl that decide about links. */
export type LinkOptions = Pick<
  CompleteSpecification,
  'followNofollow' | 'tunnel' | 'minScore' | 'maxRedirects'
>

export interface LinkDeciders {
  readonly strategy: Strategy
  /** The code of the scope rule that keeps an item out, if any. */
  readonly whyNot: (item: Pick<NewItem, 'canonicalUrl' | 'host' | 'source' | 'depth'>) => string | undefined
  /** The code if a host may never be visited; links to it do not become frontier items. */
  readonly fence?: (host: string) => string | undefined
}

/** The links of a judged page as frontier items: scored, in scope or with the reason why not, one per canonical URL. */
export function linkItems(
  lease: Lease,
  from: JudgedPage,
  parts: LinkDeciders,
  options: LinkOptions,
): NewLink[] {
  const { page, verdict } = from
  const links = [...insideOf(page.links, parts), ...(parts.strategy.suggest?.(from) ?? [])]
  const scores = parts.strategy.score(links, from)
  // Feeds and sitemaps are not a step away from the event.
  const steps = page.form === 'page' ? 1 : 0
  const tunnel = verdict.relevant ? 0 : lease.tunnel + steps
  const items = new Map<string, NewLink>()
  for (const [i, link] of links.entries()) {
    const item = newItem(link.url, scores[i]!, lease, {
      depth: lease.depth + 1,
      redirects: 0,
      tunnel,
      anchor: link.anchor,
      merge: parts.strategy.merge,
    })
    if (!item || item.canonicalUrl === lease.canonicalUrl) continue
    const before = items.get(item.canonicalUrl)
    if (before && before.score >= item.score) continue
    const excluded = linkExclusion(item, link, page, parts, options) ?? scores[i]?.excluded
    if (excluded) item.excluded = excluded
    items.set(item.canonicalUrl, item)
  }
  if (page.refresh) {
    const target = redirectItem(lease, page.refresh, parts, options)
    if (target && !items.has(target.canonicalUrl)) items.set(target.canonicalUrl, target)
  }
  return [...items.values()]
}

function insideOf(links: readonly LinkReading[], { fence }: LinkDeciders): readonly LinkReading[] {
  if (!fence) return links
  const isInside = (url: string): boolean => {
    const host = hostOf(url)
    return host !== null && fence(host) === undefined
  }
  // The links of a page lead to few hosts, and links to the same host are usually adjacent.
  const known = new Map<string, boolean>()
  let origin: string | null = null
  let inside = false
  return links.filter(({ url }) => {
    if (origin !== null && url.startsWith(origin)) return inside
    origin = originOf(url)
    inside = (origin === null ? undefined : known.get(origin)) ?? isInside(url)
    if (origin !== null) known.set(origin, inside)
    return inside
  })
}

/** The target of a redirect, with the score of the redirected URL, one hop further. Null when it cannot be requested at all. */
export function redirectItem(
  lease: Lease,
  target: string,
  parts: LinkDeciders,
  { maxRedirects }: Pick<LinkOptions, 'maxRedirects'>,
): NewLink | null {
  const score = {
    score: lease.score,
    evidence: { ...lease.evidence, redirect: { value: lease.score, weight: 1, because: [lease.url] } },
  }
  const item = newItem(target, score, lease, {
    depth: lease.depth,
    redirects: lease.redirects + 1,
    tunnel: lease.tunnel,
    anchor: '',
    merge: parts.strategy.merge,
  })
  if (!item) return null
  const excluded = item.redirects > maxRedirects ? 'redirect-limit' : parts.whyNot(item)
  if (excluded) item.excluded = excluded
  return item
}

/** A seed: the highest score, at depth 0. */
export function seedItem(url: string): NewItem | null {
  const known = canonicalUrl(url)
  if (!known) return null
  const evidence = { seed: { value: 1, weight: 1, because: ['given as a seed'] } }
  return { ...known, score: 1, evidence, depth: 0, parent: null, anchor: '', redirects: 0, tunnel: 0 }
}

/** A link of a page that is about to enter the frontier; `excluded` and `sameListing` are set last. */
export type NewLink = NewItem & { excluded?: string; sameListing?: boolean }

function newItem(
  url: string,
  { score, evidence }: LinkScore,
  lease: Lease,
  rest: Pick<NewItem, 'depth' | 'redirects' | 'tunnel' | 'anchor' | 'merge'>,
): NewLink | null {
  const known = addressOf(url)
  if (!known) return null
  // Listed one by one: spreading the parts took a tenth of the time spent on the links of a page.
  return {
    url: known.url,
    canonicalUrl: known.canonicalUrl,
    host: known.host,
    source: known.source,
    score,
    evidence,
    parent: lease.id,
    depth: rest.depth,
    redirects: rest.redirects,
    tunnel: rest.tunnel,
    anchor: rest.anchor,
    merge: rest.merge,
    excluded: undefined,
    sameListing: undefined,
  }
}

function linkExclusion(
  item: NewItem,
  link: LinkReading,
  page: PageReading,
  parts: LinkDeciders,
  options: LinkOptions,
): string | undefined {
  if (!options.followNofollow && (page.robots.nofollow || link.rel.includes('nofollow'))) return 'nofollow'
  if (item.tunnel > Math.max(options.tunnel, parts.strategy.tunnel ?? 0)) return 'tunnel'
  return parts.whyNot(item) ?? (item.score < options.minScore ? 'low-score' : undefined)
}
