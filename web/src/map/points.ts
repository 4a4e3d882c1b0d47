/** Places with their pages, in columns: 50,000 of them are common. */
export interface MapPoints {
  readonly ids: readonly string[]
  readonly names: readonly string[]
  readonly lats: readonly number[]
  readonly lons: readonly number[]
  readonly pages: readonly number[]
}

export interface MapPlace {
  readonly id: string
  readonly name: string
  readonly lat: number
  readonly lon: number
  readonly pages: number
}

/** A result of the list beside the map, where it is about. */
export interface Pin {
  /** The number it bears in the list. */
  readonly number: number
  readonly lat: number
  readonly lon: number
  /** What the list calls it. */
  readonly title: string
  readonly place: string
}

/** West, south, east, north in degrees; west is the larger one where the box crosses the 180th meridian. */
export type Box = readonly [number, number, number, number]

export const NO_POINTS: MapPoints = { ids: [], names: [], lats: [], lons: [], pages: [] }

export function placeAt(points: MapPoints, index: number): MapPlace {
  return {
    id: points.ids[index] ?? '',
    name: points.names[index] ?? '',
    lat: points.lats[index] ?? 0,
    lon: points.lons[index] ?? 0,
    pages: points.pages[index] ?? 0,
  }
}
