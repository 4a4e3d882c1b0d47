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

export interface Centre {
  readonly lat: number
  readonly lon: number
  /** Square degrees, shrunk by latitude: what areas are weighed by. */
  readonly area: number
  /** How much of the whole lies in the largest ring. */
  readonly share: number
}

/** Centre of gravity of the largest ring, given as alternating longitude and latitude in hundredths of a degree: the mainland's middle. */
export function mainCentre(rings: readonly (readonly number[])[]): Centre | undefined {
  let best: Omit<Centre, 'share'> | undefined
  let total = 0
  for (const ring of rings) {
    let twice = 0
    let x = 0
    let y = 0
    for (let i = 0, j = ring.length - 2; i + 1 < ring.length; j = i, i += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [ring[j], ring[j + 1], ring[i], ring[i + 1]]
      const cross = x1 * y2 - x2 * y1
      twice += cross
      x += (x1 + x2) * cross
      y += (y1 + y2) * cross
    }
    if (twice === 0) continue
    const lat = y / (3 * twice) / 100
    const area = (Math.abs(twice) / 2e4) * Math.cos((lat * Math.PI) / 180)
    total += area
    if (!best || area > best.area) best = { lat, lon: x / (3 * twice) / 100, area }
  }
  return best && { ...best, share: best.area / total }
}

function farthestFromStart(ring: Ring): number {
  const [x0 = 0, y0 = 0] = ring[0] ?? []
  let best = 1
  let maxDistance = -1
  for (let i = 1; i < ring.length - 1; i++) {
    const [x = 0, y = 0] = ring[i] ?? []
    const d = (x - x0) ** 2 + (y - y0) ** 2
    if (d > maxDistance) {
      maxDistance = d
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
  let maxDistance = tolerance
  for (let i = from + 1; i < to; i++) {
    const [x = 0, y = 0] = ring[i] ?? []
    const d = Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length
    if (d > maxDistance) {
      maxDistance = d
      best = i
    }
  }
  return best
}
