import type { GazetteerFile } from './gazetteer-file.ts'
import { ID_KINDS, LEVELS, NAME_KINDS, RANKS } from './gazetteer-format.ts'
import type { GazetteerWriter } from './gazetteer-writer.ts'

/**
 * Copies everything that is not a town from a built gazetteer: continents, countries, divisions and regions with their names, demonyms,
 * members and outlines. Returns the new row of each old one, -1 for towns.
 */
export function copyAreas(base: GazetteerFile, writer: GazetteerWriter): Int32Array {
  const { rows } = base
  const moved = new Int32Array(rows.lat.length).fill(-1)
  for (let row = 0; row < moved.length; row++) {
    const level = LEVELS[rows.level[row] ?? 0] ?? 'town'
    const rank = RANKS[rows.rank[row] ?? 0] ?? 'plain'
    const isArea =
      rank === 'unit' || level === 'region' || (rows.level[row] ?? 0) <= LEVELS.indexOf('country')
    if (!isArea) continue
    const id = base.id(row)
    const colon = id.indexOf(':')
    const kind = ID_KINDS.find((one) => one === id.slice(0, colon)) ?? 'ne'
    const value = id.slice(colon + 1)
    const parent = base.parent(row)
    moved[row] = writer.add({
      id: { kind, value: kind === 'gn' ? Number(value) : value },
      name: base.name(row),
      level,
      rank,
      lat: rows.lat[row] ?? 0,
      lon: rows.lon[row] ?? 0,
      population: rows.population[row] ?? 0,
      country: base.country(row),
      parent: parent < 0 ? -1 : (moved[parent] ?? -1),
    })
  }
  copyNames(base, writer, moved)
  rows.memberRegion.forEach((region, i) => {
    writer.addMember(moved[region] ?? 0, moved[rows.memberPlace[i] ?? 0] ?? 0)
  })
  rows.outlinePlace.forEach((place, i) => {
    const rings: number[][] = []
    for (let ring = rows.outlineStart[i] ?? 0; ring < (rows.outlineStart[i + 1] ?? 0); ring++)
      rings.push([...rows.points.subarray(rows.ringStart[ring], rows.ringStart[ring + 1])])
    writer.addOutline(moved[place] ?? 0, rings)
  })
  return moved
}

function copyNames(base: GazetteerFile, writer: GazetteerWriter, moved: Int32Array): void {
  const { postStart, postPlace, postKind } = base.rows
  for (let key = 0; key + 1 < postStart.length; key++)
    for (let at = postStart[key] ?? 0; at < (postStart[key + 1] ?? 0); at++) {
      const row = moved[postPlace[at] ?? 0] ?? -1
      if (row >= 0) writer.addName(row, base.key(key), NAME_KINDS[postKind[at] ?? 0] ?? 'other')
    }
}
