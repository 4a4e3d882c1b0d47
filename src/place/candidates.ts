import type { PlaceLevel } from '../model/place.ts'
import type { PlacePosition } from './agreement.ts'
import type { GazetteerFile } from './gazetteer-file.ts'
import {
  COMMON_WORD,
  LEVELS,
  NAME_KINDS,
  type NameKind,
  PERSON_NAME,
  PLACE_WORD,
  RANKS,
  type Rank,
} from './gazetteer-format.ts'

/** A possible place of a name, with its prior. */
export interface PlaceCandidate {
  readonly row: number
  readonly prior: number
  /** Probability relative to the first candidate, at most 1. */
  readonly chance: number
  readonly capital: boolean
  readonly province: boolean
  /** A division, not a settlement. */
  readonly unit: boolean
  /** Location; null until first used. */
  position: PlacePosition | null
}

/** The possible places of one spelling. */
export interface Name {
  readonly key: number
  readonly words: number
  readonly candidates: readonly PlaceCandidate[]
  /** Candidates that other names consider before it is resolved, the most likely first. */
  readonly senses: readonly PlaceCandidate[]
  /** Prominence of its best-known place: log10 of population; units and regions are rated by level. */
  readonly prominence: number
  /** True if it is the main name of some place, not only a foreign or former one. */
  readonly isOwn: boolean
  readonly isUnit: boolean
  readonly commonWord: boolean
  readonly personName: boolean
  readonly placeWord: boolean
  /** Row of the country if the name is a demonym, otherwise -1. */
  readonly demonymOf: number
}

/** From this prominence on, a name refers to a country before anything else. */
export const COUNTRY_PROMINENCE = 6.5

/** Further namesakes are hamlets and are ignored. */
const MAX_CANDIDATES = 60
const MAX_SENSES = 20

/** Bonus in the prior for places other than towns, on the scale of population: 1/8 is a power of ten. */
const LEVEL_BONUS: Readonly<Record<PlaceLevel, number>> = {
  world: 0.3,
  continent: 0.8,
  country: 0.7,
  region: 0.8,
  province: 0.2,
  prefecture: -0.06,
  county: -0.06,
  town: 0,
}
/** Small dependencies and former units are rarely meant if a larger namesake exists. */
const SMALL_COUNTRY_BONUS = 0.3
const SMALL_COUNTRY = 200_000
const FORMER_UNIT_BONUS = 0.25
/** Penalty by kind of name. */
const KIND_COST: Readonly<Record<NameKind, number>> = {
  main: 0,
  other: 0.12,
  bare: 0.15,
  short: 0,
  demonym: 0.1,
}
const RANK_BONUS: Readonly<Record<Rank, number>> = {
  plain: 0,
  quarter: -0.08,
  seat: 0.01,
  'province-seat': 0.05,
  capital: 0.12,
  unit: 0,
}
/** Population assumed for towns without a recorded one. */
const MIN_PEOPLE = 300
/** Streams and hills of a full import rank like a town of a hundred thousand. */
const LOCAL_REGION_RENOWN = 5
/** A national capital ranks before a province of the same name by default. */
const CAPITAL_LEAD = 0.05
/** How fast the weight of less likely candidates decreases. */
const DOUBT = 2

/** With `short`, reads the places that the spelling abbreviates; otherwise those that it names in full. */
export function readName(file: GazetteerFile, key: number, short: boolean): Name {
  const { postStart, postPlace, postKind, population, level: levels, rank: ranks, keyBits } = file.rows
  const candidates: PlaceCandidate[] = []
  let prominence = 0
  let isOwn = false
  let isUnit = false
  let demonymOf = -1
  for (let at = postStart[key] ?? 0; at < (postStart[key + 1] ?? 0); at++) {
    const row = postPlace[at] ?? 0
    const kind = NAME_KINDS[postKind[at] ?? 0] ?? 'other'
    if (kind === 'demonym') {
      if (demonymOf < 0) demonymOf = row
      continue
    }
    const level = LEVELS[levels[row] ?? 0] ?? 'town'
    if ((kind === 'short') !== short || level === 'world') continue
    if (candidates.length >= MAX_CANDIDATES) break
    const rank = RANKS[ranks[row] ?? 0] ?? 'plain'
    const people = population[row] ?? 0
    const size = Math.log10(Math.max(MIN_PEOPLE, people))
    if (kind === 'main') isOwn = true
    if (WIDE.has(level) && !(level === 'region' && rank !== 'plain')) isUnit = true
    prominence = Math.max(
      prominence,
      levelProminence(level, rank, size) - (kind === 'main' ? 0 : kind === 'bare' ? 1 : 0.5),
    )
    const prior = size / 8 + bonusOf(level, people, file.country(row)) - KIND_COST[kind] + RANK_BONUS[rank]
    candidates.push({
      row,
      prior,
      chance: 1,
      capital: rank === 'capital',
      province: level === 'province',
      unit: rank === 'unit',
      position: null,
    })
  }
  const bits = keyBits[key] ?? 0
  const weighed = withChances(capitalsFirst(candidates))
  return {
    key,
    words: countWords(file.key(key)),
    candidates: weighed,
    senses: weighed.slice(0, MAX_SENSES).sort((a, b) => b.chance - a.chance),
    prominence,
    isOwn,
    isUnit,
    commonWord: (bits & COMMON_WORD) !== 0,
    personName: (bits & PERSON_NAME) !== 0,
    placeWord: (bits & PLACE_WORD) !== 0,
    demonymOf,
  }
}

const WIDE: ReadonlySet<PlaceLevel> = new Set(['continent', 'country', 'region', 'province'])

function levelProminence(level: PlaceLevel, rank: Rank, size: number): number {
  if (level === 'province') return 6
  if (level === 'region') return rank === 'plain' ? 7 : LOCAL_REGION_RENOWN
  if (WIDE.has(level)) return 7
  if (rank === 'unit') return Math.min(size, 4.5)
  return rank === 'quarter' ? size - 1 : size
}

function bonusOf(level: PlaceLevel, people: number, country: string): number {
  if (level === 'country' && people < SMALL_COUNTRY) return SMALL_COUNTRY_BONUS
  if (level === 'region' && country !== '') return FORMER_UNIT_BONUS
  return LEVEL_BONUS[level]
}

function capitalsFirst(candidates: readonly PlaceCandidate[]): PlaceCandidate[] {
  const provinces = candidates.filter((candidate) => candidate.province)
  const top = Math.max(...provinces.map((candidate) => candidate.prior))
  return candidates.map((candidate) =>
    candidate.capital && provinces.length > 0
      ? { ...candidate, prior: Math.max(candidate.prior, top + CAPITAL_LEAD) }
      : candidate,
  )
}

function withChances(candidates: readonly PlaceCandidate[]): PlaceCandidate[] {
  const top = candidates[0]?.prior ?? 0
  return candidates.map((candidate) => ({
    ...candidate,
    chance: Math.exp(DOUBT * Math.min(0, candidate.prior - top)),
  }))
}

function countWords(key: string): number {
  let words = 1
  for (let i = 0; i < key.length; i++) if (key.charCodeAt(i) === 0x20) words++
  return words
}
