import { feature } from 'topojson-client'
import { toMercator } from './pin-groups.ts'
import { closedRing, type Label, labelIn, type Ring } from './rings.ts'

/** What the files of the base map hold. */
export type World = Parameters<typeof feature>[0]

/** A country in the map's own metres, in the flat form the map draws. */
export interface CountryShape {
  readonly name: string
  /** x, y, x, y… of all rings. */
  readonly flat: Float64Array
  /** Where each ring ends in `flat`, by polygon. */
  readonly ends: readonly (readonly number[])[]
  readonly label: Label
}

const mercatorRing = (ring: Ring): Ring => closedRing(ring).map(([lon = 0, lat = 0]) => toMercator(lat, lon))

export function countryShapes(world: World): CountryShape[] {
  const { countries } = world.objects
  const all = countries && feature(world, countries)
  if (!all || !('features' in all)) throw new Error('the base map has no countries')
  return all.features.flatMap(({ geometry, properties }) => {
    const polygons = polygonsOf(geometry).map((rings) => rings.map(mercatorRing))
    if (polygons.length === 0) return []
    const flat: number[] = []
    const ends = polygons.map((rings) =>
      rings.map((ring) => {
        for (const point of ring) flat.push(point[0] ?? 0, point[1] ?? 0)
        return flat.length
      }),
    )
    const labels = polygons.map(([outer = []]) => labelIn(outer))
    const label = labels.reduce((best, one) => (one.width > best.width ? one : best))
    return [{ name: String(properties?.name ?? ''), flat: Float64Array.from(flat), ends, label }]
  })
}

function polygonsOf(geometry: GeoJSON.Geometry): Ring[][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
}
