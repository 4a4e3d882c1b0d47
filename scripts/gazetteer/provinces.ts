import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { nameKey } from '../../src/place/name-key.ts'
import { bareName } from './bare-names.ts'

/** A line of provinces.jsonl.gz: a first-order unit of Natural Earth. */
export interface Province {
  readonly country: string
  readonly code: string
  readonly geonames: number
  readonly iso: string
  readonly name: string
  readonly english: string
  readonly names: readonly string[]
  readonly lat: number
  readonly lon: number
  /** Each ring as steps in hundredths of a degree. */
  readonly rings: readonly (readonly number[])[]
}

export function readProvinces(path: string): Province[] {
  return gunzipSync(readFileSync(path))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Province)
}

/** Rings as absolute longitude and latitude, in hundredths of a degree. */
export function absoluteRings(province: Province): number[][] {
  return province.rings.map((ring) => {
    let x = 0
    let y = 0
    const out: number[] = []
    for (let i = 0; i + 1 < ring.length; i += 2) {
      x += ring[i] ?? 0
      y += ring[i + 1] ?? 0
      out.push(x, y)
    }
    return out
  })
}

interface Division {
  readonly code: string
  readonly name: string
}

/**
 * Which GeoNames division each unit of Natural Earth is. Names decide before codes: Natural Earth still carries codes that
 * GeoNames has given to other units since. In some countries its units are GeoNames' second level (departments, counties).
 */
export function matchProvinces(
  provinces: readonly Province[],
  first: readonly Division[],
  second: readonly Division[],
  centres: ReadonlyMap<string, { readonly lat: number; readonly lon: number }>,
): Map<Province, string> {
  const firstNames = byName(first)
  const secondNames = byName(second)
  const codes = new Set(first.map((division) => division.code))
  const taken = new Set<string>()
  const matched = new Map<Province, string>()
  const claim = (province: Province, code: string | undefined): boolean => {
    const centre = code ? centres.get(code) : undefined
    if (!code || taken.has(code) || (centre && !isAround(province, centre))) return false
    taken.add(code)
    matched.set(province, code)
    return true
  }
  for (const names of [firstNames, secondNames])
    for (const spellings of [ownNames, allNames])
      for (const province of provinces) {
        if (matched.has(province)) continue
        keysOf(spellings(province)).some((key) => claim(province, names.get(`${province.country} ${key}`)))
      }
  for (const province of provinces)
    if (!matched.has(province) && codes.has(province.code)) claim(province, province.code)
  return matched
}

/** Degrees that a unit's people may live outside its (simplified) bounds. */
const MARGIN = 0.3

/** Guards against namesakes and codes given to other units since: the unit's people must live within the outline's bounds. */
function isAround(province: Province, centre: { readonly lat: number; readonly lon: number }): boolean {
  const rings = absoluteRings(province)
  const xs = rings.flatMap((ring) => ring.filter((_, i) => i % 2 === 0))
  const ys = rings.flatMap((ring) => ring.filter((_, i) => i % 2 === 1))
  const within = (value: number, all: readonly number[]): boolean =>
    value >= Math.min(...all) / 100 - MARGIN && value <= Math.max(...all) / 100 + MARGIN
  return within(centre.lon, xs) && within(centre.lat, ys)
}

function byName(divisions: readonly Division[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { code, name } of divisions) {
    const country = code.slice(0, 2)
    for (const key of [nameKey(name), nameKey(bareName(name))])
      if (key && !names.has(`${country} ${key}`)) names.set(`${country} ${key}`, code)
  }
  return names
}

const ownNames = (province: Province): readonly string[] => [province.english, province.name]
const allNames = (province: Province): readonly string[] => province.names

function keysOf(names: readonly string[]): string[] {
  const keys = new Set<string>()
  for (const name of names) {
    keys.add(nameKey(name))
    keys.add(nameKey(bareName(name)))
  }
  keys.delete('')
  return [...keys]
}
