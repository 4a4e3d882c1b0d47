import { type AgreementMap, agreementMap } from './agreement.ts'
import type { Name } from './candidates.ts'
import type { Gazetteer } from './gazetteer.ts'

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
const NOWHERE: Answer = { row: -1, support: 0 }
/** Names less likely to be places than this have no say. */
const LEAST_WEIGHT = 0.05
/** A people's name speaks for its country's places less than the country's own name. */
const PEOPLE = 0.3
/** The event's own place, against 1 for a place right beside it. */
const FAVOURED = 2
/** What agreement is worth against population: a neighbour in the same county outweighs four powers of ten. */
const SUPPORT = 0.5
const WITHIN = 2
/** More than a sum of votes can be off by. */
const ROUNDING = 1e-9
/** Senses of another name that are looked at before it is resolved. */
const MOST_SENSES = 20

/** Chooses one place per name so that the places of a text agree with each other, by relaxation from their priors. */
export class Resolver {
  readonly #gazetteer: Gazetteer
  readonly #map: AgreementMap
  readonly #favour: readonly number[]

  constructor(gazetteer: Gazetteer, favour: readonly number[]) {
    this.#gazetteer = gazetteer
    this.#map = agreementMap(gazetteer.file)
    this.#favour = favour
  }

  resolve(asked: readonly Asked[], demonyms: readonly number[] = []): Answer[] {
    const voters = [...asked.keys()]
      .filter((i) => (asked[i]?.weight ?? 0) > LEAST_WEIGHT && (asked[i]?.name.candidates.length ?? 0) > 0)
      .sort((a, b) => (asked[b]?.weight ?? 0) - (asked[a]?.weight ?? 0) || a - b)
      .slice(0, MOST_VOTERS)
    const votes = new Set(voters)
    let settled = false
    let answers = asked.map((ask): Answer => ({ row: this.#best(ask, 0, () => 0).row, support: 0 }))
    // As many votes as a place can get: no agreement is more than 1.
    const most =
      voters.reduce((sum, i) => sum + (asked[i]?.weight ?? 0), 0) +
      PEOPLE * demonyms.length +
      FAVOURED * this.#favour.length
    for (let round = 0; round < ROUNDS; round++) {
      const before = answers
      const vote = (i: number, row: number): number => {
        let sum = this.#standing(row, demonyms)
        for (const j of voters) {
          const other = asked[j]
          if (j === i || !other) continue
          const agreement =
            round === 0 ? this.#hopes(row, other) : this.#map.agreement(row, before[j]?.row ?? -1)
          sum += other.weight * agreement
        }
        return sum
      }
      const isLast = round === ROUNDS - 1
      answers = asked.map((ask, i) =>
        // Voters that all said the same twice would say it again.
        (votes.has(i) ? !settled : isLast)
          ? this.#best(ask, most, (row) => vote(i, row))
          : (before[i] ?? NOWHERE),
      )
      settled = round > 0 && voters.every((i) => answers[i]?.row === before[i]?.row)
    }
    return answers
  }

  /** What speaks for a place whatever else the text names: the event, and the peoples the text speaks of. */
  #standing(row: number, demonyms: readonly number[]): number {
    let sum = 0
    for (const people of demonyms) sum += PEOPLE * this.#map.agreement(row, people)
    for (const favoured of this.#favour)
      sum += favoured === row ? FAVOURED : this.#map.agreement(row, favoured)
    return sum
  }

  #best(ask: Asked, mostVotes: number, vote: (row: number) => number): Answer {
    let row = -1
    let most = Number.NEGATIVE_INFINITY
    let support = 0
    const ceiling = SUPPORT * saturate(mostVotes) + ROUNDING
    for (const candidate of ask.name.candidates) {
      const inside = ask.within.some(
        (unit) => unit !== candidate.row && this.#gazetteer.holds(unit, candidate.row),
      )
      // Counting votes is the dear part, and hamlets seldom have a chance against a city of their name.
      if (candidate.prior + ceiling + (inside ? WITHIN : 0) <= most) continue
      const votes = vote(candidate.row)
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
    const { candidates } = other.name
    let most = 0
    for (let i = 0; i < candidates.length && i < MOST_SENSES; i++) {
      const candidate = candidates[i]
      // What is left cannot be more.
      if (!candidate || candidate.chance <= most) continue
      const hope = candidate.chance * this.#map.agreement(row, candidate.row)
      if (hope > most) most = hope
    }
    return most
  }
}

/** Many weak votes must not beat what one sure one says. */
function saturate(votes: number): number {
  return votes / (1 + votes / 4)
}
