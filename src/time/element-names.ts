import { elementPromise, type NamePromise } from './date-names.ts'
import { type NamedPart, partNamed } from './region.ts'

/** What the names (id and class) of an element tell about it. */
export interface ElementNames {
  readonly promise: NamePromise | null
  readonly part: NamedPart
}

const UNNAMED: ElementNames = { promise: null, part: null }
/** Of longer lists only the first part is read: style classes have nothing to say. */
const LONGEST = 160

/** Id and class as one string for all who look them up: what is joined is laid out and hashed once. */
export function namesOf({ id, class: classes }: Readonly<Record<string, string>>): string {
  if (!id) return classes ?? ''
  return classes ? `${id} ${classes}` : id
}

/**
 * Reads the names of one page's elements, each once: most elements are called like another one of the page. Remembering them
 * from page to page saves little: 251 news pages have 46,853 of them, and five in six of a page's were new or forgotten.
 */
export function createNameReader(): (names: string) => ElementNames {
  const known = new Map<string, ElementNames>()
  return (names) => {
    if (names === '') return UNNAMED
    let said = known.get(names)
    if (!said) {
      said = read(names.slice(0, LONGEST).toLowerCase())
      known.set(names, said)
    }
    return said
  }
}

function read(lower: string): ElementNames {
  const promise = elementPromise(lower)
  // A date's own name may speak of what it dates ("latest-post-date"): it is no part of the page.
  return { promise, part: promise && promise.rank <= 1 ? null : partNamed(lower) }
}
