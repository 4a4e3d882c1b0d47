import type { GazetteerFile } from './gazetteer-file.ts'
import { COMMON_WORD, LEVELS, NAME_KINDS, PERSON_NAME, RANKS } from './gazetteer-format.ts'

/** A place that a name may mean, with how likely it is before anything else is known. */
export interface Candidate {
  readonly row: number
  readonly prior: number
}

/** All that one spelling may mean. */
export interface Name {
  readonly key: number
  readonly words: number
  readonly candidates: readonly Candidate[]
  /** How well known its best bearer is: powers of ten of people, units and regions counted by their level. */
  readonly renown: number
  /** Some bearer has this as its own name, not as a foreign or former one. */
  readonly isOwn: boolean
  readonly isUnit: boolean
  readonly commonWord: boolean
  readonly personName: boolean
  /** Country whose people are called so, -1 when it is no demonym. */
  readonly demonymOf: number
}

/** More namesakes than this tell nothing more: the rest are hamlets. */
const MOST_CANDIDATES = 60

const KIND = Object.fromEntries(NAME_KINDS.map((kind, i) => [kind, i])) as Record<(typeof NAME_KINDS)[number], number>
const LEVEL = Object.fromEntries(LEVELS.map((level, i) => [level, i])) as Record<(typeof LEVELS)[number], number>
const QUARTER = RANKS.indexOf('quarter')

/** Steps in the prior for what is not a town, in the same scale as population: an eighth is a power of ten. */
const LEVEL_BONUS: readonly number[] = LEVELS.map(
  (level) =>
    ({ world: 0.3, continent: 0.6, country: 0.7, region: 0.8, province: 0.2, prefecture: -0.06, county: -0.06, town: 0 })[level],
)
/** A unit's main name, a foreign one, a name short of its type, an abbreviation, a demonym. */
const KIND_COST: readonly number[] = [0, 0.12, 0.15, 0, 0.1]
const RANK_BONUS: readonly number[] = RANKS.map((rank) => ({ plain: 0, quarter: -0.08, seat: 0.01, 'province-seat': 0.05, capital: 0.12 })[rank])
/** Towns the sources give no population for are at least villages. */
const LEAST_PEOPLE = 300

/** `short` reads what the spelling stands for as an abbreviation; else what it is a full name of. */
export function readName(file: GazetteerFile, key: number, short: boolean): Name {
  const { postStart, postPlace, postKind, population, level, rank, keyBits } = file.rows
  const candidates: Candidate[] = []
  let renown = 0
  let isOwn = false
  let isUnit = false
  let demonymOf = -1
  for (let at = postStart[key] ?? 0; at < (postStart[key + 1] ?? 0); at++) {
    const row = postPlace[at] ?? 0
    const kind = postKind[at] ?? 0
    if (kind === KIND.demonym) {
      if (demonymOf < 0) demonymOf = row
      continue
    }
    if (candidates.length >= MOST_CANDIDATES) break
    if ((kind === KIND.short) !== short || (level[row] ?? 0) === LEVEL.world) continue
    if (kind === KIND.main) isOwn = true
    const its = level[row] ?? 0
    const people = Math.max(LEAST_PEOPLE, population[row] ?? 0)
    const size = Math.log10(people)
    const isTown = its === LEVEL.town || (its === LEVEL.prefecture && rank[row] !== 0)
    if (!isTown && its !== LEVEL.county && its !== LEVEL.prefecture) isUnit = true
    const known = its <= LEVEL.country || its === LEVEL.region ? 7 : its === LEVEL.province ? 6 : isTown ? size : Math.min(size, 4.5)
    renown = Math.max(renown, known - (kind === KIND.main ? 0 : kind === KIND.bare ? 1 : 0.5) - (rank[row] === QUARTER ? 1 : 0))
    const prior = size / 8 + (LEVEL_BONUS[its] ?? 0) - (KIND_COST[kind] ?? 0) + (RANK_BONUS[rank[row] ?? 0] ?? 0)
    candidates.push({ row, prior })
  }
  const bits = keyBits[key] ?? 0
  return {
    key,
    words: countWords(file.key(key)),
    candidates,
    renown,
    isOwn,
    isUnit,
    commonWord: (bits & COMMON_WORD) !== 0,
    personName: (bits & PERSON_NAME) !== 0,
    demonymOf,
  }
}

function countWords(key: string): number {
  let words = 1
  for (let i = 0; i < key.length; i++) if (key.charCodeAt(i) === 0x20) words++
  return words
}
