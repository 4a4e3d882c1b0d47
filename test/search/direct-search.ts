import { foldName } from '../../src/library/person-name.ts'
import type { SearchQuery } from '../../src/library/search-query.ts'
import type { SearchContext } from '../../src/library/search-selections.ts'
import { textQueryOf } from '../../src/library/text-query.ts'
import type { TextQuery } from '../../src/store/catalogue.ts'
import type { PageRecord } from '../../src/store/records.ts'
import { Connection } from '../../src/store/sqlite/connection.ts'
import type { Store } from '../../src/store/store.ts'

/** A search by words and selections, as far as the direct one understands it. */
export interface DirectQuery extends Omit<SearchQuery, 'q' | 'also' | 'box' | 'near'> {
  /** Each group holds alternatives: words, or phrases of several. */
  readonly must: readonly (readonly string[])[]
  readonly not: readonly string[]
}

const TABLE = { kept: 'page_terms', rejected: 'rejected_terms' } as const
type Index = keyof typeof TABLE
type Page = PageRecord & { readonly sources: readonly string[] }
const ALL = { from: 1, to: 1_000_000 }

/** Searches by reading every page and asking the full-text index of SQLite for matches and ranks: slow and simple. */
export class DirectSearch {
  readonly #store: Store
  readonly #path: string
  readonly #places: SearchContext['places']
  #read: Page[] = []
  #readAt = 0

  constructor(store: Store, path: string, places: SearchContext['places']) {
    this.#store = store
    this.#path = path
    this.#places = places
  }

  /** Ids of the pages, best first. */
  async results(query: DirectQuery, sort: 'relevance' | 'time' | 'oldest'): Promise<number[]> {
    const pages = await this.#found(query)
    const ranks = sort === 'relevance' && query.must.length > 0 ? await this.#ranks(query, pages) : null
    const keyOf = (page: PageRecord): number => {
      if (ranks) return ranks.get(page.order) ?? 0
      if (sort === 'relevance') return Math.fround(page.relevance)
      const day = page.published === null ? Number.NEGATIVE_INFINITY : Date.parse(page.published)
      return sort === 'oldest' && page.published !== null ? -day : day
    }
    return pages
      .map((page) => ({ page, key: keyOf(page) }))
      .sort(
        (a, b) =>
          (a.key === b.key ? 0 : b.key - a.key) ||
          (ranks ? b.page.relevance - a.page.relevance : 0) ||
          a.page.order - b.page.order,
      )
      .map(({ page }) => page.id)
  }

  /** The number of pages of each value, each facet without its own selection. */
  async facets(query: DirectQuery) {
    const pages = await this.#selected(query)
    const count = (facet: keyof DirectQuery, valuesOf: (page: Page) => Iterable<string>) => {
      const counts = new Map<string, number>()
      const { [facet]: _, ...others } = query
      const asked = facet === 'verdict' ? { ...others, verdict: 'all' as const } : others
      for (const page of pages)
        if (this.#picked(page, asked as DirectQuery))
          for (const value of new Set(valuesOf(page))) counts.set(value, (counts.get(value) ?? 0) + 1)
      return Object.fromEntries([...counts].sort())
    }
    return {
      source: count('site', ({ sources }) => sources),
      language: count('lang', ({ language }) => [language]),
      place: count('place', ({ places }) => this.#areasOf(places).filter((id) => this.#isShown(id))),
      who: count('who', ({ who }) => who.map(({ name }) => name)),
      kind: count('kind', ({ kind }) => [kind]),
      verdict: count('verdict', ({ relevant }) => [relevant ? 'kept' : 'rejected']),
    }
  }

  async days(query: DirectQuery) {
    const pages = await this.#found(query)
    const counts: Record<string, number> = {}
    for (const { published } of pages) if (published) counts[published] = (counts[published] ?? 0) + 1
    return { counts, undated: pages.filter(({ published }) => published === null).length }
  }

  async places(query: DirectQuery) {
    const counts: Record<string, number> = {}
    for (const { places } of await this.#found(query))
      for (const { name } of places) counts[name] = (counts[name] ?? 0) + 1
    return counts
  }

  /** All pages without copies; a page has the sources of its copies, too. */
  async #pages(): Promise<Page[]> {
    const { pages } = await this.#store.catalogue.version()
    if (this.#read.length > 0 && pages === this.#readAt) return this.#read
    const all = await this.#store.catalogue.pages(Array.from({ length: pages }, (_, i) => i + 1))
    this.#readAt = pages
    this.#read = all
      .filter(({ duplicateOf }) => duplicateOf === null)
      .map((page) => {
        const copies = all.filter(({ duplicateOf }) => duplicateOf === page.canonicalUrl)
        return { ...page, sources: [page, ...copies].map(({ source }) => source) }
      })
    return this.#read
  }

  async #found(query: DirectQuery): Promise<Page[]> {
    return (await this.#selected(query)).filter((page) => this.#picked(page, query))
  }

  /** The pages that match words and days. */
  async #selected(query: DirectQuery): Promise<Page[]> {
    const text = await this.#textOf(query)
    const matching = await this.#matching(text)
    const excluded = await this.#matching({ must: [text.not.flat()], not: [] })
    return (await this.#pages()).filter(
      ({ order, published }) =>
        (query.must.length === 0 ? !excluded.has(order) : matching.has(order)) &&
        (query.from === undefined || (published !== null && published >= query.from)) &&
        (query.to === undefined || (published !== null && published <= query.to)),
    )
  }

  async #matching(text: TextQuery): Promise<Set<number>> {
    const orders = new Set<number>()
    for (const index of ['kept', 'rejected'] as const)
      for (const order of await this.#store.catalogue.matching(index, text, ALL)) orders.add(order)
    return orders
  }

  #picked(page: Page, { site, lang, place, who, kind, verdict = 'kept' }: DirectQuery): boolean {
    if (site && !page.sources.some((source) => site.includes(source))) return false
    if (lang && !lang.includes(page.language)) return false
    if (place && !this.#areasOf(page.places).some((id) => place.includes(id))) return false
    if (who !== undefined && !page.who.some(({ name }) => foldName(name) === foldName(who))) return false
    if (kind && !kind.includes(page.kind)) return false
    return verdict === 'all' || page.relevant === (verdict === 'kept')
  }

  #areasOf(places: PageRecord['places']): string[] {
    return [...new Set(places.flatMap(({ id }) => [id, ...(this.#places.resolve(id)?.parents ?? [])]))]
  }

  #isShown(id: string): boolean {
    const level = this.#places.resolve(id)?.level
    return level !== 'world' && level !== 'continent'
  }

  async #textOf({ must, not }: DirectQuery) {
    const languages = [...new Set((await this.#pages()).map(({ language }) => language))]
    const groups = [
      ...must.map((group) => ({ negated: false, alternatives: group.map((text) => ({ text })) })),
      ...not.map((text) => ({ negated: true, alternatives: [{ text }] })),
    ]
    return textQueryOf(groups, languages)
  }

  /** The sum of the ranks by each run of terms. */
  async #ranks(query: DirectQuery, pages: readonly PageRecord[]): Promise<Map<number, number>> {
    const ranks = new Map<number, number>()
    const connection = new Connection(this.#path, true)
    try {
      const { must } = await this.#textOf(query)
      for (const index of ['kept', 'rejected'] as const)
        for (const { terms } of must.flat())
          for (const [order, rank] of ranksIn(connection, index, terms.join(' ')))
            ranks.set(order, (ranks.get(order) ?? 0) + rank)
    } finally {
      connection.close()
    }
    return new Map(pages.map(({ order }) => [order, ranks.get(order) ?? 0]))
  }
}

function ranksIn(connection: Connection, index: Index, phrase: string): [number, number][] {
  const table = TABLE[index]
  const sql = `SELECT rowid, -bm25(${table}, 4.0, 1.0) FROM ${table} WHERE ${table} MATCH ?`
  return connection.lists<[number, number]>(sql, `"${phrase}"`)
}
