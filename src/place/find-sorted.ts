/** Binary search in ascending numbers: an index, or -1. */
export function findSorted(sorted: Uint32Array, value: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const there = sorted[middle] ?? 0
    if (there === value) return middle
    if (there < value) low = middle + 1
    else high = middle - 1
  }
  return -1
}
