/** Runs at most `limit` reads at a time, in the order of the calls; a read whose client has gone meanwhile is not begun. */
export class ReadingTurns {
  readonly #limit: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  async run<T>(read: () => Promise<T>, gone: AbortSignal): Promise<T> {
    if (this.#running >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running++
    try {
      gone.throwIfAborted()
      return await read()
    } finally {
      // The turn is handed on; without a successor it is free.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
