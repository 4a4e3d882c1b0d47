import type { Place, PlaceLevel } from '../model/place.ts'
import { distanceKm } from './distance.ts'
import type { Gazetteer } from './gazetteer.ts'
import { LEVELS } from './gazetteer-format.ts'
import { outlinesOf } from './outlines.ts'

const MAX_TOWNS = 6
/** Maximum distance to a town. */
const NEAR_KM = 200
/** Outlines are coarse: this close to a town, a point is in the same areas as the town. */
const AT_TOWN_KM = 30

const KM_PER_DEGREE = 111.2
const RADIANS = Math.PI / 180
/** Seas and mountain ranges come last because they overlap all others. */
const NARROWEST_FIRST: readonly PlaceLevel[] = ['county', 'prefecture', 'province', 'country', 'region']
const TOWN = LEVELS.indexOf('town')

/** Places at a point: the nearest towns by distance, then the containing areas from smallest to largest. */
export function placesAt(gazetteer: Gazetteer, lat: number, lon: number): Place[] {
  const towns = nearestTowns(gazetteer, lat, lon)
  const areas = areasAround(gazetteer, lat, lon)
  const [first] = towns
  if (first && first.km <= AT_TOWN_KM)
    for (let unit = gazetteer.file.parent(first.row); unit >= 0; unit = gazetteer.file.parent(unit))
      areas.add(unit)
  return [...towns.map(({ row }) => row), ...narrowestFirst(gazetteer, areas)].map((row) => gazetteer.at(row))
}

interface Near {
  readonly row: number
  readonly km: number
}

function nearestTowns({ file }: Gazetteer, lat: number, lon: number): Near[] {
  const rows = file.rows
  const best: Near[] = []
  const squash = Math.cos(lat * RADIANS)
  let limit = NEAR_KM
  for (let row = 0; row < rows.lat.length; row++) {
    if (rows.level[row] !== TOWN) continue
    const high = ((rows.lat[row] ?? 0) - lat) * KM_PER_DEGREE
    if (high > limit || high < -limit) continue
    // Take the short way across the 180th meridian; near the poles every longitude is close.
    const apart = Math.abs((rows.lon[row] ?? 0) - lon)
    const wide = Math.min(apart, 360 - apart) * KM_PER_DEGREE * squash
    if (wide > limit * 2 && squash > 0.1) continue
    const km = distanceKm(lat, lon, rows.lat[row] ?? 0, rows.lon[row] ?? 0)
    if (km > limit) continue
    let at = best.length
    while (at > 0 && km < (best[at - 1]?.km ?? 0)) at--
    best.splice(at, 0, { row, km })
    if (best.length > MAX_TOWNS) best.pop()
    if (best.length === MAX_TOWNS) limit = best.at(-1)?.km ?? limit
  }
  return best
}

/** Provinces, countries and regions whose outline contains the point, and their parents. */
function areasAround({ file }: Gazetteer, lat: number, lon: number): Set<number> {
  const outlines = outlinesOf(file)
  const areas = new Set<number>()
  for (const row of file.rows.outlinePlace)
    if (outlines.contains(row, lat, lon))
      for (let unit = row; unit >= 0; unit = file.parent(unit)) areas.add(unit)
  return areas
}

/** Excludes continents and the world. */
function narrowestFirst({ file }: Gazetteer, areas: ReadonlySet<number>): number[] {
  const place = (row: number) => NARROWEST_FIRST.indexOf(LEVELS[file.rows.level[row] ?? 0] ?? 'world')
  return [...areas].filter((row) => place(row) >= 0).sort((a, b) => place(a) - place(b) || a - b)
}
