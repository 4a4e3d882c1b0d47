import { z } from 'zod'
import { KeyIndex } from './key-index.ts'
import { NodeRecords, REDIRECTED, UNVISITED } from './node-records.ts'
import { NumberList } from './number-list.ts'
import { ResidualQueue } from './residual-queue.ts'

export interface PageRankOptions {
  /** d of OA eq. 8. */
  readonly damping: number
  /** omega of OA eq. 8: what a fully relevant anchor adds to the flow of its link. */
  readonly omega: number
  /** Links followed per page to pass on changes. */
  readonly work: number
  /** Maximum number of links in memory; later pages are ranked, but pass nothing on. */
  readonly graphLinks: number
}

export interface RankLink {
  /** `urlKey` of the canonical URL. */
  readonly target: number
  /** R(anchor), 0..1. */
  readonly relevance: number
}

export const PageRankState = z.object({
  keys: z.string(),
  nodes: z.string(),
  nodeOf: z.string(),
  first: z.string(),
  degree: z.string(),
  target: z.string(),
  relevance: z.string(),
  queue: z.string(),
  inflowSum: z.number(),
  toldSum: z.number(),
  largestInflow: z.number(),
  swept: z.number(),
  walked: z.number(),
})

/** A change smaller than this, in units of the mean rank, is not passed on. */
const MIN_CHANGE = 1e-4
/**
 * Pages checked in turn for changes of the mean, which no link passes on to them: once per page, and when the
 * queue is empty.
 */
const SWEPT = 32
/** Relevance is stored in one byte. */
const STEPS = 255

/**
 * Topical PageRank of the crawled graph (OA eq. 8), rescaled so that the mean over the crawled pages is 1,
 * updated page by page at a cost that does not depend on their number.
 *
 * `inflow(v)` is the sum over the in-links of v of `passed(u) / C(u) * (1 + omega * R(anchor))`, where
 * `passed(u)` is the rank that u last passed on; `scale = pages / (sum of passed)` corrects for ranks not
 * passed on yet. So `rank(v) = ((1 - d) + d * scale * inflow(v)) / lambda` with `lambda = (1 - d) + d * scale
 * * (mean inflow)` always has the mean 1, and it is the fixed point once every page has passed on its rank.
 * Pages with the largest difference between rank and passed rank come first; what exceeds the work of one
 * page waits for the next.
 */
export class TopicalPageRank {
  readonly #options: PageRankOptions
  #keys = new KeyIndex()
  #nodes = new NodeRecords()
  /** By page: its node, first link and out-degree C; its links end where the next page's begin. */
  #nodeOf = new NumberList('i32')
  #first = new NumberList('i32')
  #degree = new NumberList('i32')
  /** By link: the target's node and R(anchor) in 255 steps. */
  #target = new NumberList('i32')
  #relevance = new NumberList('u8')
  #queue = new ResidualQueue(MIN_CHANGE)
  /** Over all pages. */
  #inflowSum = 0
  #passedSum = 0
  #largestInflow = 0
  #swept = 0
  #walked = 0

  constructor(options: PageRankOptions) {
    this.#options = options
  }

  get pages(): number {
    return this.#nodeOf.length
  }

  /** Links followed so far: a measure of work that does not depend on the machine. */
  get walked(): number {
    return this.#walked
  }

  /** The largest rank so far, at least 1. */
  get largest(): number {
    return Math.max(1, this.#rank(this.#largestInflow))
  }

  /** The rank of a page; for a page not yet visited, its rank by the known links to it. */
  rankOf(key: number): number {
    return this.#rank(this.#inflowOf(key))
  }

  /** The rank of a link's target once the linking page is part of the graph. */
  rankThrough(from: number, link: RankLink, outDegree: number): number {
    const share = this.#unscaledRank(this.#inflowOf(from)) / Math.max(1, outDegree)
    return this.#rank(
      this.#inflowOf(link.target) + share * (1 + this.#options.omega * stepped(link.relevance)),
    )
  }

  /** Adds a crawled page with its links; `outDegree` counts all its links, including those omitted here. */
  add(key: number, outDegree: number, links: readonly RankLink[]): void {
    const node = this.#nodeAt(key)
    if (this.#pageOf(node) === UNVISITED) {
      const first = this.#unscaledRank(this.#inflowAt(node))
      this.#nodes.page[4 * node + 3] = this.pages
      this.#inflowSum += this.#inflowAt(node)
      this.#nodeOf.push(node)
      this.#first.push(this.#target.length)
      this.#degree.push(Math.max(1, outDegree, links.length))
      this.#queue.addItem()
      for (const link of links) this.#addLink(node, link)
      this.#passOnFrom(this.pages - 1, first)
    }
    this.#sweep()
    this.#passOn()
  }

  /**
   * Links to `from` lead to `to`, a crawled page, because of a redirect; the inflow of `from` moves to `to`.
   */
  redirect(from: number, to: number): void {
    const source = this.#nodeAt(from)
    const target = this.#nodeAt(to)
    const page = this.#pageOf(target)
    if (source === target || this.#pageOf(source) !== UNVISITED || page < 0) return
    const moved = this.#inflowAt(source)
    const { inflow } = this.#nodes
    this.#nodes.page[4 * source + 3] = REDIRECTED - target
    inflow[2 * source] = 0
    inflow[2 * target] = this.#inflowAt(target) + moved
    this.#inflowSum += moved
    this.#wait(page)
  }

  snapshot(): z.infer<typeof PageRankState> {
    return {
      keys: this.#keys.snapshot(),
      nodes: this.#nodes.encode(),
      nodeOf: this.#nodeOf.encode(),
      first: this.#first.encode(),
      degree: this.#degree.encode(),
      target: this.#target.encode(),
      relevance: this.#relevance.encode(),
      queue: this.#queue.snapshot(),
      inflowSum: this.#inflowSum,
      toldSum: this.#passedSum,
      largestInflow: this.#largestInflow,
      swept: this.#swept,
      walked: this.#walked,
    }
  }

  restore(saved: z.infer<typeof PageRankState>): void {
    this.#keys = KeyIndex.restore(saved.keys)
    this.#nodes = NodeRecords.decode(saved.nodes)
    this.#nodeOf = NumberList.decode('i32', saved.nodeOf)
    this.#first = NumberList.decode('i32', saved.first)
    this.#degree = NumberList.decode('i32', saved.degree)
    this.#target = NumberList.decode('i32', saved.target)
    this.#relevance = NumberList.decode('u8', saved.relevance)
    this.#queue = new ResidualQueue(MIN_CHANGE)
    this.#queue.restore(this.pages, saved.queue)
    this.#inflowSum = saved.inflowSum
    this.#passedSum = saved.toldSum
    this.#largestInflow = saved.largestInflow
    this.#swept = saved.swept
    this.#walked = saved.walked
  }

  #nodeAt(key: number): number {
    const node = this.#keys.add(key)
    if (node === this.#nodes.length) this.#nodes.push()
    return node
  }

  #pageOf(node: number): number {
    return this.#nodes.page[4 * node + 3] ?? UNVISITED
  }

  #inflowAt(node: number): number {
    return this.#nodes.inflow[2 * node] ?? 0
  }

  #addLink(node: number, { target, relevance }: RankLink): void {
    if (this.#target.length >= this.#options.graphLinks) return
    const to = this.#nodeAt(target)
    if (to === node) return
    this.#target.push(to)
    this.#relevance.push(Math.round(stepped(relevance) * STEPS))
  }

  #inflowOf(key: number): number {
    const node = this.#keys.find(key)
    if (node < 0) return 0
    const page = this.#pageOf(node)
    return this.#inflowAt(page <= REDIRECTED ? REDIRECTED - page : node)
  }

  get #scale(): number {
    return this.#passedSum > 0 ? this.pages / this.#passedSum : 1
  }

  /** (1 - d) / lambda: the rank of a page without in-links. */
  get #floor(): number {
    const { damping } = this.#options
    const mean = this.pages > 0 ? (this.#scale * this.#inflowSum) / this.pages : 1
    return (1 - damping) / (1 - damping + damping * mean)
  }

  #rank(inflow: number): number {
    const { damping } = this.#options
    return this.#floor * (1 + (damping / (1 - damping)) * this.#scale * inflow)
  }

  /** The rank that a page of this inflow passes on, before scaling. */
  #unscaledRank(inflow: number): number {
    return this.pages > 0 ? this.#rank(inflow) / this.#scale : 1
  }

  #wait(page: number): void {
    const node = this.#nodeOf.array[page] ?? 0
    const passed = this.#nodes.passed[4 * node + 2] ?? 0
    this.#queue.raise(page, Math.abs(this.#rank(this.#inflowAt(node)) - this.#scale * passed))
  }

  #sweep(): void {
    for (let i = Math.min(SWEPT, this.pages); i > 0; i--) {
      this.#swept = this.#swept + 1 < this.pages ? this.#swept + 1 : 0
      this.#wait(this.#swept)
    }
  }

  #passOn(): void {
    let swept = false
    for (let left = this.#options.work; left > 0; ) {
      const page = this.#queue.take()
      if (page >= 0) {
        left -= 1 + this.#passOnFrom(page, this.#unscaledRank(this.#inflowAt(this.#nodeOf.array[page] ?? 0)))
        swept = false
      } else {
        if (swept) return
        this.#sweep()
        left -= SWEPT
        swept = true
      }
    }
  }

  /** Passes on the change of a page's rank; returns the number of its links. */
  #passOnFrom(page: number, rank: number): number {
    const { omega } = this.#options
    const { inflow, passed, page: pages } = this.#nodes
    const targets = this.#target.array
    const relevances = this.#relevance.array
    const own = 4 * (this.#nodeOf.array[page] ?? 0) + 2
    const before = passed[own] ?? 0
    passed[own] = rank
    // The stored rank is rounded, and only its change may be passed on.
    const change = (passed[own] ?? 0) - before
    const share = change / (this.#degree.array[page] ?? 1)
    this.#passedSum += change
    // Constant for all links of a page: their effect on the mean shows when the next page passes on its rank.
    const scale = this.#scale
    const floor = this.#rank(0)
    const slope = this.#rank(1) - floor
    const begin = this.#first.array[page] ?? 0
    const end = page + 1 < this.pages ? (this.#first.array[page + 1] ?? 0) : this.#target.length
    for (let link = begin; link < end; link++) {
      let node = targets[link] ?? 0
      let other = pages[4 * node + 3] ?? UNVISITED
      if (other <= REDIRECTED) {
        node = REDIRECTED - other
        other = pages[4 * node + 3] ?? UNVISITED
      }
      const flow = share * (1 + omega * ((relevances[link] ?? 0) / STEPS))
      const now = (inflow[2 * node] ?? 0) + flow
      inflow[2 * node] = now
      if (now > this.#largestInflow) this.#largestInflow = now
      if (other < 0) continue
      this.#inflowSum += flow
      this.#queue.raise(other, Math.abs(floor + slope * now - scale * (passed[4 * node + 2] ?? 0)))
    }
    this.#walked += end - begin
    return end - begin
  }
}

/** Rounded as stored. */
function stepped(relevance: number): number {
  const within = Math.min(1, Math.max(0, relevance))
  return Number.isFinite(within) ? Math.round(within * STEPS) / STEPS : 0
}
