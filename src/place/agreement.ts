import type { GazetteerFile } from './gazetteer-file.ts'
import { LEVELS } from './gazetteer-format.ts'

/** All of a place that says how much it speaks for another: read once, since a place in the news is compared with hundreds. */
export interface Spot {
  readonly row: number
  readonly level: number
  readonly country: number
  /** Row of the unit right around it, -1 when there is none. */
  readonly parent: number
  /** Row of the province around it, -1 when there is none. */
  readonly province: number
  /** Its position as a unit vector, so that a distance costs three multiplications. */
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Kilometres over which nearness fades by a factor of e: towns of one readership. */
const REACH_KM = 90
/** Beyond this many reaches nearness is nothing. */
const FAR = 5
const EARTH_KM = 6371
const MIN = Math.cos((FAR * REACH_KM) / EARTH_KM)

const WITHIN_COUNTRY = 0.4
const WITHIN_PROVINCE = 0.8
const WITHIN_UNIT = 1
/** A unit is likelier when a place in it is named. */
const AROUND = 0.5
const NEAR = 0.9
const SAME_PROVINCE = 0.45
const SAME_COUNTRY = 0.2
/** That Asia is named says little about which Springfield is. */
const WITHIN_CONTINENT = 0.05

const CONTINENT = LEVELS.indexOf('continent')
const COUNTRY = LEVELS.indexOf('country')
const PROVINCE = LEVELS.indexOf('province')
const REGION = LEVELS.indexOf('region')
/** More units than there are around any place. */
const MAX_UNITS = 6

export function spotAt(file: GazetteerFile, row: number): Spot {
  const { lat, lon, level, country } = file.rows
  const phi = ((lat[row] ?? 0) * Math.PI) / 180
  const lambda = ((lon[row] ?? 0) * Math.PI) / 180
  return {
    row,
    level: level[row] ?? 0,
    country: country[row] ?? 0,
    parent: file.parent(row),
    province: provinceAround(file, row),
    // As precise as the degrees are: a difference beyond that would be chance.
    x: Math.fround(Math.cos(phi) * Math.cos(lambda)),
    y: Math.fround(Math.cos(phi) * Math.sin(lambda)),
    z: Math.fround(Math.sin(phi)),
  }
}

function provinceAround(file: GazetteerFile, row: number): number {
  const { level } = file.rows
  for (let up = row, steps = 0; up >= 0 && steps <= MAX_UNITS; up = file.parent(up), steps++)
    if (level[up] === PROVINCE) return up
  return -1
}

/** How much naming `other` speaks for `spot`: 1 for the unit right around it or a close neighbour, less with every step away. */
export function agreement(spot: Spot, other: Spot): number {
  if (spot.row === other.row) return 0
  const its = spot.level
  const others = other.level
  if (its <= CONTINENT || others <= CONTINENT) return WITHIN_CONTINENT
  if (spot.country !== other.country || its === REGION || others === REGION) return NEAR * near(spot, other)
  if (others === COUNTRY) return WITHIN_COUNTRY
  if (its === COUNTRY) return AROUND
  const { province } = spot
  if (province < 0 || province !== other.province) return Math.max(NEAR * near(spot, other), SAME_COUNTRY)
  if (other.row === province) return WITHIN_PROVINCE
  if (spot.row === province || other.parent === spot.row) return AROUND
  if (spot.parent === other.row) return WITHIN_UNIT
  return Math.max(NEAR * near(spot, other), SAME_PROVINCE)
}

function near(a: Spot, b: Spot): number {
  const dot = a.x * b.x + a.y * b.y + a.z * b.z
  if (dot < MIN) return 0
  const km = EARTH_KM * Math.sqrt(Math.max(0, 2 - 2 * dot))
  return Math.exp(-km / REACH_KM)
}
