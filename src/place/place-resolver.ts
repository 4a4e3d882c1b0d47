import { agreement, type PlacePosition, positionAt } from './agreement.ts'
import type { Name, PlaceCandidate } from './candidates.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { GazetteerFile } from './gazetteer-file.ts'

/** A name in a text, to be resolved. */
export interface NameQuery {
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
  readonly #favour: readonly PlacePosition[]
  readonly #peoples = new Map<number, PlacePosition>()

  constructor(gazetteer: Gazetteer, favour: readonly number[]) {
    this.#gazetteer = gazetteer
    this.#favour = favour.map((row) => positionAt(gazetteer.file, row))
  }

  resolve(queries: readonly NameQuery[], demonyms: readonly number[] = []): Resolution[] {
    const peoples = demonyms.map((row) => this.#people(row))
    const poll = new Poll(this.#gazetteer, queries, peoples, this.#favour)
    for (let round = 0; round < ROUNDS; round++) poll.vote(round)
    return poll.answers()
  }

  #people(row: number): PlacePosition {
    const known = this.#peoples.get(row)
    if (known) return known
    const position = positionAt(this.#gazetteer.file, row)
    this.#peoples.set(row, position)
    return position
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
  readonly #queries: readonly NameQuery[]
  readonly #peoples: readonly PlacePosition[]
  readonly #favour: readonly PlacePosition[]
  /** Names that vote, by descending weight. */
  readonly #voters: readonly number[]
  /** Maximum votes of the remaining voters from each index: no agreement exceeds 1. */
  readonly #rest: Float64Array
  #standings: readonly Standing[]
  #settled = false

  constructor(
    gazetteer: Gazetteer,
    queries: readonly NameQuery[],
    peoples: readonly PlacePosition[],
    favour: readonly PlacePosition[],
  ) {
    this.#gazetteer = gazetteer
    this.#queries = queries
    this.#peoples = peoples
    this.#favour = favour
    this.#voters = votersAmong(queries)
    this.#rest = new Float64Array(this.#voters.length + 1)
    for (let k = this.#voters.length - 1; k >= 0; k--)
      this.#rest[k] = (this.#rest[k + 1] ?? 0) + (queries[this.#voters[k] ?? -1]?.weight ?? 0)
    this.#standings = queries.map((query) => ({ candidate: this.#likeliest(query), support: 0 }))
  }

  answers(): Resolution[] {
    return this.#standings.map(({ candidate, support }) => ({ row: candidate?.row ?? -1, support }))
  }

  /** Runs one round: each name moves to the place that the current places of the others support. */
  vote(round: number): void {
    const before = this.#standings
    const isLast = round === ROUNDS - 1
    const isVoter = new Uint8Array(this.#queries.length)
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
  #likeliest(query: NameQuery): PlaceCandidate | undefined {
    let best: PlaceCandidate | undefined
    let bestScore = Number.NEGATIVE_INFINITY
    for (const candidate of query.name.candidates) {
      const score = candidate.prior + this.#bonus(query, candidate)
      if (score > bestScore) {
        bestScore = score
        best = candidate
      }
    }
    return best
  }

  #best(i: number, before: readonly Standing[] | undefined): Standing {
    const query = this.#queries[i]
    let best: PlaceCandidate | undefined
    let bestScore = Number.NEGATIVE_INFINITY
    let support = 0
    for (const candidate of query?.name.candidates ?? []) {
      const bonus = query ? this.#bonus(query, candidate) : 0
      const votes = this.#votesFor(i, candidate, votesNeeded(bestScore - candidate.prior - bonus), before)
      const score = candidate.prior + SUPPORT * saturate(votes) + bonus
      if (score > bestScore) {
        bestScore = score
        best = candidate
        support = votes
      }
    }
    return { candidate: best, support }
  }

  #bonus({ within }: NameQuery, { row }: PlaceCandidate): number {
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
    const maxVotes = PEOPLE * this.#peoples.length + FAVOURED * this.#favour.length + (this.#rest[0] ?? 0)
    if (maxVotes < needed) return 0
    const position = positionOf(file, candidate)
    let sum = 0
    for (const people of this.#peoples) sum += PEOPLE * agreement(position, people)
    for (const favoured of this.#favour)
      sum += favoured.row === position.row ? FAVOURED : agreement(position, favoured)
    for (let k = 0; k < this.#voters.length; k++) {
      if (sum + (this.#rest[k] ?? 0) < needed) return sum
      const j = this.#voters[k] ?? -1
      const other = this.#queries[j]
      if (j === i || !other) continue
      if (before === undefined) sum += other.weight * bestAffinity(file, position, other.name)
      else {
        const chosen = before[j]?.candidate
        if (chosen) sum += other.weight * agreement(position, positionOf(file, chosen))
      }
    }
    return sum
  }
}

function votersAmong(queries: readonly NameQuery[]): number[] {
  const weightOf = (i: number): number => queries[i]?.weight ?? 0
  const voters: number[] = []
  for (let i = 0; i < queries.length; i++)
    if (weightOf(i) > MIN_WEIGHT && (queries[i]?.name.candidates.length ?? 0) > 0) voters.push(i)
  return voters.sort((a, b) => weightOf(b) - weightOf(a) || a - b).slice(0, MAX_VOTERS)
}

function positionOf(file: GazetteerFile, candidate: PlaceCandidate): PlacePosition {
  candidate.position ??= positionAt(file, candidate.row)
  return candidate.position
}

/** In the first round: the best agreement with any candidate of another name, weighted by its probability. */
function bestAffinity(file: GazetteerFile, position: PlacePosition, other: Name): number {
  let best = 0
  for (const candidate of other.senses) {
    // The remaining candidates cannot exceed this.
    if (candidate.chance <= best) break
    const affinity = candidate.chance * agreement(position, positionOf(file, candidate))
    if (affinity > best) best = affinity
  }
  return best
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
