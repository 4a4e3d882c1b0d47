import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../random/seeded-random.ts'
import { type PageRankOptions, TopicalPageRank } from './topical-pagerank.ts'

const OPTIONS: PageRankOptions = { damping: 0.85, omega: 0.6, work: 2048, graphLinks: 1_000_000 }

interface Page {
  readonly key: number
  readonly links: readonly { readonly target: number; readonly relevance: number }[]
  readonly outDegree: number
}

/** OA eq. 8 over the crawled pages, iterated until it converges, rescaled to the mean 1 after every round. */
function recomputed(pages: readonly Page[], { damping, omega } = OPTIONS): Map<number, number> {
  const crawled = new Set(pages.map(({ key }) => key))
  let ranks = new Map(pages.map(({ key }) => [key, 1]))
  for (let round = 0; round < 100_000; round++) {
    const next = new Map(pages.map(({ key }) => [key, 1 - damping]))
    for (const { key, links, outDegree } of pages)
      for (const { target, relevance } of links)
        if (crawled.has(target) && target !== key) {
          const flow = ((ranks.get(key) ?? 0) / outDegree) * (1 + omega * relevance)
          next.set(target, (next.get(target) ?? 0) + damping * flow)
        }
    const mean = [...next.values()].reduce((a, b) => a + b, 0) / next.size
    let moved = 0
    for (const [key, rank] of next) {
      next.set(key, rank / mean)
      moved = Math.max(moved, Math.abs(rank / mean / (ranks.get(key) ?? 1) - 1))
    }
    ranks = next
    if (moved < 1e-12) return ranks
  }
  throw new Error('The recomputation does not converge')
}

function largestError(rank: TopicalPageRank, pages: readonly Page[], options = OPTIONS): number {
  let largest = 0
  for (const [key, value] of recomputed(pages, options))
    largest = Math.max(largest, Math.abs(rank.rankOf(key) / value - 1))
  return largest
}

const relevanceOf = (random: () => number) => (random() < 0.7 ? 0 : Math.round(random() * 255) / 255)

/**
 * A web with links to near pages, to popular pages and to pages that are never visited; crawled in random
 * order.
 */
function randomWeb(size: number, seed: number): Page[] {
  const random = seededRandom(seed)
  const pages = Array.from({ length: size }, (_, key): Page => {
    const outDegree = 1 + Math.floor(random() * 40)
    const links = new Map<number, number>()
    for (let i = 0; i < outDegree; i++) {
      const kind = random()
      const near = (key + Math.floor((random() - 0.5) * 40) + size) % size
      const popular = Math.floor(size ** random()) - 1
      links.set(kind < 0.4 ? near : kind < 0.7 ? popular : size + Math.floor(random() * size * 4), 0)
    }
    links.delete(key)
    return {
      key,
      outDegree: Math.max(1, links.size),
      links: [...links.keys()].map((target) => ({ target, relevance: relevanceOf(random) })),
    }
  })
  return pages
    .map((page) => ({ page, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ page }) => page)
}

function addAll(rank: TopicalPageRank, pages: readonly Page[]): void {
  for (const { key, outDegree, links } of pages) rank.add(key, outDegree, links)
}

describe('topical PageRank', () => {
  it('matches OA eq. 8 for three pages in a row, rescaled to a mean of 1', () => {
    const rank = new TopicalPageRank(OPTIONS)
    const pages: Page[] = [
      { key: 1, outDegree: 2, links: [{ target: 2, relevance: 1 }] },
      { key: 2, outDegree: 1, links: [{ target: 3, relevance: 0 }] },
      { key: 3, outDegree: 1, links: [] },
    ]
    addAll(rank, pages)
    // Solved by hand for lambda: lambda a = .15, lambda b = .15 + .85 * 1.6 / 2 a, lambda c = .15 + .85 b, a + b + c = 3.
    const [a, b, c] = [1, 2, 3].map((key) => rank.rankOf(key)) as [number, number, number]
    const lambda = 0.15 / a
    expect(b).toBeCloseTo((0.15 + 0.85 * 0.8 * a) / lambda, 3)
    expect(c).toBeCloseTo((0.15 + 0.85 * b) / lambda, 3)
    expect(a + b + c).toBeCloseTo(3, 9)
  })

  it('stays within 1 % of a full recomputation on a web of 2,000 pages, at every stage of the crawl', () => {
    const pages = randomWeb(2000, 11)
    const rank = new TopicalPageRank(OPTIONS)
    for (const [from, to] of [
      [0, 200],
      [200, 1000],
      [1000, 2000],
    ] as const) {
      addAll(rank, pages.slice(from, to))
      expect(largestError(rank, pages.slice(0, to))).toBeLessThan(0.01)
    }
  })

  it('stays within 1 % of a full recomputation on any graph, including cycles that amplify rank', () => {
    const link = fc.record({ target: fc.nat(24), relevance: fc.constantFrom(0, 0.2, 1) })
    const graph = fc.array(fc.uniqueArray(link, { maxLength: 4, selector: ({ target }) => target }), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(graph, (links) => {
        const pages: Page[] = links.map((own, key) => {
          const others = own.filter(({ target }) => target !== key)
          return { key, outDegree: Math.max(1, others.length), links: others }
        })
        // The changes of the last pages are passed on while the next pages are added.
        const quiet = Array.from({ length: 20 }, (_, i): Page => ({ key: 100 + i, outDegree: 1, links: [] }))
        const rank = new TopicalPageRank(OPTIONS)
        addAll(rank, [...pages, ...quiet])
        expect(largestError(rank, [...pages, ...quiet])).toBeLessThan(0.01)
      }),
      { numRuns: 150 },
    )
  })

  it('keeps the mean at 1 where eq. 8 as printed diverges', () => {
    const rank = new TopicalPageRank(OPTIONS)
    addAll(rank, [
      { key: 1, outDegree: 1, links: [{ target: 2, relevance: 1 }] },
      { key: 2, outDegree: 1, links: [{ target: 1, relevance: 1 }] },
      { key: 3, outDegree: 1, links: [] },
    ])
    const ranks = [1, 2, 3].map((key) => rank.rankOf(key))
    expect(ranks.reduce((a, b) => a + b) / 3).toBeCloseTo(1, 9)
    expect(ranks[0]).toBeGreaterThan(1.3)
    expect(ranks[2]).toBeGreaterThan(0)
  })

  it('does bounded work per page for any size of the graph', () => {
    const rank = new TopicalPageRank({ ...OPTIONS, work: 500 })
    let largestWork = 0
    for (const { key, outDegree, links } of randomWeb(3000, 5)) {
      const before = rank.walked
      rank.add(key, outDegree, links)
      largestWork = Math.max(largestWork, rank.walked - before)
    }
    // Its own links once, and at largestWork one page's links beyond the allowed work.
    expect(largestWork).toBeLessThanOrEqual(500 + 2 * 40)
    expect(largestWork).toBeGreaterThan(400)
  })

  it('predicts the rank of a target before the linking page is added', () => {
    const rank = new TopicalPageRank(OPTIONS)
    addAll(rank, randomWeb(50, 3))
    const before = rank.rankThrough(7, { target: 999_999, relevance: 1 }, 10)
    const lower = rank.rankThrough(7, { target: 999_999, relevance: 0 }, 10)
    expect(before).toBeGreaterThan(lower)
    expect(lower).toBeGreaterThan(rank.rankOf(999_999))
    expect(rank.largest).toBeGreaterThanOrEqual(1)
  })

  it('passes rank through a redirect', () => {
    const make = (redirected: boolean) => {
      const rank = new TopicalPageRank(OPTIONS)
      rank.add(1, 1, [{ target: redirected ? 10 : 2, relevance: 0 }])
      rank.add(2, 1, [])
      if (redirected) rank.redirect(10, 2)
      rank.add(3, 1, [{ target: redirected ? 10 : 2, relevance: 0 }])
      return [1, 2, 3].map((key) => rank.rankOf(key))
    }
    const direct = make(false)
    for (const [i, value] of make(true).entries()) expect(value).toBeCloseTo(direct[i] ?? 0, 3)
  })

  it('continues bit for bit from a snapshot', () => {
    const pages = randomWeb(600, 9)
    const rank = new TopicalPageRank({ ...OPTIONS, work: 200 })
    addAll(rank, pages.slice(0, 300))
    rank.redirect(123_456, pages[0]?.key ?? 0)
    const resumed = new TopicalPageRank({ ...OPTIONS, work: 200 })
    resumed.restore(JSON.parse(JSON.stringify(rank.snapshot())))
    addAll(rank, pages.slice(300))
    addAll(resumed, pages.slice(300))
    for (const { key } of pages) expect(resumed.rankOf(key)).toBe(rank.rankOf(key))
    expect(JSON.stringify(resumed.snapshot())).toBe(JSON.stringify(rank.snapshot()))
  })

  it('passes nothing on through links beyond its limit', () => {
    const rank = new TopicalPageRank({ ...OPTIONS, graphLinks: 1 })
    rank.add(1, 2, [
      { target: 2, relevance: 0 },
      { target: 3, relevance: 0 },
    ])
    expect(rank.rankOf(2)).toBeGreaterThan(rank.rankOf(3))
  })
})
