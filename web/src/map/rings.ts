/** Points of a line: x or longitude, then y or latitude. */
export type Ring = number[][]

/** A line that crosses the 180th meridian continues beyond it, instead of back around the whole world. */
export function unrolled(line: Ring): Ring {
  let turn = 0
  return line.map(([lon = 0, lat = 0], at) => {
    const before = line[at - 1]?.[0] ?? lon
    if (lon - before > 180) turn -= 360
    if (lon - before < -180) turn += 360
    return [lon + turn, lat]
  })
}

/** A ring around a pole is no ring on a flat map: it is closed along the map's edge. */
export function closedRing(ring: Ring): Ring {
  const line = unrolled(ring)
  const [first = [0, 0]] = line
  const last = line.at(-1) ?? first
  const around = (last[0] ?? 0) - (first[0] ?? 0)
  if (Math.abs(around) < 180) return line
  const pole = (first[1] ?? 0) < 0 ? -90 : 90
  return [...line, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first]
}

export interface Label {
  readonly x: number
  readonly y: number
  /** Screen for a name. */
  readonly width: number
}

/** The position of a name inside a ring: in the middle of the widest stretch at half its height. */
export function labelIn(ring: Ring): Label {
  let low = Infinity
  let high = -Infinity
  for (const [, y = 0] of ring) {
    low = Math.min(low, y)
    high = Math.max(high, y)
  }
  const y = (low + high) / 2
  const crossings: number[] = []
  ring.forEach(([x2 = 0, y2 = 0], at) => {
    const [x1 = 0, y1 = 0] = ring[at - 1] ?? [x2, y2]
    if (y1 > y !== y2 > y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1))
  })
  crossings.sort((a, b) => a - b)
  let best: Label = { x: crossings[0] ?? 0, y, width: 0 }
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const [from = 0, to = 0] = [crossings[i], crossings[i + 1]]
    if (to - from > best.width) best = { x: (from + to) / 2, y, width: to - from }
  }
  return best
}
