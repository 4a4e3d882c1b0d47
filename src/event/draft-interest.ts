import { EventideError } from '../model/errors.ts'
import { didYouMean } from '../text/did-you-mean.ts'
import { interestOf, type OnsetRule, onset } from '../time/interest.ts'
import type { Series } from '../time/series.ts'
import type { EventDraft } from './write-event.ts'

export interface InterestOptions {
  readonly rule: OnsetRule
  /** Column of a file with several series; if omitted, there must be only one. */
  readonly column?: string
}

/**
 * Adds the interest of a series: its start, unless a person gave one, and its distribution over time (TI 3.2). Interest before a given
 * start is omitted.
 */
export function withInterest(
  draft: EventDraft,
  all: readonly Series[],
  options: InterestOptions,
): EventDraft {
  const series = seriesNamed(all, options.column)
  const given = draft.whenReason === 'given' ? draft.when?.start : undefined
  const start = given ?? onset(series, options.rule)
  if (start === null) {
    throw new EventideError(
      'no-interest',
      `The series "${series.name}" is zero throughout: it shows no event`,
    )
  }
  // The dates of the pages are only a guess; the series is better.
  const { when: guessed, ...learned } = draft.learned ?? {}
  const end = guessed === undefined ? draft.when?.end : undefined
  const when = { start, end, interest: interestOf(series, start) }
  const reason = given ? 'given' : `interest in "${series.name}" begins (rule ${options.rule})`
  return { ...draft, when, whenReason: reason, learned }
}

/** The series of this name; if no name is given, there must be a single series. */
export function seriesNamed(all: readonly Series[], column: string | undefined): Series {
  const names = all.map((series) => series.name)
  if (column === undefined) {
    const [only] = all
    if (only && all.length === 1) return only
    throw new EventideError(
      'series-column',
      `The file has ${all.length} series: choose one with --trends-column (${names.join(', ')})`,
    )
  }
  const found = all.find((series) => series.name.toLowerCase() === column.toLowerCase())
  if (found) return found
  throw new EventideError(
    'series-column',
    `There is no series "${column}"${didYouMean(column, names)}; available: ${names.join(', ')}`,
  )
}
