import { EventideError } from '../model/errors.ts'
import { indexTermsOf } from '../text/terms.ts'

/** A run of adjacent index terms. */
type Run = readonly string[]

export interface Query {
  /** Every group must match; a group matches when any of its runs does. */
  readonly must: readonly (readonly Run[])[]
  readonly not: readonly (readonly Run[])[]
  /** The words and phrases as typed, for highlighting. */
  readonly words: readonly string[]
}

/** A query longer than this is no question; it is refused before anything is done with it. */
const LONGEST_QUERY = 1_000

/** Word or "phrase", each with an optional leading minus; typographic quotes count as quotes. */
const PART = /(-?)(?:["“”„]([^"“”„]*)["“”„]?|([^\s"“”„]+))/gu

/**
 * Reads what a person typed: words (all must occur), "phrases", and -words that must not occur.
 * A word is looked for in the form each of the given languages stems it to, so that one box searches a mixed library.
 */
export function parseQuery(text: string, languages: readonly string[]): Query {
  if (text.length > LONGEST_QUERY) {
    throw new EventideError(
      'query',
      `the query is longer than ${LONGEST_QUERY} characters: search for fewer words`,
    )
  }
  const must: (readonly Run[])[] = []
  const not: (readonly Run[])[] = []
  const words: string[] = []
  for (const [, minus, phrase, word] of text.matchAll(PART)) {
    const said = (phrase ?? word ?? '').trim()
    const runs = runsOf(said, languages)
    if (runs.length === 0) continue
    if (minus) not.push(runs)
    else {
      must.push(runs)
      words.push(said)
    }
  }
  if (must.length === 0) {
    throw new EventideError(
      'query',
      'the query has no word to look for: give at least one word or "phrase" without a minus',
    )
  }
  return { must, not, words }
}

function runsOf(said: string, languages: readonly string[]): Run[] {
  const runs = new Map<string, Run>()
  for (const language of languages) {
    const run = indexTermsOf(said, language)
    if (run.length > 0) runs.set(run.join(' '), run)
  }
  return [...runs.values()]
}
