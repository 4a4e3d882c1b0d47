import type { GazetteerFile } from './gazetteer-file.ts'
import { OUTLINE_SCALE } from './gazetteer-format.ts'

interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

const EMPTY_BOX = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }

/** Points per side of the grid that samples the smaller area when outlines are compared. */
const GRID = 16

const known = new WeakMap<GazetteerFile, Outlines>()

/** The outlines of a gazetteer, indexed once. */
export function outlinesOf(file: GazetteerFile): Outlines {
  const there = known.get(file)
  if (there) return there
  const outlines = new Outlines(file)
  known.set(file, outlines)
  return outlines
}

/** Outlines of provinces, countries and regions. Coordinates in degrees. */
class Outlines {
  readonly #file: GazetteerFile
  readonly #order = new Map<number, number>()
  readonly #boxes = new Map<number, Box>()
  readonly #ringBoxes = new Map<number, Box>()

  constructor(file: GazetteerFile) {
    this.#file = file
    file.rows.outlinePlace.forEach((place, i) => {
      this.#order.set(place, i)
    })
  }

  has(place: number): boolean {
    return this.#order.has(place)
  }

  /** Uses the even-odd rule over all rings, so that holes are excluded. */
  contains(place: number, lat: number, lon: number): boolean {
    const box = this.box(place)
    const x = lon * OUTLINE_SCALE
    const y = lat * OUTLINE_SCALE
    if (!box || x < box.west || x > box.east || y < box.south || y > box.north) return false
    const { points } = this.#file.rows
    let inside = false
    this.#eachRing(place, (start, end, ring) => {
      const span = this.#ringBox(ring)
      if (x > span.east || y < span.south || y > span.north) return
      for (let i = start, j = end - 2; i < end; j = i, i += 2) {
        const yi = points[i + 1] ?? 0
        const yj = points[j + 1] ?? 0
        if (yi > y === yj > y) continue
        const xi = points[i] ?? 0
        if (x < (((points[j] ?? 0) - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside
      }
    })
    return inside
  }

  /** True when a corner of one outline lies in the other: finds thin overlaps that a grid misses. */
  cornerWithin(a: number, b: number): boolean {
    return this.#cornersIn(a, b) || this.#cornersIn(b, a)
  }

  #cornersIn(corners: number, place: number): boolean {
    const { points } = this.#file.rows
    let found = false
    this.#eachRing(corners, (start, end) => {
      for (let i = start; i < end && !found; i += 2)
        found = this.contains(place, (points[i + 1] ?? 0) / OUTLINE_SCALE, (points[i] ?? 0) / OUTLINE_SCALE)
    })
    return found
  }

  /** Share of the smaller area inside the larger one, 0..1, estimated on a grid. */
  sharedArea(a: number, b: number): number {
    const boxA = this.box(a)
    const boxB = this.box(b)
    if (!boxA || !boxB || !touch(boxA, boxB)) return 0
    const [small, large] = area(boxA) <= area(boxB) ? [a, b] : [b, a]
    const box = small === a ? boxA : boxB
    if (!this.#anyRingTouches(large, box)) return 0
    let within = 0
    let shared = 0
    for (let i = 0; i < GRID; i++)
      for (let j = 0; j < GRID; j++) {
        const lon = (box.west + ((i + 0.5) / GRID) * (box.east - box.west)) / OUTLINE_SCALE
        const lat = (box.south + ((j + 0.5) / GRID) * (box.north - box.south)) / OUTLINE_SCALE
        if (!this.contains(small, lat, lon)) continue
        within++
        if (this.contains(large, lat, lon)) shared++
      }
    return within === 0 ? 0 : shared / within
  }

  box(place: number): Box | undefined {
    const there = this.#boxes.get(place)
    if (there || !this.has(place)) return there
    const box = { ...EMPTY_BOX }
    this.#eachRing(place, (_start, _end, ring) => {
      const span = this.#ringBox(ring)
      box.west = Math.min(box.west, span.west)
      box.east = Math.max(box.east, span.east)
      box.south = Math.min(box.south, span.south)
      box.north = Math.max(box.north, span.north)
    })
    this.#boxes.set(place, box)
    return box
  }

  #anyRingTouches(place: number, box: Box): boolean {
    let touches = false
    this.#eachRing(place, (_start, _end, ring) => {
      if (!touches) touches = touch(this.#ringBox(ring), box)
    })
    return touches
  }

  #ringBox(ring: number): Box {
    const there = this.#ringBoxes.get(ring)
    if (there) return there
    const box = { ...EMPTY_BOX }
    const { points, ringStart } = this.#file.rows
    for (let i = ringStart[ring] ?? 0; i < (ringStart[ring + 1] ?? 0); i += 2) {
      const x = points[i] ?? 0
      const y = points[i + 1] ?? 0
      box.west = Math.min(box.west, x)
      box.east = Math.max(box.east, x)
      box.south = Math.min(box.south, y)
      box.north = Math.max(box.north, y)
    }
    this.#ringBoxes.set(ring, box)
    return box
  }

  #eachRing(place: number, see: (start: number, end: number, ring: number) => void): void {
    const at = this.#order.get(place)
    if (at === undefined) return
    const { outlineStart, ringStart } = this.#file.rows
    for (let ring = outlineStart[at] ?? 0; ring < (outlineStart[at + 1] ?? 0); ring++)
      see(ringStart[ring] ?? 0, ringStart[ring + 1] ?? 0, ring)
  }
}

function touch(a: Box, b: Box): boolean {
  return a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north
}

function area(box: Box): number {
  return (box.east - box.west) * (box.north - box.south)
}
