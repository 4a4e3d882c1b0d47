import type { Json } from '../../../model/json.ts'

/** Below this chance on average the links last chosen are as good as links taken at random. */
const HOPELESS = 0.05

/** Says when an event looks exhausted: many pages in a row that are not about it, fetched for links that promised little. */
export class StopRule {
  readonly #patience: number
  /** Pages since the last one kept, and what their links promised, added up. */
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

  /** The evidence, in words; null while more is to be expected. */
  reasons(): readonly string[] | null {
    if (this.#since < this.#patience || this.#kept === 0) return null
    const mean = this.#promised / this.#since
    if (mean > HOPELESS) return null
    // No hit in n tries: with 95 % confidence the rate is below 3 / n.
    const bound = (300 / this.#since).toFixed(1)
    return [
      `none of the last ${this.#since} pages was about the event, ${this.#kept} of ${this.#fetched} before and since then were`,
      `the best links left promised ${(100 * mean).toFixed(1)} % on average, and they are fetched best first`,
      `so fewer than ${bound} % of the pages still to come are about it (95 % confidence)`,
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
