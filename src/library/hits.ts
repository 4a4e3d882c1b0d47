import { BoundedMap } from '../cache/bounded-map.ts'
import type { PlaceCount } from '../model/place.ts'
import type { CatalogueVersion } from '../store/catalogue.ts'
import type { ResultRecord } from '../store/records.ts'
import { QueryMarks } from './query-marks.ts'
import { markedWords } from './search-query.ts'
import type { Selection } from './selection.ts'
import { snippetOf } from './snippet.ts'

/** One search result, as returned by the API and by `eventide search --json`. */
export interface Hit {
  readonly collection: string
  readonly page: number
  readonly title: string
  readonly url: string
  readonly source: string
  readonly language: string
  readonly published: string | null
  readonly fetchedAt: string
  readonly relevance: number
  readonly relevant: boolean
  readonly curated: 'accepted' | 'rejected' | null
  readonly kind: string
  readonly snippet: { text: string; marks: [number, number][] }
  readonly places: PlaceCount[]
  readonly copies: number
  readonly archived: boolean
}

/** What does not depend on other pages. */
type OwnHit = Omit<Hit, 'collection' | 'copies'>

/** Maximum number of places per result. */
const MAX_PLACES = 8
/** Number of cached results, about two kilobytes each. */
const MAX_CACHED = 4_000

/**
 * Reads what is shown of the results of one collection. Reading a page and finding the words in its text takes longer than finding the
 * page, so the last results are cached, each with the words that are marked in it, until an older page changes.
 */
export class Hits {
  readonly #cached = new BoundedMap<string, OwnHit>(MAX_CACHED)
  #changes = -1

  /** Must be called with the current version before each search. */
  follow({ changes }: CatalogueVersion): void {
    if (changes !== this.#changes) this.#cached.clear()
    this.#changes = changes
  }

  /** The results of the given orders, by order; missing pages are omitted. */
  async read(
    collection: string,
    { index, columns, query }: Selection,
    orders: readonly number[],
  ): Promise<Map<number, Hit>> {
    const words = markedWords(query)
    const marked = JSON.stringify(words)
    const keyOf = (order: number) => `${order} ${marked}`
    const changes = this.#changes
    const unknown = orders.filter((order) => !this.#cached.has(keyOf(order)))
    const read = new Map<number, OwnHit>()
    if (unknown.length > 0) {
      const marks = new QueryMarks(words)
      for (const page of await index.catalogue.results(unknown)) read.set(page.order, hitOf(page, marks))
    }
    const hits = new Map<number, Hit>()
    for (const order of orders) {
      const hit = read.get(order) ?? this.#cached.get(keyOf(order))
      if (!hit) continue
      // A page that was read before a change may be out of date.
      if (changes === this.#changes) this.#cached.set(keyOf(order), hit)
      hits.set(order, completed(hit, collection, columns.copiesOf(order).length))
    }
    return hits
  }
}

function hitOf(page: ResultRecord, words: QueryMarks): OwnHit {
  const { text, marks } = snippetOf(page.text || page.summary, words, page.language)
  return {
    page: page.id,
    title: page.title,
    url: page.url,
    source: page.source,
    language: page.language,
    published: page.published,
    fetchedAt: page.fetchedAt,
    relevance: page.relevance,
    relevant: page.relevant,
    curated: page.curated,
    kind: page.kind,
    snippet: { text, marks: marks.map(([from, to]) => [from, to]) },
    places: page.places.slice(0, MAX_PLACES),
    archived: page.archived,
  }
}

/** A copy, because callers may change what they get. */
function completed(hit: OwnHit, collection: string, copies: number): Hit {
  const { snippet, places, archived, ...rest } = hit
  const { text, marks } = snippet
  return { collection, ...rest, snippet: { text, marks: [...marks] }, places: [...places], copies, archived }
}
