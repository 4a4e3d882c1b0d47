import type { GazetteerFile } from './gazetteer-file.ts'
import { LEVELS } from './gazetteer-format.ts'

/** Location of a place for comparison with others; read once, since a place may be compared with hundreds. */
export interface PlacePosition {
  readonly row: number
  readonly level: number
  readonly country: number
  /** Row of its parent unit, or -1. */
  readonly parent: number
  /** Row of its province, or -1. */
  readonly province: number
  /** Its position as a unit vector, so that a distance costs three multiplications. */
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Distance in km over which proximity falls by a factor of e. */
const REACH_KM = 90
/** Beyond this multiple of the reach, proximity is 0. */
const FAR = 5
const EARTH_KM = 6371
const MIN = Math.cos((FAR * REACH_KM) / EARTH_KM)

const WITHIN_COUNTRY = 0.4
const WITHIN_PROVINCE = 0.8
const WITHIN_UNIT = 1
/** A unit is more likely if the text names a place in it. */
const AROUND = 0.5
const NEAR = 0.9
const SAME_PROVINCE = 0.45
const SAME_COUNTRY = 0.2
/** A shared continent is weak evidence. */
const WITHIN_CONTINENT = 0.05

const CONTINENT = LEVELS.indexOf('continent')
const COUNTRY = LEVELS.indexOf('country')
const PROVINCE = LEVELS.indexOf('province')
const REGION = LEVELS.indexOf('region')
/** More than the number of units above any place. */
const MAX_UNITS = 6

export function positionAt(file: GazetteerFile, row: number): PlacePosition {
  const { lat, lon, level, country } = file.rows
  const phi = ((lat[row] ?? 0) * Math.PI) / 180
  const lambda = ((lon[row] ?? 0) * Math.PI) / 180
  return {
    row,
    level: level[row] ?? 0,
    country: country[row] ?? 0,
    parent: file.parent(row),
    province: provinceAround(file, row),
    // Rounded to the precision of the degrees; further digits are noise.
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

/** How strongly a mention of `other` supports `position`: 1 for its parent unit or a close neighbour, less with distance. */
export function agreement(position: PlacePosition, other: PlacePosition): number {
  if (position.row === other.row) return 0
  const its = position.level
  const others = other.level
  if (its <= CONTINENT || others <= CONTINENT) return WITHIN_CONTINENT
  if (position.country !== other.country || its === REGION || others === REGION)
    return NEAR * near(position, other)
  if (others === COUNTRY) return WITHIN_COUNTRY
  if (its === COUNTRY) return AROUND
  const { province } = position
  if (province < 0 || province !== other.province) return Math.max(NEAR * near(position, other), SAME_COUNTRY)
  if (other.row === province) return WITHIN_PROVINCE
  if (position.row === province || other.parent === position.row) return AROUND
  if (position.parent === other.row) return WITHIN_UNIT
  return Math.max(NEAR * near(position, other), SAME_PROVINCE)
}

function near(a: PlacePosition, b: PlacePosition): number {
  const dot = a.x * b.x + a.y * b.y + a.z * b.z
  if (dot < MIN) return 0
  const km = EARTH_KM * Math.sqrt(Math.max(0, 2 - 2 * dot))
  return Math.exp(-km / REACH_KM)
}
