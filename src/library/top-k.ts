/** The `k` entries with the highest keys, highest first; ties in their original order. NaN counts as the lowest key. */
export function topK(keys: Float64Array, k: number): Uint32Array {
  const before = (a: number, b: number) => {
    const [x, y] = [keys[a] ?? 0, keys[b] ?? 0]
    return x === y ? a < b : x > y
  }
  const heap = new Uint32Array(Math.min(k, keys.length))
  let size = 0
  /** A heap with the lowest key on top. */
  const sink = (at: number) => {
    for (let worst = at; ; at = worst) {
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < size && before(heap[worst] ?? 0, heap[child] ?? 0)) worst = child
      if (worst === at) return
      swap(heap, at, worst)
    }
  }
  for (let i = 0; i < keys.length; i++) {
    if (size < heap.length) {
      heap[size++] = i
      if (size === heap.length) for (let at = size >> 1; at >= 0; at--) sink(at)
    } else if (size > 0 && before(i, heap[0] ?? 0)) {
      heap[0] = i
      sink(0)
    }
  }
  return heap.sort((a, b) => (before(a, b) ? -1 : 1))
}

function swap(array: Uint32Array, a: number, b: number): void {
  const held = array[a] ?? 0
  array[a] = array[b] ?? 0
  array[b] = held
}
