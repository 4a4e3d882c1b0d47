import type { TextIndex } from '../store/catalogue.ts'
import { bestOf } from './best-of.ts'
import { aTurn, FLAG, NO_DAY } from './columns.ts'
import { RANGE, type Selection } from './selection.ts'

export const SORTS = ['relevance', 'time', 'oldest'] as const
export type Sort = (typeof SORTS)[number]

/** The best pages of a selection, best first. Keys can be compared between collections. */
export interface Ranking {
  /** How many were requested. */
  readonly k: number
  readonly orders: readonly number[]
  readonly keys: readonly number[]
}

/**
 * Pages ranked by their words. A word that more pages have tells little about each: BM25 itself gives one that stands on half of them no
 * weight. Of so many pages, those with the words in the title and then those most relevant to the event are ranked; the others follow
 * by relevance.
 */
const MAX_RANKED = 5_000
/** Rankings are worked out for so many results at least, so that the next page costs nothing. */
const RANKED_AHEAD = 100

export async function rankingOf(
  selection: Selection,
  sort: Sort,
  k: number,
  comparable: boolean,
): Promise<Ranking> {
  const key = comparable ? `${sort} together` : sort
  const known = selection.rankings.get(key)
  if (known && known.k >= k) return known
  const ahead = Math.max(RANKED_AHEAD, k)
  const ranking =
    sort === 'relevance' && selection.text.must.length > 0
      ? await byWords(selection, ahead, comparable)
      : byColumn(selection, sort, ahead)
  selection.rankings.set(key, ranking)
  return ranking
}

/** By day, or by relevance to the event when there is no word to rank by. Pages without a date come last. */
function byColumn(selection: Selection, sort: Sort, k: number): Ranking {
  const { days, relevances } = selection.columns
  const keyOf = (order: number): number => {
    if (sort === 'relevance') return relevances[order] ?? 0
    const day = days[order] ?? NO_DAY
    if (day === NO_DAY) return Number.NEGATIVE_INFINITY
    return sort === 'time' ? day : -day
  }
  return bestBy(
    passing(selection, () => true),
    keyOf,
    k,
  )
}

async function byWords(selection: Selection, k: number, comparable: boolean): Promise<Ranking> {
  const { flags, relevances } = selection.columns
  const parts: { ranking: Ranking; index: TextIndex }[] = []
  const rest: number[] = []
  for (const index of ['kept', 'rejected'] as const) {
    const wanted = index === 'kept' ? FLAG.kept : 0
    const orders = passing(selection, (order) => ((flags[order] ?? 0) & FLAG.kept) === wanted)
    if (orders.length === 0) continue
    const chosen = await candidates(selection, index, orders)
    parts.push({ index, ranking: await ranked(selection, index, chosen, k) })
    if (chosen.length < orders.length && k > chosen.length) {
      const among = new Set(chosen)
      for (const order of orders) if (!among.has(order)) rest.push(order)
    }
  }
  const shared = comparable || parts.length > 1
  const scored: [number, number][] = []
  for (const { index, ranking } of parts) {
    // Divided by it, the ranks of different indexes say the same: how much of the question a page is about.
    const highest = shared ? await selection.index.catalogue.highestRank(index, selection.text) : 1
    for (const [i, order] of ranking.orders.entries()) scored.push([order, (ranking.keys[i] ?? 0) / highest])
  }
  if (parts.length > 1) scored.sort((a, b) => b[1] - a[1] || a[0] - b[0])
  const left = bestBy(rest, (order) => (relevances[order] ?? 0) - 1, Math.max(0, k - scored.length))
  return {
    k,
    orders: [...scored.map(([order]) => order), ...left.orders],
    keys: [...scored.map(([, key]) => key), ...left.keys],
  }
}

async function candidates(selection: Selection, index: TextIndex, orders: number[]): Promise<number[]> {
  if (orders.length <= MAX_RANKED) return orders
  const { relevances, pages } = selection.columns
  const titled = new Uint8Array(pages + 1)
  for (let from = 1; from <= pages; from += RANGE) {
    const range = { from, to: Math.min(pages, from + RANGE - 1) }
    const question = { ...selection.text, not: [] }
    for (const order of await selection.index.catalogue.matching(index, question, range, true))
      titled[order] = 1
    await aTurn()
  }
  return highest(orders, (order) => ((titled[order] ?? 0) + (relevances[order] ?? 0)) / 2, MAX_RANKED)
}

async function ranked(
  { index: { catalogue }, text, columns: { pages, relevances } }: Selection,
  index: TextIndex,
  orders: readonly number[],
  k: number,
): Promise<Ranking> {
  const among = new Uint8Array(pages + 1)
  for (const order of orders) among[order] = 1
  const found: [number, number][] = []
  for (let from = 1; from <= pages; from += RANGE) {
    const range = { from, to: Math.min(pages, from + RANGE - 1) }
    const { orders, ranks } = await catalogue.ranked(index, { ...text, not: [] }, range, among, k)
    for (const [i, order] of orders.entries()) found.push([order, ranks[i] ?? 0])
    await aTurn()
  }
  found.sort((a, b) => b[1] - a[1] || (relevances[b[0]] ?? 0) - (relevances[a[0]] ?? 0) || a[0] - b[0])
  const best = found.slice(0, k)
  return { k, orders: best.map(([order]) => order), keys: best.map(([, rank]) => rank) }
}

/** Orders of the pages that answer, ascending. */
function passing({ orders, fails }: Selection, wanted: (order: number) => boolean): number[] {
  const passed: number[] = []
  for (let i = 0; i < orders.length; i++) {
    const order = orders[i] ?? 0
    if (fails[i] === 0 && wanted(order)) passed.push(order)
  }
  return passed
}

function bestBy(orders: readonly number[], keyOf: (order: number) => number, k: number): Ranking {
  const keys = new Float64Array(orders.length)
  for (let i = 0; i < keys.length; i++) keys[i] = keyOf(orders[i] ?? 0)
  const best = [...bestOf(keys, k)]
  return { k, orders: best.map((i) => orders[i] ?? 0), keys: best.map((i) => keys[i] ?? 0) }
}

/** Resolution of keys from 0 to 1 when only the highest are needed, in no order. */
const STEPS = 4096

/** The `n` with the highest keys, the earlier ones of the last step: two looks at each. */
function highest(orders: readonly number[], keyOf: (order: number) => number, n: number): number[] {
  const steps = new Uint16Array(orders.length)
  const counts = new Uint32Array(STEPS)
  for (const [i, order] of orders.entries()) {
    const step = Math.max(0, Math.min(STEPS - 1, Math.floor(keyOf(order) * STEPS)))
    steps[i] = step
    counts[step] = (counts[step] ?? 0) + 1
  }
  let last = STEPS - 1
  let above = 0
  for (; last > 0 && above + (counts[last] ?? 0) <= n; last--) above += counts[last] ?? 0
  let left = n - above
  return orders.filter((_, i) => (steps[i] ?? 0) > last || (steps[i] === last && left-- > 0))
}
