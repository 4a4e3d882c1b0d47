import { elementPromise, mayPromise, type NamePromise } from './date-names.ts'
import { type NamedPart, partNamed } from './page-region.ts'

/** Of longer lists only the first part is read: style classes have nothing to say. */
const MAX_LENGTH = 160

/** What an element has that is written without any, as most are but for id and class: one look saves looking each up. */
export const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({})

/** Id and class as one string for all who look them up: what is joined is laid out and hashed once. */
export function namesOf({ id, class: classes }: Readonly<Record<string, string>>): string {
  if (!id) return classes ?? ''
  return classes ? `${id} ${classes}` : id
}

/** What an element says it holds, in the words of microdata or RDFa; nothing where it does not. */
export function propertyOf({ itemprop, property }: Readonly<Record<string, string>>): string {
  return itemprop ?? property ?? ''
}

/**
 * The id and class of an element, read once for all elements of a page that are called the same, as most are called like another one.
 * Remembering them from page to page saves little: 251 news pages have 46,853 of them, and five in six of a page's were new or forgotten.
 */
export class ElementNames {
  readonly text: string
  #promise: NamePromise | null | undefined
  #part: NamedPart | undefined

  constructor(text: string) {
    this.text = text
    this.#promise = text === '' ? null : undefined
    this.#part = text === '' ? null : undefined
  }

  /** What they say about a date in the element. */
  get promise(): NamePromise | null {
    if (this.#promise === undefined)
      this.#promise = mayPromise(this.text) ? elementPromise(lower(this.text)) : null
    return this.#promise
  }

  /** Which part of the page they say it is. */
  get part(): NamedPart {
    if (this.#part === undefined) {
      const { promise } = this
      // A date's own name may speak of what it dates ("latest-post-date"): it is no part of the page.
      this.#part = promise && promise.rank <= 1 ? null : partNamed(lower(this.text))
    }
    return this.#part
  }
}

export const NO_NAMES = new ElementNames('')

function lower(names: string): string {
  return names.slice(0, MAX_LENGTH).toLowerCase()
}
