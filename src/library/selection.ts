import type { Catalogue, TextQuestion } from '../store/catalogue.ts'
import { indexTermsOf } from '../text/terms.ts'
import type { CollectionIndex } from './collection-index.ts'
import { aTurn, type Columns, FLAG } from './columns.ts'
import { pageTest } from './page-filter.ts'
import { FACETS, type Understood, type WordGroup } from './question.ts'
import type { Ranking } from './ranking.ts'

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
  /** Filled as orders are asked for. */
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
  const text = textOf(understood.words, columns.languageNames.names)
  const asksText = text.must.length + text.not.length > 0
  const matched = asksText ? await match(text, pages) : null
  const tests = understood.conditions.map((condition) => pageTest(columns, condition))
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

/** A word is looked for in the form each language of the collection stems it to, so that one box searches a mixed library. */
function textOf(words: readonly WordGroup[], languages: readonly string[]): TextQuestion {
  const must: (readonly (readonly string[])[])[] = []
  const not: (readonly (readonly string[])[])[] = []
  for (const { negated, alternatives } of words) {
    const runs = new Map<string, readonly string[]>()
    for (const said of alternatives)
      for (const language of languages) {
        const run = indexTermsOf(said, language)
        if (run.length > 0) runs.set(run.join(' '), run)
      }
    // Signs without a letter or digit are on no page and say nothing.
    if (runs.size > 0) (negated ? not : must).push([...runs.values()])
  }
  return { must, not }
}

/** Marks the pages whose text answers, by order. With nothing but words to leave out, all others do. */
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
