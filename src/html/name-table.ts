/** A power of two: the low bits of a name's hash are its place. */
const PLACES = 1024
/** V8 copies shorter pieces of a text; a longer one would keep its whole page in memory. */
const MAX_LENGTH = 12

/**
 * What is known of the names of elements and attributes. A page writes a few dozen of them thousands of times: each is cut
 * out, made small and looked up once, and found again by its letters.
 */
export class NameTable<T> {
  /** The length and the letters of the name at every place. */
  readonly #letters = new Uint16Array(PLACES * (MAX_LENGTH + 1))
  readonly #known: (T | undefined)[] = new Array<T | undefined>(PLACES).fill(undefined)
  readonly #lookUp: (name: string) => T

  /** `lookUp` gets names in small letters, and must say the same of a name every time. */
  constructor(lookUp: (name: string) => T) {
    this.#lookUp = lookUp
  }

  /** What is known of the name that stands in `text`, whose code units these are, from `start` to `end`. */
  at(text: string, units: Uint16Array, start: number, end: number): T {
    const length = end - start
    if (length > MAX_LENGTH) return this.#lookUp(text.slice(start, end).toLowerCase())
    let hash = length
    for (let i = start; i < end; i++) hash = (hash * 31 + (units[i] as number)) | 0
    const place = hash & (PLACES - 1)
    const found = this.#known[place]
    if (found !== undefined && this.#standsAt(place, units, start, length)) return found
    const known = this.#lookUp(text.slice(start, end).toLowerCase())
    const first = place * (MAX_LENGTH + 1)
    this.#letters[first] = length
    for (let i = 0; i < length; i++) this.#letters[first + 1 + i] = units[start + i] as number
    this.#known[place] = known
    return known
  }

  #standsAt(place: number, units: Uint16Array, start: number, length: number): boolean {
    const letters = this.#letters
    const first = place * (MAX_LENGTH + 1)
    if (letters[first] !== length) return false
    for (let i = 0; i < length; i++) if (letters[first + 1 + i] !== units[start + i]) return false
    return true
  }
}
