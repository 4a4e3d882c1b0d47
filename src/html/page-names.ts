import { ElementNames, NO_NAMES } from './element-names.ts'

/** The first occurrence of some names in a page. */
interface FirstMention {
  readonly start: number
  readonly length: number
  readonly names: ElementNames
}

/** The ids and classes of a page, each once: most are found by hash and characters, without creating a substring. */
export class PageNames {
  readonly #text: string
  readonly #units: Uint16Array
  readonly #mentions = new Map<number, FirstMention>()
  readonly #known = new Map<string, ElementNames>([['', NO_NAMES]])

  /** `units` are the code units of `text`. */
  constructor(text: string, units: Uint16Array) {
    this.#text = text
    this.#units = units
  }

  /** The names from `start` to `end`; `hash` is computed from their characters. */
  at(start: number, end: number, hash: number): ElementNames {
    const length = end - start
    const mention = this.#mentions.get(hash)
    if (mention !== undefined && mention.length === length && this.#isSame(mention.start, start, length))
      return mention.names
    const names = this.of(this.#text.slice(start, end))
    this.#mentions.set(hash, { start, length, names })
    return names
  }

  of(text: string): ElementNames {
    let names = this.#known.get(text)
    if (names === undefined) {
      names = new ElementNames(text)
      this.#known.set(text, names)
    }
    return names
  }

  #isSame(a: number, b: number, length: number): boolean {
    const units = this.#units
    for (let i = 0; i < length; i++) if (units[a + i] !== units[b + i]) return false
    return true
  }
}
