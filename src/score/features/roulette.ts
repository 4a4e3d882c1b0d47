/** Draws items in proportion to their weights; all alike if all weights are 0. A draw takes logarithmic time. */
export class Roulette {
  /** Cumulative weights. */
  readonly #ends: Float64Array

  constructor(weights: readonly number[]) {
    this.#ends = new Float64Array(weights.length)
    const equal = !weights.some((weight) => weight > 0)
    let end = 0
    for (const [i, weight] of weights.entries()) {
      end += equal ? 1 : Math.max(0, weight) || 0
      this.#ends[i] = end
    }
  }

  /** The item drawn by a number that is uniform in 0..1; -1 if there are no items. */
  spin(drawn: number): number {
    const ends = this.#ends
    if (ends.length === 0) return -1
    const at = drawn * (ends[ends.length - 1] ?? 0)
    let low = 0
    let high = ends.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) > at) high = middle
      else low = middle + 1
    }
    return low
  }
}
