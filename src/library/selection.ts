import type { TextQuery } from '../store/catalogue.ts'
import type { CollectionIndex } from './collection-index.ts'
import { type Columns, FLAG } from './columns.ts'
import { type PageTest, pageTest } from './page-filter.ts'
import type { Ranking } from './ranking.ts'
import { type CollectionQuery, FACETS } from './search-query.ts'
import { textQueryOf } from './text-query.ts'

/** The matching pages of one collection; computed once for results, facets, map and timeline. */
export interface Selection {
  readonly index: CollectionIndex
  readonly columns: Columns
  readonly query: CollectionQuery
  /** The text search; without words, `must` and `not` are empty. */
  readonly text: TextQuery
  /** Fetch orders, ascending, of the pages that match everything except the facet selections; without copies. */
  readonly orders: Uint32Array
  /** The facet selections that each of them does not match: bit i for the i-th of `FACETS`; 0 for a matching page. */
  readonly fails: Uint8Array
  readonly total: number
  /** Filled on demand. */
  readonly rankings: Map<string, Ranking>
  /** Filled on demand by `passing`. */
  readonly passed: Map<number, Uint32Array>
}

/** Orders of the pages that match everything, or everything except the facet selections given as bits; ascending. */
export function passing({ orders, fails, query, passed }: Selection, except = 0): Uint32Array {
  // Facets without a selection all count the same pages.
  let picked = 0
  for (const [i, facet] of FACETS.entries()) if (query.picked[facet]) picked |= 1 << i
  const required = picked & ~except
  if (required === 0) return orders
  let list = passed.get(required)
  if (!list) {
    const found = new Uint32Array(orders.length)
    let length = 0
    for (let i = 0; i < orders.length; i++)
      if (((fails[i] ?? 0) & required) === 0) found[length++] = orders[i] ?? 0
    list = found.subarray(0, length)
    passed.set(required, list)
  }
  return list
}

export async function select(index: CollectionIndex, query: CollectionQuery): Promise<Selection> {
  const { columns, postings } = index
  const { pages } = columns
  const languages = columns.languageNames.names
  const text = textQueryOf(query.words, languages)
  const asksText = text.must.length + text.not.length > 0
  const tests = query.conditions.map((condition) => pageTest(columns, condition))
  for (const either of query.either) {
    const any: PageTest[] = []
    for (const one of either)
      if ('of' in one) any.push(pageTest(columns, one))
      else {
        const asked = textQueryOf([one], languages)
        if (asked.must.length + asked.not.length === 0) continue
        const marked = new Uint8Array(pages + 1)
        for (const order of await postings.matched(asked, pages)) marked[order] = 1
        any.push((order) => marked[order] === 1)
      }
    if (any.length > 0) tests.push((order) => any.some((test) => test(order)))
  }
  const picks = FACETS.flatMap((facet, i) => {
    const condition = query.picked[facet]
    return condition ? [{ bit: 1 << i, test: pageTest(columns, condition) }] : []
  })
  const matched = asksText && !query.nothing ? await postings.matched(text, pages) : null
  const candidates = query.nothing ? 0 : (matched?.length ?? pages)
  const orders = new Uint32Array(candidates)
  const fails = new Uint8Array(candidates)
  let length = 0
  let total = 0
  next: for (let i = 0; i < candidates; i++) {
    const order = matched === null ? i + 1 : (matched[i] ?? 0)
    if (((columns.flags[order] ?? 0) & (FLAG.there | FLAG.copy)) !== FLAG.there) continue
    for (const test of tests) if (!test(order)) continue next
    let failed = 0
    for (const { bit, test } of picks) if (!test(order)) failed |= bit
    if (failed === 0) total++
    orders[length] = order
    fails[length++] = failed
  }
  return {
    index,
    columns,
    query,
    text,
    orders: orders.slice(0, length),
    fails: fails.slice(0, length),
    total,
    rankings: new Map(),
    passed: new Map(),
  }
}
