/** A power of two: the low bits of the hash are the slot. */
const PLACES = 1024
/** V8 copies shorter substrings; a longer one would keep the whole page in memory. */
const MAX_LENGTH = 12

/**
 * Values by names of elements and attributes. A page has a few dozen names thousands of times: each is extracted, lower-cased and
 * looked up once, and then found by its characters.
 */
export class NameTable<T> {
  /** Length and characters of the name in each slot. */
  readonly #letters = new Uint16Array(PLACES * (MAX_LENGTH + 1))
  readonly #known: (T | undefined)[] = new Array<T | undefined>(PLACES).fill(undefined)
  readonly #lookUp: (name: string) => T

  /** `lookUp` gets lower-case names, and must be deterministic. */
  constructor(lookUp: (name: string) => T) {
    this.#lookUp = lookUp
  }

  /** The value of the name from `start` to `end` of `text`, whose code units are `units`. */
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
