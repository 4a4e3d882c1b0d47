/** Runs work that concerns the same key one at a time, in the order of the calls. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>()

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = (this.#last.get(key) ?? Promise.resolve()).then(work, work)
    this.#last.set(key, running)
    const forget = () => void (this.#last.get(key) === running && this.#last.delete(key))
    running.then(forget, forget)
    return running
  }
}
