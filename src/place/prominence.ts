import type { PlaceLevel } from '../model/place.ts'
import { LEVELS, RANKS } from './gazetteer-format.ts'

/** Steps in powers of ten of population: a state outranks a city ten times its recorded size, a county does not. */
const BY_LEVEL: Readonly<Record<PlaceLevel, number>> = {
  world: 9,
  continent: 8,
  country: 4,
  region: 6,
  province: 1,
  prefecture: -0.5,
  county: -0.5,
  town: 0,
}

const OF_LEVEL: readonly number[] = LEVELS.map((level) => BY_LEVEL[level])
const OF_RANK: readonly number[] = RANKS.map(
  (rank) => ({ plain: 0, quarter: -0.5, seat: 0.2, 'province-seat': 0.5, capital: 1.5, unit: 0 })[rank],
)

/** Penalty for each step from the main name to a nickname. */
export const NICKNAME_COST = 0.7

/** Prominence of a place; level and rank are numbers as in the file. */
export function prominenceOf(level: number, rank: number, population: number): number {
  return Math.log10(population + 10) + (OF_LEVEL[level] ?? 0) + (OF_RANK[rank] ?? 0)
}
