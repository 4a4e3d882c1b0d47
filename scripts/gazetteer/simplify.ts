export type Ring = readonly (readonly [number, number])[]

/** Douglas-Peucker on a closed ring of [lon, lat]; keeps at least four points so that the ring stays an area. */
export function simplifyRing(ring: Ring, tolerance: number): [number, number][] {
  const keep = new Uint8Array(ring.length)
  const last = ring.length - 1
  if (last < 3) return ring.map(([x, y]) => [x, y])
  keep[0] = 1
  keep[last] = 1
  const far = farthestFromStart(ring)
  keep[far] = 1
  const stack: [number, number][] = [
    [0, far],
    [far, last],
  ]
  for (let span = stack.pop(); span; span = stack.pop()) {
    const [from, to] = span
    const middle = farthestFromChord(ring, from, to, tolerance)
    if (middle < 0) continue
    keep[middle] = 1
    stack.push([from, middle], [middle, to])
  }
  const out: [number, number][] = []
  for (let i = 0; i <= last; i++) if (keep[i]) out.push([ring[i]?.[0] ?? 0, ring[i]?.[1] ?? 0])
  return out
}

/** Shoelace area in square degrees, unsigned. */
export function ringArea(ring: Ring): number {
  let twice = 0
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [x1 = 0, y1 = 0] = ring[j] ?? []
    const [x2 = 0, y2 = 0] = ring[i] ?? []
    twice += x1 * y2 - x2 * y1
  }
  return Math.abs(twice) / 2
}

function farthestFromStart(ring: Ring): number {
  const [x0 = 0, y0 = 0] = ring[0] ?? []
  let best = 1
  let most = -1
  for (let i = 1; i < ring.length - 1; i++) {
    const [x = 0, y = 0] = ring[i] ?? []
    const d = (x - x0) ** 2 + (y - y0) ** 2
    if (d > most) {
      most = d
      best = i
    }
  }
  return best
}

function farthestFromChord(ring: Ring, from: number, to: number, tolerance: number): number {
  const [x1 = 0, y1 = 0] = ring[from] ?? []
  const [x2 = 0, y2 = 0] = ring[to] ?? []
  const length = Math.hypot(x2 - x1, y2 - y1) || 1e-12
  let best = -1
  let most = tolerance
  for (let i = from + 1; i < to; i++) {
    const [x = 0, y = 0] = ring[i] ?? []
    const d = Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length
    if (d > most) {
      most = d
      best = i
    }
  }
  return best
}
