import type { Json } from '../../../model/json.ts'

/** Below this mean probability the links chosen are no better than random ones. */
const MAX_MEAN_CHANCE = 0.05

/** Detects saturation: many consecutive irrelevant pages, fetched from links with low probabilities. */
export class StopRule {
  readonly #patience: number
  /** Pages since the last kept one, and the sum of the probabilities of their links. */
  #since = 0
  #promised = 0
  #fetched = 0
  #kept = 0

  constructor(patience: number) {
    this.#patience = patience
  }

  observe(relevant: boolean, chance: number): void {
    this.#fetched++
    if (relevant) {
      this.#kept++
      this.#since = 0
      this.#promised = 0
    } else {
      this.#since++
      this.#promised += chance
    }
  }

  /** The reasons, in words; null while more pages are expected. */
  reasons(): readonly string[] | null {
    if (this.#since < this.#patience || this.#kept === 0) return null
    const mean = this.#promised / this.#since
    if (mean > MAX_MEAN_CHANCE) return null
    // The rule of three: without a hit in n tries, the rate is below 3 / n with 95 % confidence.
    const bound = (300 / this.#since).toFixed(1)
    return [
      `none of the last ${this.#since} pages was about the event; ${this.#kept} of all ${this.#fetched} were`,
      `the best remaining links had a mean probability of ${(100 * mean).toFixed(1)} %, and links are fetched best first`,
      `so fewer than ${bound} % of the remaining pages are about it (95 % confidence)`,
    ]
  }

  snapshot(): Json {
    return [this.#since, this.#promised, this.#fetched, this.#kept]
  }

  restore([since = 0, promised = 0, fetched = 0, kept = 0]: readonly number[]): void {
    this.#since = since
    this.#promised = promised
    this.#fetched = fetched
    this.#kept = kept
  }
}
