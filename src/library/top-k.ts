/** The `k` entries with the highest keys, highest first; ties in their original order. */
export function topK(keys: Float64Array, k: number): Uint32Array {
  const size = Math.min(k, keys.length)
  /** A heap with the worst entry on top. */
  const heap = new Uint32Array(size)
  if (size === 0) return heap
  for (let i = 0; i < size; i++) heap[i] = i
  for (let at = size >> 1; at >= 0; at--) sink(heap, keys, at)
  let worst = keys[heap[0] ?? 0] ?? 0
  for (let i = size; i < keys.length; i++) {
    // Of equal ones the earlier is better.
    if (!((keys[i] ?? 0) > worst)) continue
    heap[0] = i
    sink(heap, keys, 0)
    worst = keys[heap[0] ?? 0] ?? 0
  }
  return heap.sort((a, b) => (isBetter(keys, a, b) ? -1 : 1))
}

/** The entries with the `k` highest counts, highest first; ties in their original order. Without those that are zero. */
export function topCounts(counts: Uint32Array, k: number): Uint32Array {
  let found = 0
  for (let i = 0; i < counts.length; i++) if (counts[i] !== 0) found++
  if (k * FEW < found) return topK(Float64Array.from(counts), k)
  // Count and position in one number, so that they are sorted as numbers.
  const both = new Float64Array(found)
  for (let i = 0, at = 0; i < counts.length; i++)
    if (counts[i] !== 0) both[at++] = -(counts[i] ?? 0) * counts.length + i
  both.sort()
  const best = new Uint32Array(Math.min(k, found))
  for (let i = 0; i < best.length; i++) best[i] = positive((both[i] ?? 0) % counts.length, counts.length)
  return best
}

/** If fewer than one in so many is wanted, it is faster not to sort the others. */
const FEW = 16

function positive(remainder: number, divisor: number): number {
  return remainder < 0 ? remainder + divisor : remainder
}

function isBetter(keys: Float64Array, a: number, b: number): boolean {
  const x = keys[a] ?? 0
  const y = keys[b] ?? 0
  return x === y ? a < b : x > y
}

function sink(heap: Uint32Array, keys: Float64Array, from: number): void {
  let at = from
  const entry = heap[at] ?? 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    const right = child + 1
    if (right < heap.length && isBetter(keys, heap[child] ?? 0, heap[right] ?? 0)) child = right
    if (!isBetter(keys, entry, heap[child] ?? 0)) break
    heap[at] = heap[child] ?? 0
    at = child
  }
  heap[at] = entry
}
