import type { Candidate, Name } from './candidates.ts'
import { distanceKm } from './distance.ts'
import type { Gazetteer } from './gazetteer.ts'
import { LEVELS } from './gazetteer-format.ts'

/** One name of a text on its way to a place. */
export interface Asked {
  readonly name: Name
  /** How sure it is that this is a place at all, 0..1, times how often it is named (damped). */
  readonly weight: number
  /** Units that the text names right after it (`Paris, Texas`). */
  readonly within: readonly number[]
}

export interface Answer {
  /** Row of the chosen place, -1 when there is none. */
  readonly row: number
  /** How well the rest of the text agrees, 0 = not at all. */
  readonly support: number
}

/** Names beyond this many are resolved, but do not vote: keeps the cost of a long text linear. */
const MOST_VOTERS = 60
const ROUNDS = 3
/** What agreement is worth against population: a neighbour in the same county outweighs four powers of ten. */
const SUPPORT = 0.5
const WITHIN = 2
/** Kilometres over which nearness fades by a factor of e: towns of one readership. */
const REACH_KM = 90

const COUNTRY = LEVELS.indexOf('country')
const PROVINCE = LEVELS.indexOf('province')

/** Chooses one place per name so that the places of a text agree with each other, by relaxation from their priors. */
export class Resolver {
  readonly #gazetteer: Gazetteer
  readonly #favour: readonly number[]

  constructor(gazetteer: Gazetteer, favour: readonly number[]) {
    this.#gazetteer = gazetteer
    this.#favour = favour
  }

  resolve(asked: readonly Asked[], demonyms: readonly number[] = []): Answer[] {
    const voters = [...asked.keys()]
      .filter((i) => (asked[i]?.weight ?? 0) > 0.05 && (asked[i]?.name.candidates.length ?? 0) > 0)
      .sort((a, b) => (asked[b]?.weight ?? 0) - (asked[a]?.weight ?? 0) || a - b)
      .slice(0, MOST_VOTERS)
    let answers = asked.map((ask): Answer => ({ row: this.#best(ask, () => 0).row, support: 0 }))
    for (let round = 0; round < ROUNDS; round++) {
      const before = answers
      answers = asked.map((ask, i) => {
        const vote = (candidate: Candidate): number => {
          let sum = 0
          for (const j of voters) {
            const other = asked[j]
            if (j === i || !other) continue
            const agreement =
              round === 0 ? this.#hopes(candidate.row, other) : this.#agreement(candidate.row, before[j]?.row ?? -1)
            sum += other.weight * agreement
          }
          for (const row of demonyms) sum += 0.3 * this.#agreement(candidate.row, row)
          for (const row of this.#favour) sum += this.#agreement(candidate.row, row)
          return sum
        }
        return this.#best(ask, vote)
      })
    }
    return answers
  }

  #best(ask: Asked, vote: (candidate: Candidate) => number): Answer {
    let row = -1
    let most = Number.NEGATIVE_INFINITY
    let support = 0
    for (const candidate of ask.name.candidates) {
      const votes = vote(candidate)
      const inside = ask.within.some((unit) => unit !== candidate.row && this.#gazetteer.holds(unit, candidate.row))
      const score = candidate.prior + SUPPORT * saturate(votes) + (inside ? WITHIN : 0)
      if (score > most) {
        most = score
        row = candidate.row
        support = votes
      }
    }
    return { row, support }
  }

  /** Before anything is decided: the best agreement with any sense of another name, likelier senses counting more. */
  #hopes(row: number, other: Asked): number {
    let most = 0
    const top = other.name.candidates[0]?.prior ?? 0
    for (const candidate of other.name.candidates.slice(0, 20)) {
      const likely = Math.exp(3 * Math.min(0, candidate.prior - top))
      const hope = likely * this.#agreement(row, candidate.row)
      if (hope > most) most = hope
    }
    return most
  }

  /** How much naming `other` speaks for `row`: 1 for the unit right around it or a close neighbour, less with every step away. */
  #agreement(row: number, other: number): number {
    if (other < 0 || row === other) return 0
    const { file } = this.#gazetteer
    const { lat, lon, level, country } = file.rows
    if (this.#gazetteer.holds(other, row)) {
      const its = level[other] ?? 0
      return its < COUNTRY ? 0.05 : its === COUNTRY ? 0.4 : its === PROVINCE ? 0.8 : 1
    }
    if (this.#gazetteer.holds(row, other)) return (level[row] ?? 0) < COUNTRY ? 0.05 : 0.5
    const km = distanceKm(lat[row] ?? 0, lon[row] ?? 0, lat[other] ?? 0, lon[other] ?? 0)
    const near = Math.exp(-km / REACH_KM)
    const sameCountry = country[row] === country[other] && country[row] !== 0
    const sameProvince = sameCountry && this.#province(row) === this.#province(other)
    return Math.max(0.9 * near, sameProvince ? 0.45 : sameCountry ? 0.2 : 0)
  }

  #province(row: number): number {
    const { file } = this.#gazetteer
    for (let up = row; up >= 0; up = file.parent(up)) if (file.rows.level[up] === PROVINCE) return up
    return -1
  }
}

/** Many weak votes must not beat what one sure one says. */
function saturate(votes: number): number {
  return votes / (1 + votes / 4)
}
