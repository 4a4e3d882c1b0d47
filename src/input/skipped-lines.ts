import { EventideError } from '../model/errors.ts'

/** Maximum number of problems that are reported individually. */
const MAX_REPORTED = 20

export interface LineOptions {
  /** Throw at the first invalid line. Default: skip invalid lines. */
  readonly strict?: boolean
  /** Called with a message for each of the first problems. */
  readonly report?: (problem: string) => void
}

/**
 * Counts and reports invalid lines of JSON lines and URL lists, with file and line number. They are skipped, so that one bad line
 * does not end the run, unless `strict` is set.
 */
export class SkippedLines {
  /** Number of lines read, without empty ones. */
  read = 0
  skipped = 0
  readonly #options: LineOptions

  constructor(options: LineOptions = {}) {
    this.#options = options
  }

  /** The result of `make`, or undefined if the line was skipped. */
  attempt<T>(make: () => T): T | undefined {
    this.read++
    try {
      return make()
    } catch (error) {
      this.skip(error)
      return undefined
    }
  }

  /** Counts a line that was read but is invalid. Rethrows any other error. */
  skip(error: unknown): void {
    const isBadLine = error instanceof EventideError && error.code === 'input-line'
    if (!isBadLine || this.#options.strict) throw error
    this.skipped++
    if (this.skipped <= MAX_REPORTED) this.#options.report?.(`${error.message} (line skipped)`)
  }

  /** A message with the number of skipped lines; null if there are none. */
  summary(): string | null {
    if (this.skipped === 0) return null
    return `${this.skipped} of ${this.read} ${this.read === 1 ? 'line' : 'lines'} skipped`
  }
}
