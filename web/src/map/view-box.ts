import type { Box } from './points.ts'

const wrapped = (lon: number): number => ((((lon + 180) % 360) + 360) % 360) - 180

/** What a view shows, as a box: longitudes of further turns around the world come back into -180..180. */
export function boxOf(west: number, south: number, east: number, north: number): Box {
  const s = Math.max(-90, south)
  const n = Math.min(90, north)
  if (east - west >= 360) return [-180, s, 180, n]
  const w = wrapped(west)
  const e = wrapped(east)
  // The right edge of the world is the left one of the next.
  return [w, s, e === -180 ? 180 : e, n]
}

/** Larger on every side by a share of its size, so that what is dragged into view is already there. */
export function widened(west: number, south: number, east: number, north: number, share: number): Box {
  const dx = (east - west) * share
  const dy = (north - south) * share
  return boxOf(west - dx, south - dy, east + dx, north + dy)
}

/** Four decimals are 11 m: enough for any map, short in a URL. */
export const writeBox = (box: Box): string => box.map((degrees) => Number(degrees.toFixed(4))).join(',')

export function readBox(text: string): Box | undefined {
  const parts = text.split(',').map(Number)
  const [w, s, e, n] = parts
  if (parts.length !== 4 || parts.some((part) => !Number.isFinite(part))) return undefined
  return [w!, s!, e!, n!]
}

/** A box around places, over the 180th meridian where they lie on both sides of it; null around nothing. */
export function boxAround(lats: readonly number[], lons: readonly number[]): Box | null {
  if (lats.length === 0) return null
  let south = 90
  let north = -90
  for (const lat of lats) {
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  const sorted = lons.map(wrapped).sort((a, b) => a - b)
  const west = sorted[0] ?? 0
  const east = sorted.at(-1) ?? 0
  // Around the other side, the widest stretch without a place is left out.
  let gap = 0
  let after = 0
  for (let i = 1; i < sorted.length; i += 1) {
    const step = (sorted[i] ?? 0) - (sorted[i - 1] ?? 0)
    if (step > gap) {
      gap = step
      after = i
    }
  }
  // People know the world cut at the 180th meridian: it is turned only where that helps much.
  if (360 - gap < (east - west) / 2) return [sorted[after] ?? 0, south, sorted[after - 1] ?? 0, north]
  return [west, south, east, north]
}
