import type { Mark, QueryMarks } from './query-marks.ts'

export interface Snippet {
  readonly text: string
  /** Spans of `text` that match the query, in order, not overlapping. */
  readonly marks: readonly (readonly [number, number])[]
}

/** Length of a snippet in characters. */
const SNIPPET_LENGTH = 240
/** Characters shown before the first marked word. */
const CONTEXT = 40
/** Maximum number of characters searched for the best passage. */
const MAX_SEARCHED_LENGTH = 100_000

/** The passage of a page with the most different query words, which are marked. */
export function snippetOf(text: string, words: QueryMarks, language: string): Snippet {
  const searched = text.slice(0, MAX_SEARCHED_LENGTH)
  const marks = words.in(searched, language)
  const start = bestStart(searched, marks)
  const end = Math.min(searched.length, start + SNIPPET_LENGTH)
  const before = start > 0 ? '… ' : ''
  const after = end < text.length ? ' …' : ''
  const shown = searched.slice(start, end).replace(/\s/gu, ' ')
  return {
    text: `${before}${shown}${after}`,
    marks: marks
      .filter(({ from, to }) => from >= start && to <= end)
      .map(({ from, to }) => [from - start + before.length, to - start + before.length] as const),
  }
}

/** Start of the window with the most different words; the first of equals. */
function bestStart(text: string, marks: readonly Mark[]): number {
  let best = 0
  let bestWords = 0
  let last = 0
  const inWindow = new Map<number, number>()
  for (const [first, mark] of marks.entries()) {
    while (last < marks.length && marks[last]!.to <= mark.from + SNIPPET_LENGTH - CONTEXT) {
      const { word } = marks[last]!
      inWindow.set(word, (inWindow.get(word) ?? 0) + 1)
      last++
    }
    if (inWindow.size > bestWords) {
      bestWords = inWindow.size
      best = mark.from
    }
    const left = (inWindow.get(mark.word) ?? 0) - 1
    if (left > 0) inWindow.set(mark.word, left)
    else inWindow.delete(mark.word)
    if (last <= first) last = first + 1
  }
  if (best <= CONTEXT) return 0
  const space = text.indexOf(' ', best - CONTEXT)
  return space >= 0 && space < best ? space + 1 : best - CONTEXT
}
