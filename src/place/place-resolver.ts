import { agreement, type Spot, spotAt } from './agreement.ts'
import type { Name, PlaceCandidate } from './candidates.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { GazetteerFile } from './gazetteer-file.ts'

/** A name in a text, to be resolved. */
export interface Asked {
  readonly name: Name
  /** Probability that it is a place, times its damped frequency. */
  readonly weight: number
  /** Units that the text names right after it (`Paris, Texas`). */
  readonly within: readonly number[]
}

export interface Resolution {
  /** Row of the chosen place, or -1. */
  readonly row: number
  /** How well the rest of the text agrees, 0 = not at all. */
  readonly support: number
}

/** Further names are resolved but do not vote, which keeps the cost linear. */
const MAX_VOTERS = 60
const ROUNDS = 3
/** Names with a lower probability do not vote. */
const MIN_WEIGHT = 0.05
/** Weight of a demonym, relative to the name of its country. */
const PEOPLE = 0.3
/** Weight of the event's place, against 1 for an adjacent place. */
const FAVOURED = 2
/** Weight of agreement against population: a neighbour in the same county outweighs four powers of ten. */
const SUPPORT = 0.5
const WITHIN = 2
/** Upper bound of the rounding error per vote. */
const ROUNDING = 1e-9

/** Selects one place per name so that the places of a text agree, by relaxation from their priors. */
export class PlaceResolver {
  readonly #gazetteer: Gazetteer
  readonly #favour: readonly Spot[]
  readonly #peoples = new Map<number, Spot>()

  constructor(gazetteer: Gazetteer, favour: readonly number[]) {
    this.#gazetteer = gazetteer
    this.#favour = favour.map((row) => spotAt(gazetteer.file, row))
  }

  resolve(asked: readonly Asked[], demonyms: readonly number[] = []): Resolution[] {
    const peoples = demonyms.map((row) => this.#people(row))
    const poll = new Poll(this.#gazetteer, asked, peoples, this.#favour)
    for (let round = 0; round < ROUNDS; round++) poll.vote(round)
    return poll.answers()
  }

  #people(row: number): Spot {
    const known = this.#peoples.get(row)
    if (known) return known
    const spot = spotAt(this.#gazetteer.file, row)
    this.#peoples.set(row, spot)
    return spot
  }
}

/** Current place of a name, and its votes. */
interface Standing {
  readonly candidate: PlaceCandidate | undefined
  readonly support: number
}

/** One text's names, voting on each other. */
class Poll {
  readonly #gazetteer: Gazetteer
  readonly #asked: readonly Asked[]
  readonly #peoples: readonly Spot[]
  readonly #favour: readonly Spot[]
  /** Names that vote, by descending weight. */
  readonly #voters: readonly number[]
  /** Maximum votes of the remaining voters from each index: no agreement exceeds 1. */
  readonly #rest: Float64Array
  #standings: readonly Standing[]
  #settled = false

  constructor(
    gazetteer: Gazetteer,
    asked: readonly Asked[],
    peoples: readonly Spot[],
    favour: readonly Spot[],
  ) {
    this.#gazetteer = gazetteer
    this.#asked = asked
    this.#peoples = peoples
    this.#favour = favour
    this.#voters = votersAmong(asked)
    this.#rest = new Float64Array(this.#voters.length + 1)
    for (let k = this.#voters.length - 1; k >= 0; k--)
      this.#rest[k] = (this.#rest[k + 1] ?? 0) + (asked[this.#voters[k] ?? -1]?.weight ?? 0)
    this.#standings = asked.map((ask) => ({ candidate: this.#likeliest(ask), support: 0 }))
  }

  answers(): Resolution[] {
    return this.#standings.map(({ candidate, support }) => ({ row: candidate?.row ?? -1, support }))
  }

  /** Runs one round: each name moves to the place that the current places of the others support. */
  vote(round: number): void {
    const before = this.#standings
    const isLast = round === ROUNDS - 1
    const isVoter = new Uint8Array(this.#asked.length)
    for (const i of this.#voters) isVoter[i] = 1
    this.#standings = before.map((standing, i) => {
      // Once the votes repeat, further rounds change nothing.
      const isAsked = isVoter[i] === 1 ? !this.#settled : isLast
      return isAsked ? this.#best(i, round === 0 ? undefined : before) : standing
    })
    this.#settled =
      round > 0 && this.#voters.every((i) => this.#standings[i]?.candidate?.row === before[i]?.candidate?.row)
  }

  /** Chooses by the prior alone. */
  #likeliest(ask: Asked): PlaceCandidate | undefined {
    let best: PlaceCandidate | undefined
    let most = Number.NEGATIVE_INFINITY
    for (const candidate of ask.name.candidates) {
      const score = candidate.prior + this.#bonus(ask, candidate)
      if (score > most) {
        most = score
        best = candidate
      }
    }
    return best
  }

  #best(i: number, before: readonly Standing[] | undefined): Standing {
    const ask = this.#asked[i]
    let best: PlaceCandidate | undefined
    let most = Number.NEGATIVE_INFINITY
    let support = 0
    for (const candidate of ask?.name.candidates ?? []) {
      const bonus = ask ? this.#bonus(ask, candidate) : 0
      const votes = this.#votesFor(i, candidate, votesNeeded(most - candidate.prior - bonus), before)
      const score = candidate.prior + SUPPORT * saturate(votes) + bonus
      if (score > most) {
        most = score
        best = candidate
        support = votes
      }
    }
    return { candidate: best, support }
  }

  #bonus({ within }: Asked, { row }: PlaceCandidate): number {
    for (const unit of within) if (unit !== row && this.#gazetteer.holds(unit, row)) return WITHIN
    return 0
  }

  /**
   * Votes for a place, based on the previous places of the names, or on their candidates in the first round. Counting is
   * expensive, so it stops early, with fewer votes, once the place cannot reach the number it needs.
   */
  #votesFor(
    i: number,
    candidate: PlaceCandidate,
    needed: number,
    before: readonly Standing[] | undefined,
  ): number {
    const { file } = this.#gazetteer
    const most = PEOPLE * this.#peoples.length + FAVOURED * this.#favour.length + (this.#rest[0] ?? 0)
    if (most < needed) return 0
    const spot = spotOf(file, candidate)
    let sum = 0
    for (const people of this.#peoples) sum += PEOPLE * agreement(spot, people)
    for (const favoured of this.#favour)
      sum += favoured.row === spot.row ? FAVOURED : agreement(spot, favoured)
    for (let k = 0; k < this.#voters.length; k++) {
      if (sum + (this.#rest[k] ?? 0) < needed) return sum
      const j = this.#voters[k] ?? -1
      const other = this.#asked[j]
      if (j === i || !other) continue
      if (before === undefined) sum += other.weight * hopes(file, spot, other.name)
      else {
        const chosen = before[j]?.candidate
        if (chosen) sum += other.weight * agreement(spot, spotOf(file, chosen))
      }
    }
    return sum
  }
}

function votersAmong(asked: readonly Asked[]): number[] {
  const weightOf = (i: number): number => asked[i]?.weight ?? 0
  const voters: number[] = []
  for (let i = 0; i < asked.length; i++)
    if (weightOf(i) > MIN_WEIGHT && (asked[i]?.name.candidates.length ?? 0) > 0) voters.push(i)
  return voters.sort((a, b) => weightOf(b) - weightOf(a) || a - b).slice(0, MAX_VOTERS)
}

function spotOf(file: GazetteerFile, candidate: PlaceCandidate): Spot {
  candidate.spot ??= spotAt(file, candidate.row)
  return candidate.spot
}

/** In the first round: the best agreement with any candidate of another name, weighted by its probability. */
function hopes(file: GazetteerFile, spot: Spot, other: Name): number {
  let most = 0
  for (const candidate of other.senses) {
    // The remaining candidates cannot exceed this.
    if (candidate.chance <= most) break
    const hope = candidate.chance * agreement(spot, spotOf(file, candidate))
    if (hope > most) most = hope
  }
  return most
}

/** Limits the sum, so that many weak votes do not outweigh a strong one. */
function saturate(votes: number): number {
  return votes / (1 + votes / 4)
}

/** Minimum number of votes that offsets a lead. */
function votesNeeded(lead: number): number {
  const saturated = lead / SUPPORT
  if (!(saturated > 0)) return 0
  if (saturated >= 4) return Number.POSITIVE_INFINITY
  const votes = saturated / (1 - saturated / 4)
  return votes * (1 - ROUNDING) - ROUNDING
}
