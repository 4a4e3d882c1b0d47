/** A power of two: the low bits of a name's hash are its place. */
const PLACES = 1024
/** V8 copies shorter pieces of a text; a longer one would keep its whole page in memory. */
const LONGEST = 12

/**
 * What is known of the names of elements and attributes. A page writes a few dozen of them thousands of times: each is cut
 * out, made small and looked up once, and found again by its letters.
 */
export class NameTable<T> {
  readonly #names: string[] = new Array<string>(PLACES).fill('')
  readonly #known: (T | undefined)[] = new Array<T | undefined>(PLACES).fill(undefined)
  readonly #lookUp: (name: string) => T

  /** `lookUp` gets names in small letters, and must say the same of a name every time. */
  constructor(lookUp: (name: string) => T) {
    this.#lookUp = lookUp
  }

  /** What is known of the name that stands in `text` from `start` to `end`. */
  at(text: string, start: number, end: number): T {
    const length = end - start
    if (length > LONGEST) return this.#lookUp(text.slice(start, end).toLowerCase())
    let hash = length
    for (let i = start; i < end; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0
    const place = hash & (PLACES - 1)
    const name = this.#names[place] as string
    const found = this.#known[place]
    if (found !== undefined && name.length === length && standsAt(name, text, start)) return found
    const written = text.slice(start, end)
    const known = this.#lookUp(written.toLowerCase())
    this.#names[place] = written
    this.#known[place] = known
    return known
  }
}

/** Quicker than `startsWith` for so few letters. */
function standsAt(name: string, text: string, start: number): boolean {
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) !== text.charCodeAt(start + i)) return false
  return true
}
