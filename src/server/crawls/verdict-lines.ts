import type { z } from 'zod'
import type { verdictLine } from '../../api/crawls.ts'
import type { Evidence } from '../../model/verdict.ts'
import type { PageRecord } from '../../store/records.ts'

export type VerdictLine = z.input<typeof verdictLine>

/** Verdicts that are shown. */
export const MOST_VERDICTS = 30
/** Reasons of one, and words in each. */
const MOST_REASONS = 3
const MOST_WORDS = 4
/** Titles and words come from the web: nobody needs more of one to recognise it. */
const LONGEST_TITLE = 300
const LONGEST_WORD = 80

/** The parts of a verdict that tell most, in words: those that weighed most first, those that spoke against it among them. */
export function reasonsOf(evidence: Evidence): string[] {
  return Object.entries(evidence)
    .filter(([, part]) => part.because.length > 0)
    .map(([name, part]) => ({ name, part, told: Math.abs((part.value ?? 0) * part.weight) }))
    .sort((a, b) => b.told - a.told)
    .slice(0, MOST_REASONS)
    .map(({ name, part }) => {
      const words = part.because.slice(0, MOST_WORDS).map((word) => word.slice(0, LONGEST_WORD))
      return `${name}: ${words.join(', ')}`
    })
}

export function shortTitle(title: string): string {
  return title.slice(0, LONGEST_TITLE)
}

export function lineOf(page: PageRecord): VerdictLine {
  const { id, order, url, title, source, relevance, relevant, evidence, fetchedAt } = page
  return {
    page: id,
    order,
    url,
    title: shortTitle(title),
    source,
    relevance,
    relevant,
    because: reasonsOf(evidence),
    at: fetchedAt,
  }
}
