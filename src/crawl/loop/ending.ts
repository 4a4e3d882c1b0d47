/** Pages in progress get this long to finish when a run is to end. */
const DRAIN_MS = 15_000

/** Gives up the pages in progress when a run that is to end, for whatever reason, has waited long enough for them. */
export class Ending {
  readonly abandon: AbortSignal
  readonly #overdue = new AbortController()
  #timer: NodeJS.Timeout | undefined

  /** `stop` gives them up at once. */
  constructor(stop?: AbortSignal) {
    this.abandon = stop ? AbortSignal.any([stop, this.#overdue.signal]) : this.#overdue.signal
  }

  /** A run that was to end may continue, when its budget is raised. */
  update(isEnding: boolean): void {
    if (isEnding) this.#timer ??= setTimeout(() => this.#overdue.abort(), DRAIN_MS)
    else this.over()
  }

  over(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
