import { FetchFailure } from '../../model/errors.ts'
import { failed, StrategyFailure } from '../guarded-strategy.ts'

/** A strategy that fails on so many pages in a row fails on all of them: the others stay in the queue. */
const MAX_IN_A_ROW = 10

/** A page on which the strategy fails is given up alone; a strategy that fails on every page ends the crawl. */
export class StrategyFailures {
  readonly #strategy: string
  readonly #notice: ((text: string) => void) | undefined
  #inARow = 0
  #isReported = false

  /** `notice` is called with the first failure. */
  constructor(strategy: string, notice?: (text: string) => void) {
    this.#strategy = strategy
    this.#notice = notice
  }

  attempt<T>(url: string, judge: () => T): T {
    try {
      const judged = judge()
      this.#inARow = 0
      return judged
    } catch (error) {
      if (!(error instanceof StrategyFailure)) throw error
      if (++this.#inARow >= MAX_IN_A_ROW)
        throw failed(this.#strategy, `on ${MAX_IN_A_ROW} pages in a row, last on ${url}`, error.message)
      this.#report(url, error)
      throw new FetchFailure('strategy', error.message, error)
    }
  }

  #report(url: string, { message }: StrategyFailure): void {
    if (this.#isReported) return
    this.#isReported = true
    this.#notice?.(
      `The strategy failed on ${url} (${message}). Such pages are given up; try them again with --retry-failed strategy`,
    )
  }
}
