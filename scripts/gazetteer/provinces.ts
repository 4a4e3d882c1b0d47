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
): Map<Province, string> {
  const firstNames = byName(first)
  const secondNames = byName(second)
  const codes = new Set(first.map((division) => division.code))
  const taken = new Set<string>()
  const matched = new Map<Province, string>()
  const claim = (province: Province, code: string | undefined): boolean => {
    if (!code || taken.has(code)) return false
    taken.add(code)
    matched.set(province, code)
    return true
  }
  for (const names of [firstNames, secondNames])
    for (const province of provinces) {
      if (matched.has(province)) continue
      keysOf(province).some((key) => claim(province, names.get(`${province.country} ${key}`)))
    }
  for (const province of provinces)
    if (!matched.has(province) && codes.has(province.code)) claim(province, province.code)
  return matched
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

function keysOf(province: Province): string[] {
  const keys = new Set<string>()
  for (const name of [province.english, province.name, ...province.names]) {
    keys.add(nameKey(name))
    keys.add(nameKey(bareName(name)))
  }
  keys.delete('')
  return [...keys]
}
