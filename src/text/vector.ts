/** Number of occurrences of each term. */
export function counts(terms: readonly string[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const term of terms) found.set(term, (found.get(term) ?? 0) + 1)
  return found
}

/** Cosine of two dense vectors, 0..1; missing trailing components count as zeros. 0 if either vector is zero. */
export function cosine(a: readonly number[], b: readonly number[]): number {
  const shared = Math.min(a.length, b.length)
  const scaleA = scaleOf(a)
  const scaleB = scaleOf(b)
  let product = 0
  for (let i = 0; i < shared; i++) product += ((a[i] ?? 0) / scaleA) * ((b[i] ?? 0) / scaleB)
  return ratio(product, squares(a, scaleA), squares(b, scaleB))
}

/** Cosine of two sparse vectors, 0..1. 0 if either vector is zero. */
export function cosineOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  const scaleSmall = scaleOf(small.values())
  const scaleLarge = scaleOf(large.values())
  let product = 0
  for (const [term, weight] of small) {
    const other = large.get(term)
    if (other !== undefined) product += (weight / scaleSmall) * (other / scaleLarge)
  }
  return ratio(product, squares(small.values(), scaleSmall), squares(large.values(), scaleLarge))
}

/** Largest magnitude: dividing by it avoids overflow and underflow of the squares. */
function scaleOf(weights: Iterable<number>): number {
  let largest = 0
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight))
  return largest > 0 && Number.isFinite(largest) ? largest : 1
}

function squares(weights: Iterable<number>, scale: number): number {
  let sum = 0
  for (const weight of weights) sum += (weight / scale) ** 2
  return sum
}

function ratio(product: number, squaresA: number, squaresB: number): number {
  const value = product / (Math.sqrt(squaresA) * Math.sqrt(squaresB))
  // Rounding can exceed 1 slightly; a zero or non-finite vector gives NaN.
  return value > 0 ? Math.min(1, value) : 0
}
