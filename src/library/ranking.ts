import type { TextIndex } from '../store/catalogue.ts'
import { FLAG, NO_DAY } from './columns.ts'
import { passing, type Selection } from './selection.ts'
import { difference } from './sorted-orders.ts'
import { topK } from './top-k.ts'

export const SORTS = ['relevance', 'time', 'oldest'] as const
export type Sort = (typeof SORTS)[number]

/** The best pages of a selection, best first. Keys are comparable between collections. */
export interface Ranking {
  /** Number of requested pages. */
  readonly k: number
  readonly orders: readonly number[]
  readonly keys: readonly number[]
}

/**
 * Maximum number of pages ranked by their words. A word on more pages says little about each: BM25 gives no weight to a word on half
 * of them. Of more pages, those with the words in the title and then those most relevant to the event are ranked; the others follow
 * by relevance.
 */
const MAX_RANKED = 5_000
/** Minimum number of results that are ranked, so that the next page of results costs nothing. */
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

/** Sorts by day, or by relevance to the event if there are no words. Pages without a date come last. */
function byColumn(selection: Selection, sort: Sort, k: number): Ranking {
  const { days, relevances } = selection.columns
  const keyOf = (order: number): number => {
    if (sort === 'relevance') return relevances[order] ?? 0
    const day = days[order] ?? NO_DAY
    if (day === NO_DAY) return Number.NEGATIVE_INFINITY
    return sort === 'time' ? day : -day
  }
  return bestBy(passing(selection), keyOf, k)
}

async function byWords(selection: Selection, k: number, comparable: boolean): Promise<Ranking> {
  const { flags, relevances } = selection.columns
  const { postings } = selection.index
  const parts: { ranking: Ranking; index: TextIndex }[] = []
  const rest: Uint32Array[] = []
  for (const index of ['kept', 'rejected'] as const) {
    const orders = inIndex(passing(selection), index, flags)
    if (orders.length === 0) continue
    const chosen = await candidates(selection, index, orders)
    parts.push({ index, ranking: await ranked(selection, index, chosen, k) })
    if (chosen.length < orders.length && k > chosen.length) rest.push(difference(orders, chosen))
  }
  const shared = comparable || parts.length > 1
  const scored: [number, number][] = []
  for (const { index, ranking } of parts) {
    // Dividing by this value makes the scores of different indexes comparable: the share of the query that a page covers.
    const highest = shared ? await postings.highestScore(index, selection.text) : 1
    for (const [i, order] of ranking.orders.entries()) scored.push([order, (ranking.keys[i] ?? 0) / highest])
  }
  if (parts.length > 1) scored.sort((a, b) => b[1] - a[1] || a[0] - b[0])
  const left = bestBy(
    rest.length === 1 ? rest[0]! : Uint32Array.from(rest.flatMap((orders) => [...orders])),
    (order) => (relevances[order] ?? 0) - 1,
    Math.max(0, k - scored.length),
  )
  return {
    k,
    orders: [...scored.map(([order]) => order), ...left.orders],
    keys: [...scored.map(([, key]) => key), ...left.keys],
  }
}

async function candidates(selection: Selection, index: TextIndex, orders: Uint32Array): Promise<Uint32Array> {
  if (orders.length <= MAX_RANKED) return orders
  const { relevances } = selection.columns
  const titled = await selection.index.postings.titled(index, selection.text, orders)
  const keys = new Float64Array(orders.length)
  for (let i = 0; i < keys.length; i++) keys[i] = ((titled[i] ?? 0) + (relevances[orders[i] ?? 0] ?? 0)) / 2
  return highest(orders, keys, MAX_RANKED)
}

async function ranked(
  { index: { postings }, text, columns: { relevances } }: Selection,
  index: TextIndex,
  orders: Uint32Array,
  k: number,
): Promise<Ranking> {
  const scores = await postings.scores(index, text, orders)
  const best = Array.from(topK(scores, k), (i): [number, number] => [orders[i] ?? 0, scores[i] ?? 0])
  best.sort((a, b) => b[1] - a[1] || (relevances[b[0]] ?? 0) - (relevances[a[0]] ?? 0) || a[0] - b[0])
  return { k, orders: best.map(([order]) => order), keys: best.map(([, score]) => score) }
}

/** Those of the pages that are in an index. */
function inIndex(orders: Uint32Array, index: TextIndex, flags: Uint8Array): Uint32Array {
  const wanted = index === 'kept' ? FLAG.kept : 0
  const found = new Uint32Array(orders.length)
  let length = 0
  for (let i = 0; i < orders.length; i++) {
    const order = orders[i] ?? 0
    if (((flags[order] ?? 0) & FLAG.kept) === wanted) found[length++] = order
  }
  return found.subarray(0, length)
}

function bestBy(orders: Uint32Array, keyOf: (order: number) => number, k: number): Ranking {
  const keys = new Float64Array(orders.length)
  for (let i = 0; i < keys.length; i++) keys[i] = keyOf(orders[i] ?? 0)
  const best = [...topK(keys, k)]
  return { k, orders: best.map((i) => orders[i] ?? 0), keys: best.map((i) => keys[i] ?? 0) }
}

/** Number of steps between 0 and 1 when only the highest keys are needed, in no order. */
const STEPS = 4096

/** The `n` orders with the highest keys, ascending, in two passes; within the last step the earlier ones. */
function highest(orders: Uint32Array, keys: Float64Array, n: number): Uint32Array {
  const steps = new Uint16Array(orders.length)
  const counts = new Uint32Array(STEPS)
  for (let i = 0; i < keys.length; i++) {
    const step = Math.max(0, Math.min(STEPS - 1, Math.floor((keys[i] ?? 0) * STEPS)))
    steps[i] = step
    counts[step] = (counts[step] ?? 0) + 1
  }
  let last = STEPS - 1
  let above = 0
  for (; last > 0 && above + (counts[last] ?? 0) <= n; last--) above += counts[last] ?? 0
  let left = n - above
  return orders.filter((_, i) => (steps[i] ?? 0) > last || (steps[i] === last && left-- > 0))
}
