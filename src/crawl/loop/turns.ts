/**
 * Processes one page at a time. Responses tend to arrive together, and reading twenty pages in a row would block
 * timers, sockets and signals; between two turns the event loop runs.
 */
export class Turns {
  #last: Promise<void> = Promise.resolve()

  /** Resolves in the order of the calls, at most once per iteration of the event loop. */
  take(): Promise<void> {
    this.#last = this.#last.then(() => new Promise((resolve) => setImmediate(resolve)))
    return this.#last
  }
}
