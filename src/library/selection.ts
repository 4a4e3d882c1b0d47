import type { Catalogue, TextQuestion } from '../store/catalogue.ts'
import type { CollectionIndex } from './collection-index.ts'
import { aTurn, type Columns, FLAG } from './columns.ts'
import { type PageTest, pageTest } from './page-filter.ts'
import { FACETS, type Understood } from './question.ts'
import type { Ranking } from './ranking.ts'
import { textQuestionOf } from './text-question.ts'

/** The pages of one collection that answer a question; worked out once for results, facets, map and timeline. */
export interface Selection {
  readonly index: CollectionIndex
  readonly columns: Columns
  readonly understood: Understood
  /** What is looked for in the text; without words, `must` and `not` are empty. */
  readonly text: TextQuestion
  /** Pages that answer, but for what was picked in facets: their orders, ascending, copies left out. */
  readonly orders: Uint32Array
  /** Which facets' picks each of them fails: bit i for the i-th of `FACETS`; 0 for a page that answers. */
  readonly fails: Uint8Array
  readonly total: number
  /** Filled on demand. */
  readonly rankings: Map<string, Ranking>
}

/** Orders looked at in one statement: a common word takes about ten milliseconds for so many. */
export const RANGE = 100_000

/** Marks the pages whose text answers, by order. */
type Match = (text: TextQuestion, pages: number) => Promise<Uint8Array>

export async function select(
  index: CollectionIndex,
  understood: Understood,
  match: Match,
): Promise<Selection> {
  const { columns } = index
  const { pages } = columns
  const languages = columns.languageNames.names
  const text = textQuestionOf(understood.words, languages)
  const asksText = text.must.length + text.not.length > 0
  const matched = asksText ? await match(text, pages) : null
  const tests = understood.conditions.map((condition) => pageTest(columns, condition))
  for (const either of understood.either) {
    const any: PageTest[] = []
    for (const one of either)
      if ('of' in one) any.push(pageTest(columns, one))
      else {
        const asked = textQuestionOf([one], languages)
        if (asked.must.length + asked.not.length === 0) continue
        const marked = await match(asked, pages)
        any.push((order) => marked[order] === 1)
      }
    if (any.length > 0) tests.push((order) => any.some((test) => test(order)))
  }
  const picks = FACETS.flatMap((facet, i) => {
    const condition = understood.picked[facet]
    return condition ? [{ bit: 1 << i, test: pageTest(columns, condition) }] : []
  })
  const orders = new Uint32Array(understood.nothing ? 0 : pages)
  const fails = new Uint8Array(orders.length)
  let length = 0
  let total = 0
  next: for (let order = 1; order <= orders.length; order++) {
    if (matched !== null && matched[order] !== 1) continue
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
    understood,
    text,
    orders: orders.slice(0, length),
    fails: fails.slice(0, length),
    total,
    rankings: new Map(),
  }
}

/** Marks the pages whose text answers, by order. If there are only negated words, all other pages match. */
export async function matchedPages(
  catalogue: Catalogue,
  { must, not }: TextQuestion,
  pages: number,
): Promise<Uint8Array> {
  const onlyNot = must.length === 0
  const question = onlyNot ? { must: [not.flat()], not: [] } : { must, not }
  const marked = new Uint8Array(pages + 1).fill(onlyNot ? 1 : 0)
  for (let from = 1; from <= pages; from += RANGE) {
    const range = { from, to: Math.min(pages, from + RANGE - 1) }
    for (const index of ['kept', 'rejected'] as const) {
      for (const order of await catalogue.matching(index, question, range)) marked[order] = onlyNot ? 0 : 1
      await aTurn()
    }
  }
  return marked
}
