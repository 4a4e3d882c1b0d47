import { type AgreementMap, agreementMap } from './agreement.ts'
import type { Candidate, Name } from './candidates.ts'
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
/** What agreement is worth against population: a neighbour in the same county outweighs four powers of ten. */
const SUPPORT = 0.5
const WITHIN = 2
/** Senses of another name that are looked at before it is resolved. */
const MOST_SENSES = 20
/** How fast hope in less likely senses fades. */
const DOUBT = 3

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
              round === 0
                ? this.#hopes(candidate.row, other)
                : this.#map.agreement(candidate.row, before[j]?.row ?? -1)
            sum += other.weight * agreement
          }
          for (const row of demonyms) sum += 0.3 * this.#map.agreement(candidate.row, row)
          for (const row of this.#favour) sum += this.#map.agreement(candidate.row, row)
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
      const inside = ask.within.some(
        (unit) => unit !== candidate.row && this.#gazetteer.holds(unit, candidate.row),
      )
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
    const top = candidates[0]?.prior ?? 0
    let most = 0
    for (let i = 0; i < candidates.length && i < MOST_SENSES; i++) {
      const candidate = candidates[i]
      if (!candidate) continue
      const agreement = this.#map.agreement(row, candidate.row)
      if (agreement <= most) continue
      const hope = Math.exp(DOUBT * Math.min(0, candidate.prior - top)) * agreement
      if (hope > most) most = hope
    }
    return most
  }
}

/** Many weak votes must not beat what one sure one says. */
function saturate(votes: number): number {
  return votes / (1 + votes / 4)
}
