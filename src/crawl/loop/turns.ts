/**
 * Lets one page at a time onto the processor. Answers tend to arrive together, and reading twenty pages in one go would
 * keep timers, sockets and signals waiting for all of them; between two turns the event loop comes round.
 */
export class Turns {
  #last: Promise<void> = Promise.resolve()

  /** Resolves in the order of asking, at most once per round of the event loop. */
  take(): Promise<void> {
    this.#last = this.#last.then(() => new Promise((resolve) => setImmediate(resolve)))
    return this.#last
  }
}
