import type { Catalogue } from '../store/catalogue.ts'
import { AnswerCache } from './answer-cache.ts'
import { Columns, type PlaceFinder } from './columns.ts'
import { Hits } from './hits.ts'
import type { CollectionQuery } from './search-query.ts'
import { type Selection, select } from './selection.ts'
import { TextPostings } from './text-postings.ts'

/** Number of searches whose results are cached: those of one result view, and a few earlier ones. */
const MAX_SELECTIONS = 16
/**
 * While a crawl adds pages, a cached search is reused for this long, so that results, facets, map and timeline agree. Decisions of a
 * curator take effect at once.
 */
const SAME_MOMENT_MS = 1_000

/** The in-memory index of an open collection. */
export class CollectionIndex {
  readonly catalogue: Catalogue
  readonly columns: Columns
  readonly postings: TextPostings
  readonly hits = new Hits()
  readonly #selections: AnswerCache<Selection>

  constructor(catalogue: Catalogue, places: PlaceFinder, now: () => number) {
    this.catalogue = catalogue
    this.columns = new Columns(catalogue, places)
    this.postings = new TextPostings(catalogue, this.columns)
    this.#selections = new AnswerCache(MAX_SELECTIONS, SAME_MOMENT_MS, now)
  }

  async select(query: CollectionQuery): Promise<Selection> {
    const version = await this.columns.follow()
    this.postings.follow(version)
    this.hits.follow(version)
    return this.#selections.answer(JSON.stringify(query), version, () => select(this, query))
  }
}

const indexes = new WeakMap<Catalogue, CollectionIndex>()

/** The index of an open collection; garbage-collected together with it. */
export function collectionIndex(
  catalogue: Catalogue,
  places: PlaceFinder,
  now: () => number = Date.now,
): CollectionIndex {
  let index = indexes.get(catalogue)
  if (!index) {
    index = new CollectionIndex(catalogue, places, now)
    indexes.set(catalogue, index)
  }
  return index
}
