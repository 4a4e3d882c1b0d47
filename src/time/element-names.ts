import { BoundedCache } from './bounded-cache.ts'
import { elementPromise, type NamePromise } from './date-names.ts'
import { type NamedPart, partNamed } from './region.ts'

/** What the names (class and id) of an element tell about it. */
export interface ElementNames {
  readonly promise: NamePromise | null
  readonly part: NamedPart
}

const UNNAMED: ElementNames = { promise: null, part: null }
const known = new BoundedCache<ElementNames>()

/** Reads an element's class and id. */
export function readElementNames(names: string): ElementNames {
  return names === '' ? UNNAMED : known.get(names, read)
}

function read(names: string): ElementNames {
  const lower = names.toLowerCase()
  const promise = elementPromise(lower)
  // A date's own name may speak of what it dates ("latest-post-date"): it is no part of the page.
  return { promise, part: promise && promise.rank <= 1 ? null : partNamed(lower) }
}
