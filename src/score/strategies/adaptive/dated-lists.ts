/** The dated lists of one source that are known, suggested or read. Bounded; the oldest are dropped. */
export class DatedLists {
  readonly #known = new Set<number>()
  /** Days whose lists were requested although no page links to them, and how many of those exist. */
  readonly #suggested = new Set<number>()
  #met = 0
  /** In order. */
  #read: number[] = []

  isKnown(day: number): boolean {
    return this.#known.has(day)
  }

  isRead(day: number): boolean {
    return this.#read[this.#place(day)] === day
  }

  know(day: number): void {
    keep(this.#known, day)
  }

  /** Whether to suggest a list for this day: it is not known, and enough earlier suggestions existed. */
  maySuggest(day: number): boolean {
    if (this.#known.has(day) || this.#suggested.has(day)) return false
    return this.#suggested.size < MAX_UNMET + UNMET_PER_MET * this.#met
  }

  suggest(day: number): void {
    keep(this.#suggested, day)
  }

  meet(): void {
    this.#met++
  }

  read(day: number): void {
    this.know(day)
    const place = this.#place(day)
    if (this.#read[place] === day) return
    this.#read.splice(place, 0, day)
    if (this.#read.length > MAX) this.#read.shift()
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

  snapshot(): DatedListsState {
    return [[...this.#known], this.#read, [...this.#suggested], this.#met]
  }

  static restore([known, read, suggested, met]: DatedListsState): DatedLists {
    const days = new DatedLists()
    for (const day of known) days.#known.add(day)
    for (const day of suggested) days.#suggested.add(day)
    days.#read = [...read]
    days.#met = met
    return days
  }
}

/** Known, read and suggested days, and the number of suggested lists that exist. */
export type DatedListsState = [number[], number[], number[], number]

const MAX = 2_000
/** Suggestions that may fail before a source gets no more, plus this many for each that exists. */
const MAX_UNMET = 12
const UNMET_PER_MET = 4

function keep(days: Set<number>, day: number): void {
  days.add(day)
  if (days.size <= MAX) return
  const [oldest] = days
  if (oldest !== undefined) days.delete(oldest)
}
