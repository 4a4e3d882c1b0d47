import { type PageReading, TAG_GROUPS } from '../../model/page.ts'
import type { EvidencePart } from '../../model/verdict.ts'
import type { TermCounter } from '../../text/term-counter.ts'
import { cosine, counts } from '../../text/vector.ts'

/** Which vector represents the page: the frequencies of the event's terms (`event`: LS, PN, TI) or of all its terms (`page`: EV). */
export type TopicSpace = 'event' | 'page'

/** If the main text is shorter, the whole visible text is judged instead. */
const MIN_MAIN_TEXT_LENGTH = 200

/** `cos(T_event, T_page)` over title and main text. */
export function pageTopic(
  page: PageReading,
  counter: TermCounter,
  space: TopicSpace,
  weight: number,
): EvidencePart {
  const whole = page.mainText.length < MIN_MAIN_TEXT_LENGTH
  const found = whole
    ? sum(TAG_GROUPS.map((group) => counter.count(page.groups[group], page.language)))
    : counter.countText(`${page.title}\n${page.mainText}`, page.language)
  const value = space === 'event' ? cosine(counter.weights, found) : inPageSpace(page, counter, found)
  return { value, weight, because: termReasons(counter, found) }
}

/** `cos(T_event, T_text)` of a short text such as an anchor. */
export function textTopic(
  text: string,
  language: string,
  counter: TermCounter,
  weight: number,
): EvidencePart {
  const found = counter.countText(text, language)
  return { value: cosine(counter.weights, found), weight, because: termReasons(counter, found) }
}

/** The same product of weights, but divided by the length of the page's full term vector. */
function inPageSpace(page: PageReading, counter: TermCounter, found: readonly number[]): number {
  const all = counts(TAG_GROUPS.flatMap((group) => page.groups[group].terms))
  const pageNorm = norm(all.values())
  const eventNorm = norm(counter.weights)
  if (pageNorm === 0 || eventNorm === 0) return 0
  const dot = counter.weights.reduce((total, weight, i) => total + weight * found[i]!, 0)
  return Math.min(1, dot / (pageNorm * eventNorm))
}

function norm(values: Iterable<number>): number {
  let squares = 0
  for (const value of values) squares += value * value
  return Math.sqrt(squares)
}

function sum(vectors: readonly (readonly number[])[]): number[] {
  return vectors.reduce<number[]>((total, vector) => vector.map((x, i) => x + (total[i] ?? 0)), [])
}

/** `typhoon ×12`, most frequent first. */
function termReasons(counter: TermCounter, found: readonly number[]): string[] {
  return counter.terms
    .map((term, i) => ({ term, n: found[i]! }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n)
    .map(({ term, n }) => (n === 1 ? term : `${term} ×${n}`))
}
