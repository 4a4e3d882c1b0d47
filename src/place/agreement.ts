import type { GazetteerFile } from './gazetteer-file.ts'
import { LEVELS, type Sections } from './gazetteer-format.ts'

/** How much two places speak for each other when one text names both. */
export interface AgreementMap {
  /** How much naming `other` speaks for `row`: 1 for the unit right around it or a close neighbour, less with every step away. */
  agreement(row: number, other: number): number
}

/** Kilometres over which nearness fades by a factor of e: towns of one readership. */
const REACH_KM = 90
/** Beyond this many reaches nearness is nothing. */
const FAR = 5
const EARTH_KM = 6371

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

const maps = new WeakMap<GazetteerFile, AgreementMap>()

export function agreementMap(file: GazetteerFile): AgreementMap {
  const known = maps.get(file)
  if (known) return known
  const map = new Agreement(file)
  maps.set(file, map)
  return map
}

/** Positions as unit vectors and each place's province, so that a pair costs a few multiplications. */
class Agreement implements AgreementMap {
  readonly #rows: Pick<Sections, 'level' | 'country' | 'parent'>
  /** x, y and z of each place side by side: they are needed together. */
  readonly #position: Float32Array
  readonly #province: Int32Array
  readonly #least = Math.cos((FAR * REACH_KM) / EARTH_KM)

  constructor(file: GazetteerFile) {
    const { lat, lon, level, country, parent } = file.rows
    this.#rows = { level, country, parent }
    const count = lat.length
    this.#position = new Float32Array(3 * count)
    this.#province = new Int32Array(count).fill(-1)
    for (let row = 0; row < count; row++) {
      const phi = ((lat[row] ?? 0) * Math.PI) / 180
      const lambda = ((lon[row] ?? 0) * Math.PI) / 180
      this.#position[3 * row] = Math.cos(phi) * Math.cos(lambda)
      this.#position[3 * row + 1] = Math.cos(phi) * Math.sin(lambda)
      this.#position[3 * row + 2] = Math.sin(phi)
      let up = row
      // Rows without a parent name a number too large to be counted with quickly.
      for (let steps = 0; steps < 6 && up < count && level[up] !== PROVINCE; steps++)
        up = Math.min(parent[up] ?? count, count)
      if (level[up] === PROVINCE) this.#province[row] = up
    }
  }

  agreement(row: number, other: number): number {
    if (other < 0 || row === other) return 0
    const { level, country, parent } = this.#rows
    const its = level[row] ?? 0
    const others = level[other] ?? 0
    if (its <= CONTINENT || others <= CONTINENT) return WITHIN_CONTINENT
    if (country[row] !== country[other] || its === REGION || others === REGION)
      return NEAR * this.#near(row, other)
    if (others === COUNTRY) return WITHIN_COUNTRY
    if (its === COUNTRY) return AROUND
    const province = this.#province[row] ?? -1
    if (province < 0 || province !== this.#province[other])
      return Math.max(NEAR * this.#near(row, other), SAME_COUNTRY)
    if (other === province) return WITHIN_PROVINCE
    if (row === province || parent[other] === row) return AROUND
    if (parent[row] === other) return WITHIN_UNIT
    return Math.max(NEAR * this.#near(row, other), SAME_PROVINCE)
  }

  #near(a: number, b: number): number {
    const at = this.#position
    const dot =
      (at[3 * a] ?? 0) * (at[3 * b] ?? 0) +
      (at[3 * a + 1] ?? 0) * (at[3 * b + 1] ?? 0) +
      (at[3 * a + 2] ?? 0) * (at[3 * b + 2] ?? 0)
    if (dot < this.#least) return 0
    const km = EARTH_KM * Math.sqrt(Math.max(0, 2 - 2 * dot))
    return Math.exp(-km / REACH_KM)
  }
}
