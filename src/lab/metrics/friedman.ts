import { chiSquareTail } from './distributions.ts'

export interface FriedmanBlock {
  readonly name: string
  readonly best: 'highest' | 'lowest'
  /** One value per competitor, in the same order in all blocks. */
  readonly values: readonly number[]
}

export interface Friedman {
  /** Per block: the best has rank 1; ties share their mean rank. */
  readonly ranks: readonly (readonly number[])[]
  readonly average: readonly number[]
  readonly chiSquare: number
  /** Probability of ranks at least as different if all competitors were equal. */
  readonly p: number
}

/** Friedman's test with correction for ties: ranks within each block, their means and the p-value. */
export function friedman(blocks: readonly FriedmanBlock[]): Friedman {
  const k = blocks[0]?.values.length ?? 0
  const n = blocks.length
  const ranks = blocks.map(ranksOf)
  const sums = Array.from({ length: k }, (_, i) => ranks.reduce((sum, row) => sum + (row[i] ?? 0), 0))
  const squares = sums.reduce((sum, s) => sum + s * s, 0)
  const tied = ranks.reduce((sum, row) => sum + tieTerm(row), 0)
  const top = 12 * squares - 3 * n * n * k * (k + 1) ** 2
  const bottom = n * k * (k + 1) - tied / (k - 1)
  const chiSquare = k > 1 && bottom > 0 ? top / bottom : 0
  return { ranks, average: sums.map((s) => s / n), chiSquare, p: chiSquareTail(chiSquare, k - 1) }
}

function ranksOf({ values, best }: FriedmanBlock): number[] {
  const sign = best === 'highest' ? -1 : 1
  return values.map((value) => {
    const better = values.filter((other) => sign * other < sign * value).length
    const equal = values.filter((other) => other === value).length
    return better + (equal + 1) / 2
  })
}

/** Sum of t³ - t over the groups of t equal ranks. */
function tieTerm(ranks: readonly number[]): number {
  const sizes = new Map<number, number>()
  for (const rank of ranks) sizes.set(rank, (sizes.get(rank) ?? 0) + 1)
  return [...sizes.values()].reduce((sum, t) => sum + t ** 3 - t, 0)
}
