import type { Pin } from './points.ts'

/** Pins whose heads would cover each other at the present zoom share one. */
export interface PinGroup {
  readonly pins: readonly Pin[]
  /** The position of the first of them. */
  readonly lat: number
  readonly lon: number
}

/** Of a pin's head, as map.css draws it. */
const HEAD_PX = 26
const PADDING_PX = 17
const DIGIT_PX = 8
/** Numbers a head can bear side by side; the rest are counted. */
const MAX_NUMBERS = 3
const EARTH_M = 20_037_508.342789244

/** Web Mercator, the projection of the map and of tile servers. */
export function toMercator(lat: number, lon: number): [number, number] {
  const held = Math.max(-85.0511, Math.min(85.0511, lat))
  return [(lon * EARTH_M) / 180, (Math.log(Math.tan(((90 + held) * Math.PI) / 360)) * EARTH_M) / Math.PI]
}

interface Placed {
  readonly pins: readonly Pin[]
  /** Pixels. */
  readonly x: number
  readonly y: number
}

const widthOf = ({ pins }: Placed) => Math.max(HEAD_PX, PADDING_PX + DIGIT_PX * numbersOf(pins).length)

function cover(a: Placed, b: Placed): boolean {
  const left = a.x < b.x ? a : b
  return Math.abs(a.y - b.y) < HEAD_PX && Math.abs(a.x - b.x) < widthOf(left)
}

/** @param resolution metres to a pixel */
export function groupPins(pins: readonly Pin[], resolution: number): PinGroup[] {
  const groups: Placed[] = []
  for (const pin of pins) {
    const [x, y] = toMercator(pin.lat, pin.lon)
    let placed: Placed = { pins: [pin], x: x / resolution, y: y / resolution }
    // A head that took in another is wider, and may now cover a third.
    for (let at = 0; at < groups.length; ) {
      const other = groups[at]
      if (other && cover(other, placed)) {
        groups.splice(at, 1)
        const all = [...other.pins, ...placed.pins].sort((a, b) => a.number - b.number)
        const first = all[0] === other.pins[0] ? other : placed
        placed = { pins: all, x: first.x, y: first.y }
        at = 0
      } else at += 1
    }
    groups.push(placed)
  }
  groups.sort((a, b) => (a.pins[0]?.number ?? 0) - (b.pins[0]?.number ?? 0))
  return groups.map(({ pins }) => ({ pins, lat: pins[0]?.lat ?? 0, lon: pins[0]?.lon ?? 0 }))
}

/** "3", "3 8", "3 8 9 +4" */
export function numbersOf(pins: readonly Pin[]): string {
  const shown = pins.slice(0, MAX_NUMBERS).map((pin) => pin.number)
  const rest = pins.length - shown.length
  return rest > 0 ? `${shown.join(' ')} +${rest}` : shown.join(' ')
}
