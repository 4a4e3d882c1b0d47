import type { Catalogue, TextQuestion } from '../store/catalogue.ts'
import { AnswerCache } from './answer-cache.ts'
import { Columns, type PlaceFinder } from './columns.ts'
import type { Understood } from './question.ts'
import { matchedPages, type Selection, select } from './selection.ts'

/** Questions whose pages are remembered: those one person asks while looking at one result, and a few of before. */
const MAX_SELECTIONS = 16
/** Whoever picks a facet keeps the words: what they match is remembered, too. */
const MAX_TEXTS = 8
/** While a crawl adds pages, a question is answered from the same moment for so long: results, facets, map and timeline then agree. What a curator decides is seen at once. */
const SAME_MOMENT_MS = 1_000

/** What is kept in memory of an open collection to find its pages. */
export class CollectionIndex {
  readonly catalogue: Catalogue
  readonly columns: Columns
  readonly #selections: AnswerCache<Selection>
  readonly #texts: AnswerCache<Uint8Array>

  constructor(catalogue: Catalogue, places: PlaceFinder, now: () => number) {
    this.catalogue = catalogue
    this.columns = new Columns(catalogue, places)
    this.#selections = new AnswerCache(MAX_SELECTIONS, SAME_MOMENT_MS, now)
    this.#texts = new AnswerCache(MAX_TEXTS, 0, now)
  }

  async select(understood: Understood): Promise<Selection> {
    const version = await this.columns.follow()
    const matched = (text: TextQuestion, pages: number) =>
      this.#texts.answer(JSON.stringify(text), version, () => matchedPages(this.catalogue, text, pages))
    return this.#selections.answer(JSON.stringify(understood), version, () =>
      select(this, understood, matched),
    )
  }
}

const indexes = new WeakMap<Catalogue, CollectionIndex>()

/** The index of an open collection; it goes when the collection does. */
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
