import { EventideError } from '../model/errors.ts'

/** Problems reported one by one; more of them tell nothing new. */
const MAX_REPORTED = 20

export interface LineOptions {
  /** End at the first line that cannot be used. Default: skip such lines. */
  readonly strict?: boolean
  /** Is given each of the first problems, in words. */
  readonly report?: (problem: string) => void
}

/**
 * Lines of JSON lines and URL lists that cannot be used. They are skipped, counted and reported with file and line, so that one bad line does not
 * cost the run; or, when strict, the first of them ends it.
 */
export class SkippedLines {
  /** Lines that hold something. */
  read = 0
  skipped = 0
  readonly #options: LineOptions

  constructor(options: LineOptions = {}) {
    this.#options = options
  }

  /** What is made of a line; undefined when it had to be skipped. */
  attempt<T>(make: () => T): T | undefined {
    this.read++
    try {
      return make()
    } catch (error) {
      this.skip(error)
      return undefined
    }
  }

  /** Counts a line that was read already and turns out to be of no use. Other errors are thrown on. */
  skip(error: unknown): void {
    const isBadLine = error instanceof EventideError && error.code === 'input-line'
    if (!isBadLine || this.#options.strict) throw error
    this.skipped++
    if (this.skipped <= MAX_REPORTED) this.#options.report?.(`${error.message} (line skipped)`)
  }

  /** How many lines were skipped, in words; null when none was. */
  summary(): string | null {
    if (this.skipped === 0) return null
    return `${this.skipped} of ${this.read} ${this.read === 1 ? 'line' : 'lines'} skipped`
  }
}
