/** A power of two: the low bits of a name's hash are its place. */
const PLACES = 1024
/** V8 copies shorter pieces of a text; a longer one would keep its whole page in memory. */
const LONGEST = 12

/**
 * The names of elements and attributes, each as one and the same string in small letters. A page writes a few dozen of them
 * thousands of times, and whoever looks one up in a set compares an address instead of letters.
 */
export class NameTable {
  readonly #names: string[] = new Array<string>(PLACES).fill('')

  /** The name that stands in `text` from `start` to `end`. */
  at(text: string, start: number, end: number): string {
    const length = end - start
    if (length > LONGEST) return text.slice(start, end).toLowerCase()
    let hash = length
    for (let i = start; i < end; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0
    const place = hash & (PLACES - 1)
    const known = this.#names[place] as string
    if (known.length === length && text.startsWith(known, start)) return known
    const written = text.slice(start, end)
    const name = written.toLowerCase()
    if (name === written) this.#names[place] = name
    return name
  }
}
