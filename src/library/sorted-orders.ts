/** Lists of fetch orders, ascending and without duplicates. */

/** Position of the first order that is not smaller, searching from a given position; nearby ones are found in a few steps. */
export function positionFrom(orders: Uint32Array, order: number, from: number): number {
  let [low, step] = [from, 1]
  while (low + step < orders.length && (orders[low + step] ?? 0) < order) {
    low += step
    step *= 2
  }
  let high = Math.min(orders.length, low + step)
  while (low < high) {
    const middle = (low + high) >> 1
    if ((orders[middle] ?? 0) < order) low = middle + 1
    else high = middle
  }
  return low
}

/** If a list is this many times as long as another, its orders are looked up instead of visited one by one. */
export const MUCH_LONGER = 16

export function intersection(a: Uint32Array, b: Uint32Array): Uint32Array {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  const common = new Uint32Array(short.length)
  const looksUp = long.length > short.length * MUCH_LONGER
  let length = 0
  let at = 0
  for (let i = 0; i < short.length; i++) {
    const order = short[i] ?? 0
    if (looksUp) at = positionFrom(long, order, at)
    else while (at < long.length && (long[at] ?? 0) < order) at++
    if (at >= long.length) break
    if (long[at] === order) common[length++] = order
  }
  return common.subarray(0, length)
}

export function difference(from: Uint32Array, without: Uint32Array): Uint32Array {
  const left = new Uint32Array(from.length)
  const looksUp = without.length > from.length * MUCH_LONGER
  let length = 0
  let at = 0
  for (let i = 0; i < from.length; i++) {
    const order = from[i] ?? 0
    if (looksUp) at = positionFrom(without, order, at)
    else while (at < without.length && (without[at] ?? 0) < order) at++
    if (without[at] !== order) left[length++] = order
  }
  return left.subarray(0, length)
}

/** Merged two by two, the shortest lists first. */
export function union(lists: readonly Uint32Array[]): Uint32Array {
  const rest = lists.filter((list) => list.length > 0).sort((a, b) => b.length - a.length)
  while (rest.length > 1) {
    const merged = unionOfTwo(rest.pop()!, rest.pop()!)
    const place = rest.findIndex((list) => list.length < merged.length)
    rest.splice(place < 0 ? rest.length : place, 0, merged)
  }
  return rest[0] ?? new Uint32Array(0)
}

function unionOfTwo(a: Uint32Array, b: Uint32Array): Uint32Array {
  const all = new Uint32Array(a.length + b.length)
  let [i, j, length] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const [x, y] = [a[i] ?? 0, b[j] ?? 0]
    all[length++] = Math.min(x, y)
    if (x <= y) i++
    if (y <= x) j++
  }
  while (i < a.length) all[length++] = a[i++] ?? 0
  while (j < b.length) all[length++] = b[j++] ?? 0
  return all.subarray(0, length)
}
