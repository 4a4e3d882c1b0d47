import { memoize } from '../model/memo.ts'
import { elementPromise, type NamePromise } from './date-names.ts'
import { type NamedPart, partNamed } from './region.ts'

/** What the names (id and class) of an element tell about it. */
export interface ElementNames {
  readonly promise: NamePromise | null
  readonly part: NamedPart
}

const UNNAMED: ElementNames = { promise: null, part: null }
/** The class names of a site repeat from page to page; those of some dozens of sites are remembered, a few megabytes. */
const REMEMBERED = 8_192
/** Of longer lists only the first part is read: style classes have nothing to say. */
const LONGEST = 160
const known = memoize(REMEMBERED, read)

/** Id and class as one string for all who look them up: what is joined is laid out and hashed once. */
export function namesOf({ id, class: classes }: Readonly<Record<string, string>>): string {
  if (!id) return classes ?? ''
  return classes ? `${id} ${classes}` : id
}

/** Reads an element's id and class. */
export function readElementNames(names: string): ElementNames {
  return names === '' ? UNNAMED : known(names.length > LONGEST ? names.slice(0, LONGEST) : names)
}

function read(names: string): ElementNames {
  const lower = names.toLowerCase()
  const promise = elementPromise(lower)
  // A date's own name may speak of what it dates ("latest-post-date"): it is no part of the page.
  return { promise, part: promise && promise.rank <= 1 ? null : partNamed(lower) }
}
