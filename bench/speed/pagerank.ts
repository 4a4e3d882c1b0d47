/**
 * What a page costs the strategy `annealing` as the crawl grows, what keeping the topical PageRank costs of that, and how far
 * the ranks are from a full recomputation.
 * The web is made up as it is crawled: sites of 200 pages whose front page and neighbours are linked most, popular pages
 * elsewhere by Zipf's law, a third of the anchors on topic to some degree.
 *
 *   npx tsx bench/speed/pagerank.ts [--pages 1000,10000,100000] [--work 2048]
 */
import { parseArgs } from 'node:util'
import { sampleLink, sampleReading } from '../../src/page/sample-reading.ts'
import { seededRandom } from '../../src/random/seeded-random.ts'
import { urlKey } from '../../src/score/features/url-key.ts'
import { createStrategy } from '../../src/score/registry.ts'
import { sampleItem, sampleJudged, sampleObservation } from '../../src/score/samples.ts'
import { encodeLinkMemo } from '../../src/score/strategies/annealing/link-memo.ts'
import { type RankLink, TopicalPageRank } from '../../src/score/strategies/annealing/topical-pagerank.ts'
import type { Strategy } from '../../src/score/strategy.ts'

const SITE = 200
/** Pages that exist for each that is crawled. */
const WEB_PER_CRAWL = 20
const MAX_LINKS = 50
const DAMPING = 0.85
const OMEGA = 0.6
const STEPS = 255
/** Pages timed at each size, in groups whose median processor time is taken: other programs disturb some of them. */
const TIMED = 2000
const GROUP = 100

interface Page {
  readonly key: number
  readonly links: readonly RankLink[]
}

/** Pages in the order of a crawl: a random one of those found so far comes next. */
function* crawl(pages: number, seed: number): Generator<Page> {
  const random = seededRandom(seed)
  const web = pages * WEB_PER_CRAWL
  const found = [0]
  const known = new Set(found)
  for (let i = 0; i < pages; i++) {
    const at = Math.floor(random() * found.length)
    const key = found[at] ?? 0
    const last = found.pop() ?? 0
    if (at < found.length) found[at] = last
    const site = key - (key % SITE)
    const targets = new Set<number>()
    for (let n = 5 + Math.floor(random() * (MAX_LINKS - 5)); n > 0; n--) {
      const kind = random()
      if (kind < 0.1) targets.add(site)
      else if (kind < 0.6) targets.add(site + Math.floor(random() * SITE))
      else targets.add(Math.floor(web ** random()) % web)
    }
    targets.delete(key)
    const links = [...targets].map((target) => ({
      target,
      relevance: random() < 2 / 3 ? 0 : Math.round(random() * STEPS) / STEPS,
    }))
    for (const { target } of links) {
      if (known.has(target)) continue
      known.add(target)
      found.push(target)
    }
    if (found.length === 0) found.push(web + i)
    yield { key, links }
  }
}

/** OA eq. 8 iterated to the end, rescaled to the mean 1 after each round. */
function recomputed(pages: readonly Page[]): Float64Array {
  const numbers = new Map(pages.map(({ key }, i) => [key, i]))
  const flows = pages.map(({ links }) =>
    links.flatMap(({ target, relevance }) => {
      const to = numbers.get(target)
      return to === undefined ? [] : [{ to, flow: (DAMPING / links.length) * (1 + OMEGA * relevance) }]
    }),
  )
  let ranks = new Float64Array(pages.length).fill(1)
  for (let round = 0; round < 2000; round++) {
    const next = new Float64Array(pages.length).fill(1 - DAMPING)
    for (const [from, links] of flows.entries())
      for (const { to, flow } of links) next[to] = (next[to] ?? 0) + flow * (ranks[from] ?? 0)
    const mean = next.reduce((a, b) => a + b, 0) / next.length
    let moved = 0
    for (let i = 0; i < next.length; i++) {
      const rank = (next[i] ?? 0) / mean
      next[i] = rank
      moved = Math.max(moved, Math.abs(rank / (ranks[i] ?? 1) - 1))
    }
    ranks = next
    if (moved < 1e-9) break
  }
  return ranks
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}

function errors(rank: TopicalPageRank, pages: readonly Page[]): { largest: number; median: number } {
  const exact = recomputed(pages)
  const all = pages.map(({ key }, i) => Math.abs(rank.rankOf(key) / (exact[i] ?? 1) - 1))
  return { largest: all.reduce((a, b) => Math.max(a, b), 0), median: median(all) }
}

const addressOf = (key: number) => `http://s${Math.floor(key / SITE)}.example/story/${key % SITE}`
const WORDS = [
  'typhoon',
  'landfall',
  'rescue',
  'harbour',
  'council',
  'season',
  'market',
  'minister',
  'river',
  'school',
]
const EVENT = {
  name: 'storm',
  what: WORDS.slice(0, 3).map((term, i) => ({ term, weight: 1 / (1 + i) })),
  where: [],
  when: { interest: [] },
  who: [],
  languages: ['en'],
  seeds: [],
}

/** A page of some 400 words; its links have anchors and surroundings of the usual length. */
function readingOf({ key, links }: Page, random: () => number) {
  const words = (n: number) => Array.from({ length: n }, () => WORDS[Math.floor(random() * 10)]).join(' ')
  return sampleReading(words(8), words(400), {
    url: addressOf(key),
    links: links.map(({ target }) => sampleLink(addressOf(target), words(5), { context: words(20) })),
  })
}

/** Everything a strategy does with a page: judging it, scoring its links and learning from it. */
function wholePage(strategy: Strategy, page: Page, order: number, random: () => number): void {
  const judged = sampleJudged(strategy, readingOf(page, random), { canonicalUrl: addressOf(page.key) })
  const scores = strategy.score(judged.page.links, judged)
  const found = judged.page.links.map(({ url }, i) => sampleItem(url, { score: scores[i]?.score ?? 0 }))
  const memo = strategy.remember?.(judged, found) ?? null
  strategy.observe?.(sampleObservation(order, { canonicalUrl: addressOf(page.key), memo }))
}

/** Only observes a page, as when a resumed crawl replays it. */
function observePage(strategy: Strategy, { key, links }: Page, order: number): void {
  const known = links.map(({ target, relevance }) => ({
    target: urlKey(addressOf(target)),
    relevance,
    words: new Map<number, number>(),
  }))
  const memo = encodeLinkMemo({ fingerprint: 0, held: [], outDegree: links.length, links: known })
  strategy.observe?.(sampleObservation(order, { canonicalUrl: addressOf(key), memo }))
}

/** Median processor time of a page in microseconds. */
function timed(pages: readonly Page[], visit: (page: Page) => void): number {
  const times: number[] = []
  for (let i = 0; i < pages.length; i += GROUP) {
    const start = process.cpuUsage()
    for (const page of pages.slice(i, i + GROUP)) visit(page)
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / GROUP)
  }
  return median(times)
}

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000,10000,100000' },
    work: { type: 'string', default: '2048' },
  },
})
const sizes = values.pages.split(',').map(Number)
const makeRank = () =>
  new TopicalPageRank({ damping: DAMPING, omega: OMEGA, work: Number(values.work), graphLinks: 5_000_000 })
const makeStrategy = () =>
  createStrategy('annealing', { event: EVENT, random: seededRandom(3) }, { rankWork: Number(values.work) })

// Warm-up, before anything is timed.
const warmRank = makeRank()
const warmStrategy = makeStrategy()
for (const [i, page] of [...crawl(1500, 1)].entries()) {
  warmRank.add(page.key, page.links.length, page.links)
  wholePage(warmStrategy, page, i + 1, seededRandom(i))
}

const web = [...crawl(Math.max(...sizes) + 2 * TIMED, 2)]
const rank = makeRank()
const strategy = makeStrategy()
let observed = 0
const first = { whole: 0, rank: 0 }
for (const size of sizes) {
  for (; observed < size; observed++) {
    const page = web[observed]
    if (!page) break
    rank.add(page.key, page.links.length, page.links)
    observePage(strategy, page, observed + 1)
  }
  const pages = web.slice(0, size)
  const { largest, median: middle } = errors(rank, pages)
  const state = JSON.stringify(strategy.snapshot?.())
  // On copies, so that the crawl itself stays as it is.
  const rankCopy = makeRank()
  rankCopy.restore(rank.snapshot())
  const strategyCopy = makeStrategy()
  strategyCopy.restore?.(JSON.parse(state))
  const coming = web.slice(size, size + TIMED)
  const before = rankCopy.walked
  const perRank = timed(coming, (page) => rankCopy.add(page.key, page.links.length, page.links))
  const random = seededRandom(4)
  const perPage = timed(coming, (page) => wholePage(strategyCopy, page, size + 1, random))
  first.whole ||= perPage
  first.rank ||= perRank
  console.log(
    [
      `${size} pages: ${perPage.toFixed(0)} us a page (${(perPage / first.whole).toFixed(2)}x)`,
      `of that PageRank ${perRank.toFixed(0)} us (${(perRank / first.rank).toFixed(2)}x)`,
      `${((rankCopy.walked - before) / TIMED).toFixed(0)} links walked a page`,
      `error at most ${(largest * 100).toFixed(2)} %, median ${(middle * 100).toFixed(3)} %`,
      `snapshot ${(state.length / size).toFixed(0)} bytes a page`,
    ].join('; '),
  )
}
