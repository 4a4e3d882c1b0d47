import type { PageReading } from '../../model/page.ts'
import { termsOf } from '../../text/terms.ts'
import { counts } from '../../text/vector.ts'

/** A main text shorter than this is no article; the whole visible text is judged instead. */
const SHORTEST_MAIN_TEXT = 200

export interface PageWords {
  readonly text: string
  readonly terms: readonly string[]
  /** Length of the vector of all terms, frequencies damped. */
  readonly norm: number
}

const known = new WeakMap<PageReading, PageWords>()

/** Title and main text as terms. Worked out once per page, however many events it is judged for. */
export function pageWords(page: PageReading): PageWords {
  let words = known.get(page)
  if (!words) {
    const body = page.mainText.length < SHORTEST_MAIN_TEXT ? page.text : page.mainText
    const text = `${page.title}\n${body}`
    const terms = termsOf(text, page.language)
    let squares = 0
    for (const count of counts(terms).values()) squares += damped(count) ** 2
    words = { text, terms, norm: Math.sqrt(squares) }
    known.set(page, words)
  }
  return words
}

/** A word said ten times tells more than one said once, but not ten times as much. */
export function damped(count: number): number {
  return count > 0 ? 1 + Math.log(count) : 0
}
