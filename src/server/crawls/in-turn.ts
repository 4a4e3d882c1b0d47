/** Lets things that concern one name happen one after the other. */
export class InTurn {
  readonly #last = new Map<string, Promise<unknown>>()

  take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(work, work)
    this.#last.set(name, turn)
    const over = () => void (this.#last.get(name) === turn && this.#last.delete(name))
    turn.then(over, over)
    return turn
  }
}
