/** The dated lists of one source that are known and those that were read. Bounded: the days known longest are forgotten. */
export class ReadDays {
  readonly #known = new Set<number>()
  /** In order. */
  #read: number[] = []

  isKnown(day: number): boolean {
    return this.#known.has(day)
  }

  isRead(day: number): boolean {
    return this.#read[this.#place(day)] === day
  }

  know(day: number): void {
    this.#known.add(day)
    if (this.#known.size <= MOST) return
    const [oldest] = this.#known
    if (oldest !== undefined) this.#known.delete(oldest)
  }

  read(day: number): void {
    this.know(day)
    const place = this.#place(day)
    if (this.#read[place] === day) return
    this.#read.splice(place, 0, day)
    if (this.#read.length > MOST) this.#read.shift()
  }

  /** The last day read before this one. */
  readBefore(day: number): number | undefined {
    return this.#read[this.#place(day) - 1]
  }

  /** The first day read after this one. */
  readAfter(day: number): number | undefined {
    const place = this.#place(day)
    return this.#read[place] === day ? this.#read[place + 1] : this.#read[place]
  }

  /** How many of the days read come before this one. */
  #place(day: number): number {
    let low = 0
    let high = this.#read.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#read[middle] ?? 0) < day) low = middle + 1
      else high = middle
    }
    return low
  }

  snapshot(): [number[], number[]] {
    return [[...this.#known], this.#read]
  }

  static restore([known, read]: readonly [readonly number[], readonly number[]]): ReadDays {
    const days = new ReadDays()
    for (const day of known) days.#known.add(day)
    days.#read = [...read]
    return days
  }
}

const MOST = 2_000
