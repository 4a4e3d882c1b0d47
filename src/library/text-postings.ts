import type { Catalogue, CatalogueVersion, TextIndex, TextQuery, TextRun } from '../store/catalogue.ts'
import { addScores, highestScore, MIN_RARITY, rarityOf, statisticsIn } from './bm25.ts'
import { type Columns, yieldToEventLoop } from './columns.ts'
import { Posting } from './posting.ts'
import { difference, intersection, union } from './sorted-orders.ts'

/** Number of pages searched per statement: about ten milliseconds for a common word. */
const RANGE = 100_000
/** Memory limit of the postings: about 5,000 words of a collection of 100,000 pages, a hundred of them common. */
const MAX_BYTES = 64 * 2 ** 20

/** Kept pages with their whole text; rejected pages with title and summary. A page is in one of them. */
const INDEXES = ['kept', 'rejected'] as const

/**
 * Caches the pages of every searched word and how often they contain it, from which BM25 follows. Most queries combine words of earlier
 * ones and are then answered from memory. New pages are added from the index; a change of older pages clears the cache.
 */
export class TextPostings {
  readonly #catalogue: Catalogue
  readonly #columns: Columns
  readonly #postings = new Map<string, Posting>()
  #bytes = 0
  #changes = -1

  constructor(catalogue: Catalogue, columns: Columns) {
    this.#catalogue = catalogue
    this.#columns = columns
  }

  /** Must be called with the current version before each search. */
  follow({ changes }: CatalogueVersion): void {
    if (changes === this.#changes) return
    this.#changes = changes
    this.#postings.clear()
    this.#bytes = 0
  }

  /** Orders of the pages whose text matches, ascending. If all words are negated, all other pages match. A view: read it at once. */
  async matched({ must, not }: TextQuery, pages: number): Promise<Uint32Array> {
    if (must.length === 0) return difference(upTo(pages), await this.#anyOf(INDEXES, not.flat(), pages))
    const found: Uint32Array[] = []
    for (const index of INDEXES) {
      let orders = await this.#allOf(index, must, pages)
      if (orders.length > 0) orders = difference(orders, await this.#anyOf([index], not.flat(), pages))
      found.push(orders)
    }
    return union(found)
  }

  /** Marks those of the ascending orders that have all words in their title. */
  async titled(index: TextIndex, { must }: TextQuery, orders: Uint32Array): Promise<Uint8Array> {
    /** Number of consecutive groups, from the first, that each title contains. */
    const reached = new Uint16Array(orders.length)
    for (const [i, group] of must.entries())
      for (const run of group) {
        const inTitle = await this.#inTitle(index, run, orders)
        for (let at = 0; at < orders.length; at++)
          if (inTitle[at] === 1 && reached[at] === i) reached[at] = i + 1
      }
    const titled = new Uint8Array(orders.length)
    for (let at = 0; at < orders.length; at++) if (reached[at] === must.length) titled[at] = 1
    return titled
  }

  /** BM25 scores of the given ascending pages, in the same order. */
  async scores(index: TextIndex, { must }: TextQuery, orders: Uint32Array): Promise<Float64Array> {
    const { pages, totals, terms } = this.#columns
    const statistics = statisticsIn(totals, index)
    const sums = new Float64Array(orders.length)
    for (const run of must.flat()) {
      const posting = await this.#posting(index, run, pages)
      await this.#weigh(posting, index, run, orders)
      const rarity = rarityOf(posting.upTo(pages).length, statistics.pages)
      addScores(sums, orders, posting.weightsOf(orders), terms, rarity, statistics.meanTerms)
    }
    return sums
  }

  /** The highest possible score of a page: every word of the query as often as can be. Scores divided by it compare between indexes. */
  async highestScore(index: TextIndex, { must }: TextQuery): Promise<number> {
    const { pages, totals } = this.#columns
    let highest = 0
    for (const group of must) {
      let rarest = MIN_RARITY
      for (const run of group) {
        const found = (await this.#ordersOf(index, run, pages)).length
        // Runs without pages do not count.
        if (found > 0) rarest = Math.max(rarest, rarityOf(found, totals[index].pages))
      }
      highest += highestScore(rarest)
    }
    return highest
  }

  /** Orders of the pages that contain a phrase of each group. */
  async #allOf(
    index: TextIndex,
    groups: readonly (readonly TextRun[])[],
    pages: number,
  ): Promise<Uint32Array> {
    let all: Uint32Array | null = null
    for (const group of groups) {
      const found = await this.#anyOf([index], group, pages)
      all = all === null ? found : intersection(all, found)
      if (all.length === 0) break
    }
    return all ?? new Uint32Array(0)
  }

  async #anyOf(indexes: readonly TextIndex[], runs: readonly TextRun[], pages: number): Promise<Uint32Array> {
    const lists: Uint32Array[] = []
    for (const index of indexes) for (const run of runs) lists.push(await this.#ordersOf(index, run, pages))
    return union(lists)
  }

  async #ordersOf(index: TextIndex, run: TextRun, pages: number): Promise<Uint32Array> {
    return (await this.#posting(index, run, pages)).upTo(pages)
  }

  async #inTitle(index: TextIndex, run: TextRun, orders: Uint32Array): Promise<Uint8Array> {
    const posting = await this.#posting(index, run, this.#columns.pages)
    if (posting.withoutWeight(orders).length === 0) return posting.inTitleOf(orders)
    // The weights of so many pages would take longer than the titles.
    const titles = await this.#posting(index, { ...run, inTitle: true }, this.#columns.pages)
    return titles.marksOf(orders)
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
    if (posting.through === 0) {
      const found = await this.#catalogue.wordOccurrences(index, run)
      if (found) {
        posting.add(found.orders, pages)
        posting.setWeights(found)
      }
    }
    while (posting.through < pages) {
      const range = { from: posting.through + 1, to: Math.min(pages, posting.through + RANGE) }
      posting.add(await this.#catalogue.matching(index, { must: [[run]], not: [] }, range), range.to)
      if (range.to < pages) await yieldToEventLoop()
    }
    this.#grew(posting.bytes - before)
  }

  /** Reads how often these pages contain the run, as far as that is not known. */
  async #weigh(posting: Posting, index: TextIndex, run: TextRun, orders: Uint32Array): Promise<void> {
    if (posting.withoutWeight(orders).length === 0) return
    await posting.inTurn(async () => {
      const missing = posting.withoutWeight(orders)
      const [first, last] = [missing[0], missing.at(-1)]
      if (first === undefined || last === undefined) return
      const among = new Uint8Array(last + 1)
      for (const order of missing) among[order] = 1
      for (let from = first; from <= last; from += RANGE) {
        const range = { from, to: Math.min(last, from + RANGE - 1) }
        posting.setWeights(await this.#catalogue.occurrences(index, run, range, among))
        if (range.to < last) await yieldToEventLoop()
      }
    })
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

function upTo(pages: number): Uint32Array {
  const orders = new Uint32Array(pages)
  for (let i = 0; i < pages; i++) orders[i] = i + 1
  return orders
}
