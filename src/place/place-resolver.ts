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
  /** Row of the chosen place, -1 when there is none. */
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
/** What agreement is worth against population: a neighbour in the same county outweighs four powers of ten. */
const SUPPORT = 0.5
const WITHIN = 2
/** More than a sum of votes can be off by, for each vote and beside. */
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

/** What a name stands for so far, and the votes that place got. */
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
  /** The names with a say, the heaviestTerms first. */
  readonly #voters: readonly number[]
  /** Most votes that the voters from each one on can give: no agreement is more than 1. */
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

  /** One round: each name goes to the place that the others as they stand speak for. */
  vote(round: number): void {
    const before = this.#standings
    const isLast = round === ROUNDS - 1
    const isVoter = new Uint8Array(this.#asked.length)
    for (const i of this.#voters) isVoter[i] = 1
    this.#standings = before.map((standing, i) => {
      // Voters that all said the same twice would say it again.
      const isAsked = isVoter[i] === 1 ? !this.#settled : isLast
      return isAsked ? this.#best(i, round === 0 ? undefined : before) : standing
    })
    this.#settled =
      round > 0 && this.#voters.every((i) => this.#standings[i]?.candidate?.row === before[i]?.candidate?.row)
  }

  /** By its prior alone. */
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
   * The votes for a place, by what the names stood for before, or at first by what they may stand for. Counting is the dear part: it
   * ends, with fewer votes, where the place cannot get as many as it needs.
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

/** Before anything is decided: the best agreement with any sense of another name, likelier senses counting more. */
function hopes(file: GazetteerFile, spot: Spot, other: Name): number {
  let most = 0
  for (const candidate of other.senses) {
    // What is left cannot be more.
    if (candidate.chance <= most) break
    const hope = candidate.chance * agreement(spot, spotOf(file, candidate))
    if (hope > most) most = hope
  }
  return most
}

/** Many weak votes must not beat what one sure one says. */
function saturate(votes: number): number {
  return votes / (1 + votes / 4)
}

/** How many votes are at least needed to make up for this much. */
function votesNeeded(lead: number): number {
  const saturated = lead / SUPPORT
  if (!(saturated > 0)) return 0
  if (saturated >= 4) return Number.POSITIVE_INFINITY
  const votes = saturated / (1 - saturated / 4)
  return votes * (1 - ROUNDING) - ROUNDING
}
