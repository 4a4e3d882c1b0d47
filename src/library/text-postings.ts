import type { Catalogue, CatalogueVersion, TextIndex, TextQuery, TextRun } from '../store/catalogue.ts'
import { yieldToEventLoop } from './columns.ts'
import { Posting } from './posting.ts'

/** Number of pages searched per statement: about ten milliseconds for a common word. */
const RANGE = 100_000
/** Memory limit of the postings: about a hundred common words of a collection of 100,000 pages. */
const MAX_BYTES = 64 * 2 ** 20
/** For a word on more pages than this, only ranked pages get a score. */
const MAX_SCORED = 100_000
/** Scores depend on the number of pages and their mean length: while a crawl adds pages, they are recomputed after this growth. */
const GROWTH = 0.01

/**
 * Caches the pages of every searched word and their BM25 scores. Most queries combine words of earlier ones and are then answered
 * from memory. New pages are added from the index; a change of older pages clears the cache.
 */
export class TextPostings {
  readonly #catalogue: Catalogue
  readonly #postings = new Map<string, Posting>()
  #bytes = 0
  #changes = -1

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
  }

  /** Must be called with the current version before each search. */
  follow({ changes }: CatalogueVersion): void {
    if (changes === this.#changes) return
    this.#changes = changes
    this.#postings.clear()
    this.#bytes = 0
  }

  /** Marks the pages whose text matches, by fetch order. If all words are negated, all other pages match. */
  async matched({ must, not }: TextQuery, pages: number): Promise<Uint8Array> {
    const marked = new Uint8Array(pages + 1)
    if (must.length === 0) marked.fill(1)
    for (const index of ['kept', 'rejected'] as const) {
      if (must.length > 0) for (const order of await this.#allOf(index, must, pages)) marked[order] = 1
      for (const run of not.flat())
        for (const order of await this.#ordersOf(index, run, pages)) marked[order] = 0
    }
    return marked
  }

  /** Marks the pages that have all words in their title. */
  async titled(index: TextIndex, { must }: TextQuery, pages: number): Promise<Uint8Array> {
    const marked = new Uint8Array(pages + 1)
    const inTitle = must.map((group) => group.map((run): TextRun => ({ ...run, inTitle: true })))
    for (const order of await this.#allOf(index, inTitle, pages)) marked[order] = 1
    return marked
  }

  /** BM25 scores of the given ascending pages, in the same order. */
  async scores(
    index: TextIndex,
    { must }: TextQuery,
    orders: readonly number[],
    pages: number,
  ): Promise<Float64Array> {
    const sums = new Float64Array(orders.length)
    for (const run of must.flat()) {
      const posting = await this.#posting(index, run, pages)
      await posting.inTurn(() => this.#score(posting, index, run, orders, pages))
      posting.addScores(orders, sums)
    }
    return sums
  }

  /** Orders of the pages that contain a phrase of each group. */
  async #allOf(
    index: TextIndex,
    groups: readonly (readonly TextRun[])[],
    pages: number,
  ): Promise<Iterable<number>> {
    if (groups.length === 1 && groups[0]!.length === 1) return this.#ordersOf(index, groups[0]![0]!, pages)
    /** Number of consecutive groups, from the first, that a page contains. */
    const reached = new Uint16Array(pages + 1)
    let last: number[] = []
    for (const [i, group] of groups.entries()) {
      last = []
      for (const run of group)
        for (const order of await this.#ordersOf(index, run, pages))
          if (reached[order] === i) {
            reached[order] = i + 1
            last.push(order)
          }
      if (last.length === 0) break
    }
    return last
  }

  async #ordersOf(index: TextIndex, run: TextRun, pages: number): Promise<Uint32Array> {
    return (await this.#posting(index, run, pages)).upTo(pages)
  }

  async #posting(index: TextIndex, run: TextRun, pages: number): Promise<Posting> {
    const key = `${index} ${JSON.stringify(run)}`
    const posting = this.#postings.get(key) ?? new Posting()
    // The least recently used come first.
    this.#postings.delete(key)
    this.#postings.set(key, posting)
    if (posting.through < pages) await posting.inTurn(() => this.#extend(posting, index, run, pages))
    return posting
  }

  async #extend(posting: Posting, index: TextIndex, run: TextRun, pages: number): Promise<void> {
    const before = posting.bytes
    while (posting.through < pages) {
      const range = { from: posting.through + 1, to: Math.min(pages, posting.through + RANGE) }
      posting.add(await this.#catalogue.matching(index, { must: [[run]], not: [] }, range), range.to)
      if (range.to < pages) await yieldToEventLoop()
    }
    this.#grew(posting.bytes - before)
  }

  async #score(
    posting: Posting,
    index: TextIndex,
    run: TextRun,
    orders: readonly number[],
    pages: number,
  ): Promise<void> {
    const before = posting.bytes
    if (pages - posting.scoredAt > posting.scoredAt * GROWTH) posting.forgetScores(pages)
    const wanted = posting.length <= MAX_SCORED ? null : orders
    const { among, missing } = posting.unscored(pages, wanted)
    for (let from = 1; missing > 0 && from <= pages; from += RANGE) {
      const range = { from, to: Math.min(pages, from + RANGE - 1) }
      posting.setScores(await this.#catalogue.scores(index, { must: [[run]], not: [] }, range, among))
      if (range.to < pages) await yieldToEventLoop()
    }
    this.#grew(posting.bytes - before)
  }

  #grew(bytes: number): void {
    this.#bytes += bytes
    for (const [key, { bytes }] of this.#postings) {
      if (this.#bytes <= MAX_BYTES || this.#postings.size === 1) return
      this.#postings.delete(key)
      this.#bytes -= bytes
    }
  }
}
