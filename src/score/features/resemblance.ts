import type { PageReading } from '../../model/page.ts'
import type { TermCounter } from '../../text/term-counter.ts'
import { damped, pageWords } from './page-words.ts'
import { told } from './told.ts'

export interface Resemblance {
  /** 0..1, on a logarithmic scale. */
  readonly value: number
  readonly because: readonly string[]
}

/** A hundredth of the largest cosine is next to nothing: a common word of the event in a long page. */
const LEAST_COSINE = 0.01

/**
 * `cos(T_event, T_page)` over all terms of title and main text (EV eq. 2, the space of the page), frequencies damped: a page
 * that is mostly about something else resembles the event less than one of the same words and nothing more.
 * Twice the cosine is the same step of evidence anywhere, so the value is its logarithm: .01 gives 0, .1 one half, 1 gives 1.
 */
export function resemblance(page: PageReading, counter: TermCounter): Resemblance {
  const { text, terms, norm } = pageWords(page)
  const found = counter.count({ text, terms }, page.language)
  const length = Math.hypot(...counter.weights) * norm
  let product = 0
  for (const [i, count] of found.entries()) product += (counter.weights[i] ?? 0) * damped(count)
  const cosine = length > 0 ? Math.min(1, product / length) : 0
  return {
    value: Math.max(0, 1 - Math.log(Math.max(cosine, LEAST_COSINE)) / Math.log(LEAST_COSINE)),
    because: told(counter.terms, found, counter.weights),
  }
}
